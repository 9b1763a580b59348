"""Which walls a run may rely on: proved by attack, refused where they are missing.

The proof starts a throwaway box, so it is made when something is about to run, not when a class is
only looked at. A stored result needs none: its key names the walls it was judged behind.
"""

from __future__ import annotations

import os
from dataclasses import dataclass

from grader.box import Rung
from grader.box.doctor import best_rung
from grader.errors import UsageError
from grader.messages import say


def refuse_without_boxes() -> None:
    """Raise UsageError where no box can be made at all: before anything is read or written."""
    if os.name != "posix":
        raise UsageError(say("box.not_posix"), say("box.hint.linux"))


def choose_rung(*, trust: bool, wanted: str = "") -> Rung:
    """Return the rung to grade on.

    Parameters
    ----------
    trust
        The TA accepts rung D, where nothing keeps a submission from the hidden checks.
    wanted
        A weaker rung than the best, to see what it does; empty for the best.

    Raises
    ------
    UsageError
        Only rung D holds here, or is wanted, and `trust` was not given; or there are no boxes.
    """
    return Walls(trust=trust, wanted=wanted).prove()


@dataclass(frozen=True)
class Walls:
    """The walls that a run asks for, proved when they are needed."""

    trust: bool
    wanted: str = ""

    def __post_init__(self) -> None:
        refuse_without_boxes()
        self._refuse(self.hoped)

    @property
    def hoped(self) -> Rung:
        """Return the strongest rung that the proof can come to."""
        return Rung(self.wanted) if self.wanted else min(Rung)

    def prove(self) -> Rung:
        """Return the rung to run on; raises as `choose_rung` does."""
        rung = max(best_rung(), self.hoped)
        self._refuse(rung)
        return rung

    def _refuse(self, rung: Rung) -> None:
        if rung is Rung.D and not self.trust:
            raise UsageError(say("walls.none"), say("walls.none_hint"))
