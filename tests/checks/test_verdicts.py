"""What Hypothesis may see and shrink, and what passes through it at once."""

from __future__ import annotations

from grader.checks.verdicts import CheckFailed, Stop, StudentRaised
from grader.messages import say
from grader.outcome import Failure, Status

FAILURE = Failure(why=say("compare.differs"))


def test_failures_are_exceptions_and_a_stop_is_not() -> None:
    assert issubclass(CheckFailed, Exception)
    assert issubclass(StudentRaised, Exception)
    assert not issubclass(Stop, Exception)


def test_a_failed_check_is_wrong_unless_it_says_otherwise() -> None:
    assert CheckFailed(FAILURE).status is Status.WRONG
    assert CheckFailed(FAILURE, Status.FORBIDDEN).status is Status.FORBIDDEN


def test_the_text_of_an_exception_holds_no_value() -> None:
    failure = Failure(why=say("student.raised", type="KeyError", message="secret"), got="secret")
    assert "secret" not in str(CheckFailed(failure))
    assert "secret" not in str(StudentRaised("KeyError", (), failure))
    assert "secret" not in str(Stop(Status.NOT_JUDGED, say("check.author"), detail="secret"))


def test_a_stop_carries_its_sentence_as_a_failure() -> None:
    stop = Stop(Status.TIME_LIMIT, say("box.waited"), starved=True)
    assert stop.failure == Failure(why=say("box.waited"))
    assert (stop.status, stop.detail, stop.starved) == (Status.TIME_LIMIT, "", True)
