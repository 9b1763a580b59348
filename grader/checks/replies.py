"""What an answer without a value means: the exception that ends the call."""

from __future__ import annotations

from grader.box import Raised
from grader.checks import show
from grader.checks.protocol import Reply
from grader.checks.verdicts import Stop, StudentRaised
from grader.messages import Message, say
from grader.outcome import Failure, Status


def wants_writeable(reply: Reply) -> bool:
    """Return whether a compiled function refused read-only arrays.

    A signature such as `void(f4[:, :], …)` admits none, and nobody has to know how to write one
    that does.
    """
    if not isinstance(reply, Raised):
        return False
    return reply.type_name == "TypeError" and "readonly array" in reply.message


def judged(reply: Raised) -> tuple[Status, Message]:
    """Return the verdict on an exception and its sentence, which names the limit it came of."""
    message = show.clip(reply.message, 300)
    if reply.over is not None:
        return reply.over.status, say("student.over", why=reply.over.why, message=message)
    unsupported = reply.type_name == "UnsupportedReturnType"
    message_id = "student.unsupported" if unsupported else "student.raised"
    return Status.ERROR, say(message_id, type=show.clip(reply.type_name, 80), message=message)


def raised(reply: Raised, name: str) -> BaseException:
    """Return the exception that ends a call which raised this."""
    if "NotImplementedError" in reply.builtin_bases:
        return Stop(Status.UNANSWERED, say("student.stub", name=name))
    status, why = judged(reply)
    if status is not Status.ERROR:
        return Stop(status, why)
    lines = tuple(show.clip(line, 200) for line in reply.lines)
    return StudentRaised(
        show.clip(reply.type_name, 80), reply.builtin_bases, Failure(why=why, traceback=lines)
    )
