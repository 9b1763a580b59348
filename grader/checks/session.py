"""Run one check against one student, and turn whatever happens into a verdict.

This is the only place where an exception becomes a `CheckResult`: a PASSED needs that the check
ran to its end and called the student; whatever nobody planned for is NOT_JUDGED.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any

import msgspec
from hypothesis.errors import FlakyFailure, HypothesisException

from grader.checks.claims import judge_claim
from grader.checks.declare import Spec, spec_of
from grader.checks.draws import Aside, run_cases, seed_of
from grader.checks.student import Student
from grader.checks.verdicts import CheckFailed, Stop, StudentRaised
from grader.messages import say
from grader.outcome import CheckResult, Failure, Status


@dataclass(frozen=True)
class Verdict:
    """The result of a check, and what only the TA's side may see."""

    result: CheckResult
    detail: str = ""
    starved: bool = False


def run_check(
    function: Callable[..., Any],
    student: Student,
    *,
    unit: str,
    salt: str,
    public: bool,
    shrink: bool = True,
    aside: Aside = nullcontext,
) -> Verdict:
    """Run a declared check and return its verdict.

    Parameters
    ----------
    function
        A function that `@check` declared; TypeError otherwise.
    unit, salt
        With the check's name, what its draws depend on.
    shrink
        Whether the smallest failing case is looked for; the status does not depend on it.
    aside
        A context for that search, which may be counted apart.
    """
    spec = spec_of(function)
    if spec is None:
        raise TypeError(f"{function!r} is not declared with @check")
    run = Run(spec, function, student, seed_of(salt, unit, spec.name), shrink=shrink, aside=aside)
    student.begin_check()
    status, failure, detail, starved = _outcome(run)
    if failure is not None and not failure.calls and spec.claim is None:
        failure = msgspec.structs.replace(failure, calls=student.evidence())
    return Verdict(result_of(spec, status, run.cases, failure, public=public), detail, starved)


def result_of(
    spec: Spec, status: Status, cases: int, failure: Failure | None = None, *, public: bool
) -> CheckResult:
    """Return the record of a check that came to `status`."""
    return CheckResult(
        name=spec.name,
        key=spec.key,
        of=spec.of,
        weight=spec.weight,
        public=public,
        title=spec.title,
        status=status,
        cases=cases,
        failure=failure,
    )


def _outcome(run: Run) -> tuple[Status, Failure | None, str, bool]:
    try:
        run()
    except CheckFailed as error:
        return error.status, error.failure, "", False
    except StudentRaised as error:
        return Status.ERROR, error.failure, "", False
    except FlakyFailure:
        return Status.WRONG, Failure(why=say("student.flaky")), "", False
    except Stop as stop:
        return stop.status, stop.failure, stop.detail, stop.starved
    except KeyboardInterrupt:
        raise
    except BaseException:  # noqa: BLE001 - pytest.skip and sys.exit are no Exception, and no pass
        return Status.NOT_JUDGED, Failure(why=say("check.author")), traceback.format_exc(), False
    if run.student.made_calls == 0:
        return Status.NOT_JUDGED, Failure(why=say("check.no_call")), run.spec.name, False
    return Status.PASSED, None, "", False


class Run:
    """One run of a check; `cases` counts the inputs tried."""

    def __init__(
        self,
        spec: Spec,
        function: Callable[..., Any],
        student: Student,
        seed: int,
        *,
        shrink: bool = True,
        aside: Aside = nullcontext,
    ) -> None:
        self.spec = spec
        self.function = function
        self.student = student
        self.seed = seed
        self.options: dict[str, Any] = {"shrink": shrink, "aside": aside}
        self.cases = 0

    def __call__(self) -> None:
        """Run all of the check."""
        self.preface()
        if self.spec.claim is not None:
            return
        if self.spec.strategies:
            spec = self.spec
            run_cases(self.case, spec.strategies, spec.examples, self.seed, **self.options)
        else:
            self.case()

    def preface(self) -> None:
        """Do what comes before the cases: the valid call of an err check. A claim is no more."""
        if self.spec.claim is not None:
            self.cases = judge_claim(self.spec, self.function, self.student, self.seed)
        elif self.spec.valid is not None:
            self._valid_call(self.spec.valid)

    def _valid_call(self, valid: Any) -> None:
        """Make the valid call of an err check; its failure is the check's failure."""
        try:
            if callable(valid):
                valid(self.student)
            else:
                for name in self.spec.of:
                    self.student.call(name, **valid)
        except StudentRaised as error:
            why = say("refuse.valid_first")
            failure = Failure(why=why, traceback=error.failure.traceback)
            raise CheckFailed(failure, Status.ERROR) from None
        self.student.begin_case()

    def case(self, **drawn: Any) -> None:
        """Run the check on one case."""
        self.student.begin_case()
        self.cases += 1
        try:
            self.function(self.student, **drawn)
        except (CheckFailed, StudentRaised) as error:
            # Now: the budget may answer the smallest case from memory, after others were tried.
            error.failure = msgspec.structs.replace(error.failure, calls=self.student.evidence())
            raise
        except HypothesisException:
            raise
        except Exception:  # noqa: BLE001 - not a verb, not the student: the check itself is broken
            # Shrinking cannot help.
            raise Stop(
                Status.NOT_JUDGED, say("check.author"), detail=traceback.format_exc()
            ) from None
