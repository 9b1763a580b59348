"""Which walls a run may rely on: proved by attack, chosen once, refused where they are missing."""

from __future__ import annotations

from grader.box import Rung
from grader.box.doctor import best_rung
from grader.errors import UsageError
from grader.messages import say


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
        Only rung D holds here, or is wanted, and `trust` was not given.
    """
    rung = max(best_rung(), Rung(wanted)) if wanted else best_rung()
    if rung is Rung.D and not trust:
        raise UsageError(say("walls.none"), say("walls.none_hint"))
    return rung
