"""From operators to kernels: one program, two backends, and what a comparison of them can show.

Python says what is computed. Which kernels run is up to the backend: an operator may become
several kernels, and several operators may be fused into one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from reference.models import domain, roofline

EVIDENCE = (
    "runs_on_a",
    "runs_on_b",
    "outputs_within_tol",
    "kernel_traces_equal",
    "times_within_tol",
    "same_measurement_conditions",
)
CONCLUSIONS: Mapping[str, tuple[str, ...]] = {
    "portable": ("runs_on_a", "runs_on_b"),
    "same_result_within_tol": ("runs_on_a", "runs_on_b", "outputs_within_tol"),
    "same_kernels": ("runs_on_a", "runs_on_b", "kernel_traces_equal"),
    "same_performance_here": (
        "runs_on_a",
        "runs_on_b",
        "times_within_tol",
        "same_measurement_conditions",
    ),
}
"""All the evidence that each conclusion needs."""


def lower(
    ops: Sequence[str],
    kernels: Mapping[str, Sequence[str]],
    fusions: Mapping[tuple[str, ...], str],
) -> list[str]:
    """Return the kernels that a list of operators becomes, from left to right.

    At each place the longest fusion that matches the next operators wins; where none matches, the
    operator becomes its own kernels.

    Parameters
    ----------
    ops : sequence of str
        Operators in the order they run.
    kernels : mapping
        Kernels of each operator, at least one.
    fusions : mapping
        Kernel for each run of two or more operators that the backend fuses.

    Raises
    ------
    ValueError
        An operator that is not fused has no kernels, or a fusion has fewer than two operators.
    """
    for pattern in fusions:
        if len(pattern) < 2:
            raise ValueError(f"a fusion must have at least two operators, not {pattern!r}")
    longest_first = sorted(fusions, key=len, reverse=True)
    lowered: list[str] = []
    place = 0
    while place < len(ops):
        pattern = _first_match(ops, place, longest_first)
        if pattern:
            lowered.append(fusions[pattern])
        elif kernels.get(ops[place]):
            lowered.extend(kernels[ops[place]])
        else:
            raise ValueError(f"operator {ops[place]!r} must have kernels or be part of a fusion")
        place += len(pattern) or 1
    return lowered


def run_time_s(
    kernel_list: Sequence[str],
    cost: Mapping[str, tuple[float, float]],
    flop_per_s: float,
    bytes_per_s: float,
    launch_s: float,
) -> float:
    """Return the time of kernels that run one after another, sum of launch + max(F/P, Q/B).

    Parameters
    ----------
    kernel_list : sequence of str
        Kernels in the order they run.
    cost : mapping
        (FLOP, bytes) of each kernel, both >= 0.
    flop_per_s, bytes_per_s : float
        P and B of the device, > 0.
    launch_s : float
        Seconds before each kernel starts, >= 0.

    Raises
    ------
    ValueError
        A kernel has no cost, or a number is out of range.
    """
    launch_s = domain.real("launch_s", launch_s, low=0)
    flop_per_s = domain.real("flop_per_s", flop_per_s, above=0)
    bytes_per_s = domain.real("bytes_per_s", bytes_per_s, above=0)
    total_s = 0.0
    for kernel in kernel_list:
        if kernel not in cost:
            raise ValueError(f"kernel {kernel!r} must have a cost")
        flop, moved_bytes = cost[kernel]
        total_s += launch_s + roofline.time_bound_s(flop, moved_bytes, flop_per_s, bytes_per_s)
    return total_s


def conclusions(evidence: Mapping[str, bool]) -> set[str]:
    """Return what a comparison of one program on two backends has shown; see `CONCLUSIONS`.

    Parameters
    ----------
    evidence : mapping
        Keys are those of `EVIDENCE`; one that is absent has not been shown.

    Raises
    ------
    ValueError
        A key is unknown.
    """
    for key in evidence:
        domain.choice("evidence", key, EVIDENCE)
    return {
        conclusion
        for conclusion, needed in CONCLUSIONS.items()
        if all(evidence.get(key, False) for key in needed)
    }


def _first_match(
    ops: Sequence[str], place: int, patterns: Sequence[tuple[str, ...]]
) -> tuple[str, ...]:
    """Return the first pattern that the operators from `place` on begin with, else ()."""
    for pattern in patterns:
        if tuple(ops[place : place + len(pattern)]) == tuple(pattern):
            return pattern
    return ()
