"""The launch's grid and block: right ones pass, the usual mistakes are recognised."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from grader.checks.access.gpu.configuration import configured
from grader.checks.access.gpu.launch import Launch
from grader.outcome import Failure
from tests.checks.access.gpu.tape import GpuTape, Stop, Thread
from tests.checks.access.tape import failure


def launched(grid: Sequence[int], block: Sequence[int]) -> Launch:
    def kernel(t: Thread) -> Iterator[Stop]:
        yield from ()

    return GpuTape(grid, block).run(kernel).launch()


def cause(grid: Sequence[int], block: Sequence[int], failed: Launch) -> tuple[str, Failure]:
    """Return the id of the cause that a failure names, "" for none."""
    found = failure(lambda: configured(failed, grid, block))
    named = found.why.args["cause"]
    return "" if isinstance(named, str) else named.id, found


def test_the_configuration_of_the_course() -> None:
    configured(launched((2, 3), (4, 4)), (2, 3), (4, 4))
    configured(launched((2,), (4,)), (2,), (4,))


def test_axes_that_are_left_out_have_one() -> None:
    configured(launched((2, 1, 1), (4,)), (2,), (4, 1))


def test_swapped_axes_of_the_grid() -> None:
    named, found = cause((2, 3), (4, 4), launched((3, 2), (4, 4)))
    assert named == "gpu.configured_swapped"
    assert (found.got, found.expected) == ("[(3, 2), (4, 4)]", "[(2, 3), (4, 4)]")
    said = found.why.text("en")
    assert "kernel was launched with [grid, block] = [(3, 2), (4, 4)]" in said
    assert "should be [(2, 3), (4, 4)]. The x and y of the grid are swapped" in said
    assert "写反了" in found.why.text("zh")


@pytest.mark.parametrize(
    ("grid", "axes"), [((1, 3), "x"), ((2, 2), "y"), ((1, 2), "x, y")], ids=["x", "y", "both"]
)
def test_floor_division(grid: tuple[int, int], axes: str) -> None:
    named, found = cause((2, 3), (4, 4), launched(grid, (4, 4)))
    assert named == "gpu.configured_floor"
    assert f"One block is missing along {axes}:" in found.why.text("en")
    assert f"{axes} 方向少了一个线程块" in found.why.text("zh")


def test_a_block_too_many() -> None:
    named, found = cause((2, 3), (4, 4), launched((3, 3), (4, 4)))
    assert named == "gpu.configured_idle"
    assert "along x, with nothing to do" in found.why.text("en")


def test_one_dimension_for_a_kernel_of_two() -> None:
    named, found = cause((2, 3), (4, 4), launched((6,), (16,)))
    assert named == "gpu.configured_flat"
    assert found.got == "[(6, 1), (16, 1)]"
    assert "一维" in found.why.text("zh")


def test_a_block_that_is_not_the_tile() -> None:
    named, found = cause((2, 3), (4, 4), launched((1, 2), (8, 8)))
    assert named == "gpu.configured_block"
    assert "The block should be (4, 4)" in found.why.text("en")


@pytest.mark.parametrize("grid", [(2, 3), (3, 2)])
def test_a_block_with_swapped_axes(grid: tuple[int, int]) -> None:
    named, found = cause((2, 3), (4, 2), launched(grid, (2, 4)))
    assert named == "gpu.configured_block_swapped"
    assert "写反了" in found.why.text("zh")


def test_a_grid_that_nothing_explains() -> None:
    named, found = cause((2, 3), (4, 4), launched((7, 5), (4, 4)))
    assert named == ""
    assert found.why.text("en").endswith("it should be [(2, 3), (4, 4)]. ")


def test_a_hint_is_passed_on() -> None:
    failed = launched((1,), (1,))
    found = failure(lambda: configured(failed, (2,), (1,), hint=("想一想", "think")))
    assert found.hint is not None
    assert found.hint.zh == "想一想"


@pytest.mark.parametrize("grid", [(), (1, 1, 1, 1)])
def test_a_grid_of_no_or_four_axes_is_the_authors_mistake(grid: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="one to three axes"):
        configured(launched((1,), (1,)), grid, (1,))
