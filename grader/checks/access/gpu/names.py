"""What an array of a launch is called in the sentences that a student reads.

A box calls shared memory after the variable that it is assigned to. Where the statement has not one
variable, as in `a, b = cuda.shared.array(…), cuda.shared.array(…)`, it can only count: `shared3`.
What the source says where it touches the array is a name that the student knows, so that is taken.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from grader.checks.access.gpu.launch import DeviceArray, Site

_SUBSCRIPTED = re.compile(r"([^\W\d]\w*)\[")


def own_name(name: str, taken: Collection[str]) -> str:
    """Return a name that no other array has: two functions may call their tiles the same."""
    numbered = (f"{name} ({n})" for n in range(2, len(taken) + 3))
    return next(one for one in (name, *numbered) if one not in taken)


def called_in_source(
    arrays: tuple[DeviceArray, ...],
    sites: Sequence[Site],
    number: NDArray[np.uint8],
    site: NDArray[np.int32],
) -> tuple[DeviceArray, ...]:
    """Return the arrays, with names out of the source for shared ones that a box only counted.

    Parameters
    ----------
    number, site
        Of each access, the array and the place in the source.
    """
    called = list(arrays)
    for i, array in enumerate(arrays):
        if array.space == "shared" and array.name == f"shared{i}":
            name = _name_at([sites[s].segment for s in _most_first(site[number == i])])
            others = {other.name for other in called if other is not array}
            called[i] = replace(array, name=own_name(name or array.name, others))
    return tuple(called)


def _most_first(site: NDArray[np.int32]) -> list[int]:
    """Return the places of these accesses, those with most accesses first."""
    counts = np.bincount(site)
    # A device function names its parameter; the loop that uses the tile runs more often.
    order = np.argsort(-counts, kind="stable")
    return [int(place) for place in order if counts[place]]


def _name_at(segments: Sequence[str]) -> str:
    """Return the variable of the first `a[y, k]` among pieces of source, "" for none."""
    found = (_SUBSCRIPTED.match(segment) for segment in segments)
    return next((match[1] for match in found if match), "")
