"""Whether a launch had the grid and block that the problem asks for, and what went wrong if not."""

from __future__ import annotations

from collections.abc import Sequence

from grader.checks.access.gpu.launch import Dim3, Launch
from grader.checks.compare import Hint
from grader.checks.verdicts import CheckFailed
from grader.messages import Message, say
from grader.outcome import Failure, Text


def configured(
    launch: Launch, grid: Sequence[int], block: Sequence[int], *, hint: Hint = None
) -> None:
    """Demand that the launch had this grid of blocks and this block of threads.

    Parameters
    ----------
    grid, block
        Blocks, and threads of a block, along x, y and z; axes that are left out have 1.
    """
    want_grid, want_block = _three(grid), _three(block)
    if (launch.grid, launch.block) == (want_grid, want_block):
        return
    axes = max(len(grid), len(block), _dimensions(launch.grid), _dimensions(launch.block))
    got = _shown(launch.grid, launch.block, axes)
    want = _shown(want_grid, want_block, axes)
    why = say(
        "gpu.configured",
        kernel=launch.kernel,
        got=got,
        want=want,
        cause=_cause(launch, want_grid, want_block),
    )
    text = None if hint is None else Text(*hint)
    raise CheckFailed(Failure(why=why, got=got, expected=want, hint=text))


def _cause(launch: Launch, grid: Dim3, block: Dim3) -> Message | str:
    """Return the mistake that leads to this configuration, "" where none is known."""
    one_axis = max(_dimensions(launch.grid), _dimensions(launch.block)) == 1
    if one_axis and max(_dimensions(grid), _dimensions(block)) > 1:
        return say("gpu.configured_flat")
    if launch.block == block:
        return _grid_cause(launch.grid, grid)
    if _swapped(launch.block) == block and launch.grid in (grid, _swapped(grid)):
        return say("gpu.configured_block_swapped")
    return say("gpu.configured_block", block=_tuple(block, _dimensions(block)))


def _grid_cause(came: Dim3, grid: Dim3) -> Message | str:
    if _swapped(came) == grid:
        return say("gpu.configured_swapped")
    lacking = [want - got for got, want in zip(came, grid, strict=True)]
    if set(lacking) == {0, 1}:
        return say("gpu.configured_floor", axes=_axes(lacking))
    if set(lacking) == {0, -1}:
        return say("gpu.configured_idle", axes=_axes(lacking))
    return ""


def _axes(lacking: list[int]) -> str:
    """Return the axes that are off: `x`, or `x, y`."""
    return ", ".join(axis for axis, off in zip("xyz", lacking, strict=True) if off)


def _three(extent: Sequence[int]) -> Dim3:
    if not 1 <= len(extent) <= 3:
        raise ValueError(f"a grid or a block has one to three axes, not {len(extent)}")
    x, y, z = (*extent, 1, 1)[:3]
    return x, y, z


def _dimensions(extent: Dim3) -> int:
    """Return how many axes an extent needs: those behind have 1."""
    return max((axis + 1 for axis in range(3) if extent[axis] > 1), default=1)


def _swapped(extent: Dim3) -> Dim3:
    return extent[1], extent[0], extent[2]


def _shown(grid: Dim3, block: Dim3, axes: int) -> str:
    """Return a configuration as it stands between the brackets: `[(2, 3), (16, 16)]`."""
    return f"[{_tuple(grid, axes)}, {_tuple(block, axes)}]"


def _tuple(extent: Dim3, axes: int) -> str:
    return str(extent[:axes]) if axes > 1 else str(extent[0])
