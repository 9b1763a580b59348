"""What stopped a launch becomes a sentence with its source line; our own gaps become NOT_JUDGED."""

from __future__ import annotations

from typing import Any

import pytest

from grader.checks.access import Forged
from grader.checks.access.gpu import fault_failure
from grader.checks.access.gpu.faults import SIZES
from grader.checks.verdicts import CheckFailed, Stop
from grader.messages import catalogue
from grader.outcome import Failure, Status

LINE = "cell 2, line 7, in gemm: C[i, j] = acc"
EARLIER = "cell 2, line 3, in gemm: i = n * n"


def fault(kind: str, *texts: object, **changed: object) -> dict[str, Any]:
    return {
        "kind": kind,
        "kernel": "gemm",
        "block": (1, 0, 0),
        "thread": (3, 2, 0),
        "where": LINE,
        "segment": "C[i, j]",
        "texts": texts,
    } | changed


def failed(*described: str, **changed: object) -> Failure:
    found = fault_failure(fault(*described, **changed))
    assert isinstance(found, CheckFailed)
    assert found.status is Status.WRONG
    assert all(found.failure.why.text(lang) for lang in ("zh", "en"))  # type: ignore[arg-type]
    return found.failure


def said(*described: str, **changed: object) -> str:
    return failed(*described, **changed).why.text("en")


def test_an_index_out_of_range() -> None:
    found = failed("index", "C[5, 0]", "(4, 4)", "outside", "")
    assert found.why.text("en").startswith(
        "an index out of range: thread (3, 2) of block (1, 0) accesses C[5, 0] of an array of "
        "shape (4, 4)"
    )
    assert (found.where, found.traceback) == ("C[5, 0]", (LINE,))


def test_a_negative_index() -> None:
    assert "does not count from the end" in said("index", "A[-1, 3]", "(4, 4)", "negative", "")


@pytest.mark.parametrize("how", ["negative", "outside"])
def test_an_index_that_left_int32_on_the_way(how: str) -> None:
    found = failed("index", "A[-5]", "(4,)", how, EARLIER)
    assert found.why.id == "gpu.index_wrapped"
    assert found.traceback == (EARLIER, LINE)


def test_a_thread_in_depth_is_named_in_full() -> None:
    assert "thread (3, 2, 1) of block" in said("overflow", "int too large", thread=(3, 2, 1))


@pytest.mark.parametrize("what", SIZES)
def test_a_launch_beyond_a_limit(what: str) -> None:
    nobody = {"block": (-1, -1, -1), "thread": (-1, -1, -1), "where": ""}
    found = failed("launch", what, "2048", "1024", **nobody)
    assert "is 2048, at most 1024 are allowed" in found.why.text("en")
    assert found.why.args["what"].id == f"gpu.size_{what}"  # type: ignore[union-attr]
    assert found.traceback == ()


@pytest.mark.parametrize(
    ("what", "got", "most", "sentence"),
    [
        ("dimensions", "grid = (1, 2, 3, 4)", "3", "too many dimensions, or none: grid = (1"),
        ("empty", "grid.x = 0", "1", "zero or negative: grid.x = 0"),
        ("not_integer", "block = 1.5", "", "have to be integers: block = 1.5"),
        ("no_configuration", "", "", "without a launch configuration"),
    ],
)
def test_a_launch_that_is_none(what: str, got: str, most: str, sentence: str) -> None:
    assert sentence in said("launch", what, got, most)


def test_a_thread_that_waits_for_one_that_does_not_come() -> None:
    found = failed("deadlock", "cuda.shfl_sync", "threadIdx (4, 0, 0)", EARLIER)
    assert "waits in cuda.shfl_sync, but threadIdx (4, 0, 0) does not come" in (
        found.why.text("en")
    )
    assert found.traceback == (EARLIER, LINE)


@pytest.mark.parametrize(("seen", "id_"), [("finished", "_returned"), ("", "")])
def test_a_thread_that_waits_for_one_that_is_nowhere(seen: str, id_: str) -> None:
    found = failed("deadlock", "cuda.shfl_sync", "threadIdx (4, 0, 0)", seen)
    assert found.why.id == f"gpu.fault_deadlock{id_}"
    assert found.traceback == (LINE,)


def test_arguments_that_no_kernel_takes() -> None:
    assert "C: list" in said("arguments", "C: list")


def test_a_number_that_does_not_fit_and_nobody_to_blame() -> None:
    nobody = {"block": (-1, -1, -1), "thread": (-1, -1, -1)}
    assert said("overflow", "int too large", **nobody).startswith("the launch computes a number")


def test_what_the_simulator_cannot_run_is_not_judged() -> None:
    found = fault_failure(fault("unsupported", "cooperative groups"))
    assert isinstance(found, Stop)
    assert found.status is Status.NOT_JUDGED
    assert "cooperative groups" in found.failure.why.text("en")
    assert "cooperative groups" in found.failure.why.text("zh")
    assert found.detail == f"cooperative groups: {LINE}"


def test_every_sentence_about_a_launch_is_reached_above() -> None:
    """The ids are put together while running; here they are all known to exist."""
    sizes = {name.removeprefix("gpu.size_") for name in catalogue() if name.startswith("gpu.size_")}
    assert sizes == set(SIZES)


@pytest.mark.parametrize(
    ("described", "what"),
    [
        (None, "fault"),
        ({}, "fault"),
        (fault("magic"), "kind"),
        (fault("index") | {"kind": 1}, "kind"),
        (fault("index", "A[1]", "(1,)", "outside"), "texts"),
        (fault("index", "A[1]", "(1,)", "sideways", ""), "texts"),
        (fault("launch", "blocks", "1", "1"), "texts"),
        (fault("launch", "blocks", "1", 1), "texts"),
        (fault("arguments", "a" * 301), "texts"),
        (fault("arguments", "a") | {"texts": ["a"]}, "texts"),
        (fault("arguments", "a", kernel=None), "kernel"),
        (fault("arguments", "a", block=(0, 0)), "block"),
        (fault("arguments", "a", thread=(0, 0, -2)), "thread"),
        (fault("arguments", "a", where=1), "where"),
        (fault("arguments", "a", segment="s" * 301), "segment"),
        (fault("arguments", "a", more=1), "fault"),
    ],
)
def test_a_fault_that_the_simulator_does_not_know(described: object, what: str) -> None:
    with pytest.raises(Forged) as caught:
        fault_failure(described)
    assert (caught.value.why.id, caught.value.why.args) == ("gpu.form", {"what": what})
