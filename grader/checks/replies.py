"""What an answer without a value means: the exception that ends the call."""

from __future__ import annotations

from grader.box import Raised
from grader.checks import show
from grader.checks.protocol import Reply
from grader.checks.verdicts import Stop, StudentRaised
from grader.messages import say
from grader.outcome import Failure, Status


def wants_writeable(reply: Reply) -> bool:
    """Return whether a compiled function refused read-only arrays.

    A signature such as `void(f4[:, :], …)` admits none, and nobody has to know how to write one
    that does.
    """
    if not isinstance(reply, Raised):
        return False
    return reply.type_name == "TypeError" and "readonly array" in reply.message


def raised(reply: Raised, name: str) -> BaseException:
    """Return the exception that ends a call which raised this."""
    if "NotImplementedError" in reply.builtin_bases:
        return Stop(Status.UNANSWERED, say("student.stub", name=name))
    if reply.memory_evidence:
        why = say("student.memory", message=show.clip(reply.message, 300))
        return Stop(Status.MEMORY_LIMIT, why)
    message_id = "student.raised"
    if reply.type_name == "UnsupportedReturnType":
        message_id = "student.unsupported"
    why = say(
        message_id, type=show.clip(reply.type_name, 80), message=show.clip(reply.message, 300)
    )
    lines = tuple(show.clip(line, 200) for line in reply.lines)
    return StudentRaised(
        show.clip(reply.type_name, 80), reply.builtin_bases, Failure(why=why, traceback=lines)
    )
