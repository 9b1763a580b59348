"""Whether each result can have come from what was read: outputs after their inputs.

A value that was written before all it depends on had been read was not computed from the arrays
that were passed. The rule asks nothing of the order and allows local copies: it is what every
method has in common, so it is also what tells a record of real work from a decoy.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from grader.checks.access.broken import broken
from grader.checks.access.counts import first_events, last_events
from grader.checks.access.log import AccessLog
from grader.checks.compare import Hint
from grader.messages import say


def explained(log: AccessLog, output: str, needs: Sequence[str], *, hint: Hint = None) -> None:
    """Demand that each element of `output` was written after its own elements of `needs` were read.

    For element-wise work: element p of the output depends on element p of each input, which has as
    many elements.
    """
    written = last_written(log, output, needs, hint)
    for name in needs:
        if log.array(name).size != len(written):
            raise ValueError(f"{name} and {output} have different numbers of elements")
        read = first_read(log, name)
        bad = np.flatnonzero(read >= written)
        if len(bad):
            # Of all that came too early, what was written first.
            place = int(bad[np.argmin(written[bad])])
            raise unread(log, output, int(written[place]), name, place, hint)


def last_written(
    log: AccessLog, output: str, needs: Sequence[str], hint: Hint
) -> NDArray[np.int64]:
    """Return the last write to each element of `output`; an element without one is a failure."""
    events = log.events(output, "writes")
    home = log.array(output)
    written = last_events(log.place[events], events, home.size)
    if (written < 0).any():
        place = int(np.argmax(written < 0))
        message = "access.unwritten" if len(events) else "access.untouched"
        why = say(message, place=home.at(place), name=output)
        raise broken(
            log,
            why,
            show=[output, *needs],
            expected=(output, place, "W"),
            where=home.at(place),
            hint=hint,
        )
    return written


def first_read(log: AccessLog, name: str) -> NDArray[np.int64]:
    """Return the first read of each element; the length of the record where there is none."""
    events = log.events(name, "reads")
    return first_events(log.place[events], events, log.array(name).size, len(log))


def unread(log: AccessLog, output: str, event: int, name: str, place: int, hint: Hint) -> Exception:
    """Return the failure of a last write that came before an input that it needs was read."""
    needed = log.array(name).at(place)
    ever = first_read(log, name)[place] < len(log)
    message = "access.too_early" if ever else "access.never_read"
    why = say(message, place=log.at(event), needed=needed, event=event + 1)
    return broken(
        log,
        why,
        show=[output, name],
        event=event,
        expected=(name, place, "R"),
        want=needed,
        hint=hint,
    )
