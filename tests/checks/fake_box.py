"""A backend without a box: functions of this process, replies and deaths, all written down."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grader.box import BoxDied, Missing, Raised, Returned
from grader.checks.self_check import KernelBackend
from grader.errors import BoxError
from grader.messages import say
from grader.outcome import Status

Reply = Returned | Raised | Missing


class Dies(BaseException):
    """Raised inside a function: the box that runs it is gone."""

    def __init__(self, death: BoxDied) -> None:
        self.death = death


def death(status: Status, *, starved: bool = False) -> BoxDied:
    """Return the death of a box, as the keeper would report it."""
    return BoxDied(status, say("box.waited"), starved=starved)


class FakeBox(KernelBackend):
    """Calls `submission[name]`; a reply, a death or an error of ours stands for what comes of it.

    Parameters
    ----------
    submission
        Functions; in place of one a `Returned`, `Raised`, `BoxDied` or `BoxError`.
    """

    def __init__(self, submission: Mapping[str, Any]) -> None:
        super().__init__(submission)
        self.submission = dict(submission)
        self.asked: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = []
        self.recovered = 0
        self.constants: dict[str, Any] = {}

    def call(
        self,
        name: str,
        args: tuple[Any, ...],
        kwargs: Mapping[str, Any],
        *,
        out: tuple[str, ...],
        frozen: tuple[str, ...],
    ) -> Reply:
        self.asked.append((name, args, dict(kwargs)))
        scripted = self.submission.get(name)
        if isinstance(scripted, BoxDied | BoxError):
            raise scripted
        if isinstance(scripted, Reply):
            return scripted
        try:
            return super().call(name, args, kwargs, out=out, frozen=frozen)
        except Dies as dies:
            raise dies.death from None

    def set(self, name: str, value: Any) -> None:
        self.constants = {name: value}

    def unset(self) -> None:
        self.constants.clear()

    def recover(self) -> None:
        self.recovered += 1
        self.constants.clear()
