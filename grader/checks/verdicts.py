"""The exceptions by which a running check is decided.

`CheckFailed` and `StudentRaised` are ordinary exceptions: Hypothesis sees them and shrinks the
case. `Stop` is a BaseException, so that it passes through Hypothesis at once: a dead box, an
unanswered function or an author's mistake has no smallest input.
"""

from __future__ import annotations

from grader.messages import Message
from grader.outcome import Failure, Status


class CheckFailed(Exception):
    """A verb did not find what it demanded."""

    def __init__(self, failure: Failure, status: Status = Status.WRONG) -> None:
        super().__init__(failure.why.id)
        self.failure = failure
        self.status = status


class StudentRaised(Exception):
    """The student's code raised; `bases` are the builtin exception classes in its MRO."""

    def __init__(self, type_name: str, bases: tuple[str, ...], failure: Failure) -> None:
        super().__init__(type_name)
        self.type_name = type_name
        self.bases = bases
        self.failure = failure


class Stop(BaseException):
    """The check ends here, without shrinking.

    Parameters
    ----------
    detail
        For NOT_JUDGED: text for the TA's log. It may quote a check and must never reach a student.
    starved
        The wall clock ran out without CPU use; the engine tries once more, alone.
    """

    def __init__(
        self, status: Status, why: Message, *, detail: str = "", starved: bool = False
    ) -> None:
        super().__init__(status.value)
        self.status = status
        self.failure = Failure(why=why)
        self.detail = detail
        self.starved = starved
