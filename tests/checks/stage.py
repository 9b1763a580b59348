"""A stage for scripts: checks of a test, a model solution and submissions, all in real boxes."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from hypothesis import strategies as st

from grader.box import Limits, Zygote
from grader.checks.backends import BoxBackend
from grader.checks.budget import Budget
from grader.checks.compare import close
from grader.checks.declare import check, given
from grader.checks.playing import Player
from grader.checks.protocol import Backend
from grader.checks.pytest_plugin import CheckPlugin, Collected
from grader.checks.scripts import Script, write_script
from grader.checks.session import Verdict
from grader.checks.student import Answers, Student
from grader.outcome import CheckResult

SALT, UNIT, NOWHERE = "salt", "q01_unit", Path("hidden.py")
SMALL = Limits(cpu_s=1, cell_cpu_s=2, unit_cpu_s=20, memory_mb=256, output_kb=64)


def declared(body: Callable[..., Any], key: Any = "prop", examples: int = 5, **options: Any) -> Any:
    """Return `body` as a declared check of `f`; options that are strategies are drawn."""
    drawn = {n: options.pop(n) for n in list(options) if n not in ("of", "valid")}
    body.__doc__ = "中文。\n\nEnglish."
    if drawn:
        body = given(examples=examples, **drawn)(body)
    return check(key, of=options.pop("of", "f"), **options)(body)


class _Watched(Player):
    """Notes which checks were passed by script."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.passed: list[str] = []

    def cases(self, function: Callable[..., Any], student: Student, seed: int) -> int | None:
        count = super().cases(function, student, seed)
        self.passed += [function.__name__] if count else []
        return count


@dataclass(frozen=True)
class Judged:
    """What a submission came to, judged live and by scripts."""

    live: tuple[CheckResult, ...]
    played: tuple[CheckResult, ...]
    by_script: tuple[str, ...]
    """The checks that were passed by script."""

    @property
    def statuses(self) -> list[str]:
        """The statuses, which are the same in both ways."""
        assert msgspec.json.encode(self.live) == msgspec.json.encode(self.played)
        return self.racing

    @property
    def racing(self) -> list[str]:
        """The statuses of a submission whose records no two runs have alike."""
        assert [r.status for r in self.live] == [r.status for r in self.played]
        return [result.status.value for result in self.played]


@dataclass(frozen=True)
class Stage:
    """Writes scripts and plays them."""

    zygote: Zygote
    limits: Limits = SMALL
    simulating: bool = False

    @contextmanager
    def backend(self, cells: Sequence[str], limits: Limits | None = None) -> Iterator[BoxBackend]:
        """Give a backend with the cells of a notebook."""
        allowed = limits or self.limits
        made = BoxBackend.of(
            lambda: self.zygote.open_box(allowed),
            tuple(enumerate(cells)),
            budget=Budget(allowed.unit_cpu_s),
            simulating=self.simulating,
        )
        try:
            yield made
        finally:
            made.recover()

    @cache  # noqa: B019 - a stage is as long-lived as its tests
    def scripts(
        self, checks: tuple[Any, ...], solution: str, rules: tuple[str, ...] = ()
    ) -> dict[str, Script]:
        """Return the scripts of those checks that have one."""
        with self.backend([solution]) as backend, warnings.catch_warnings():
            warnings.simplefilter("ignore")  # as `rehearsed` does
            written = {
                f.__name__: write_script(f, backend, unit=UNIT, salt=SALT, rules=rules, cpu_s=1.0)
                for f in checks
            }
        return {name: script for name, script in written.items() if script is not None}

    def script(self, function: Any, solution: str, rules: tuple[str, ...] = ()) -> Script | None:
        """Return the script of one check."""
        return self.scripts((function,), solution, rules).get(function.__name__)

    def judged(
        self,
        checks: Sequence[Any],
        solution: str,
        *cells: str,
        rules: tuple[str, ...] = (),
        unanswered: tuple[str, ...] = (),
        **limits: float,
    ) -> Judged:
        """Judge a submission in both ways."""
        scripts = self.scripts(tuple(checks), solution, rules)
        allowed = msgspec.structs.replace(self.limits, **limits)
        answers = Answers(frozenset(unanswered))

        def run(backend: Backend, player: Player | None = None) -> tuple[CheckResult, ...]:
            student = Student(backend, answers, rules)
            plugin = CheckPlugin(student, unit=UNIT, salt=SALT, public=Path(), player=player)
            plugin.run([Collected(f, NOWHERE) for f in checks])
            return tuple(map(_result, plugin.verdicts))

        with self.backend(cells, allowed) as alone, self.backend(cells, allowed) as boxes:
            player = _Watched(scripts, boxes, allowed.cpu_s)
            played = run(player.diary, player)
            return Judged(run(alone), played, tuple(player.passed))


def _result(verdict: Verdict) -> CheckResult:
    return verdict.result


DOUBLES = "def f(n):\n    return 2 * n"
"""A solution."""
INTEGERS = st.integers(0, 1000)


def test_doubled(student: Student, n: int) -> None:
    close(student.call("f", n=n), 2.0 * n, rel=1e-6)


DOUBLED = declared(test_doubled, n=INTEGERS)
"""A check of it."""
