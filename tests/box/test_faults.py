"""What the student is told an exception says: also where Python's own text says nothing."""

from __future__ import annotations

import subprocess

import pytest

from grader.box.inside.faults import describe
from tests.box.conftest import OpenBox

FOLDER = "/box"


def raised(error: BaseException) -> BaseException:
    try:
        raise error
    except BaseException as caught:  # noqa: BLE001 - SystemExit too
        return caught


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (ValueError("hours < 0"), "hours < 0"),
        (AssertionError(), "没有说明 / no message"),
        (MemoryError(), "内存不够 / out of memory"),
        (MemoryError("8 GiB"), "8 GiB"),
        (OSError(2, "No such file", "a.txt"), "[Errno 2] No such file: 'a.txt'"),
        (PermissionError(1, "Not permitted", "a.txt"), "[Errno 1] Not permitted: 'a.txt'"),
        (SyntaxError("bad"), "bad"),
        (SyntaxError("bad", ("cell_3.py", 7, 1, "x = = 1")), "bad (line 7)"),
        (IndentationError("bad", ("cell_3.py", 7, 1, "x")), "bad (line 7)"),
    ],
)
def test_the_message(error: BaseException, message: str) -> None:
    assert describe(raised(error), FOLDER)["message"] == message


@pytest.mark.parametrize("code", [None, 0, "bye"])
def test_exit_is_explained(code: object) -> None:
    assert "return" in describe(raised(SystemExit(code)), FOLDER)["message"]


def test_what_the_walls_refused_is_explained() -> None:
    described = describe(raised(PermissionError(1, "Operation not permitted")), FOLDER)
    assert described["message"].startswith("[Errno 1] Operation not permitted (评分时不能")


def test_a_program_that_could_not_be_started_is_explained() -> None:
    with pytest.raises(FileNotFoundError) as caught:
        subprocess.run(["/no/such/program"], check=False)
    assert "no other process" in describe(caught.value, FOLDER)["message"]


class Liar(OSError):
    """An exception of the student's own, odd in what we look at."""

    @property
    def filename(self) -> str:  # type: ignore[override]
        raise RuntimeError


def test_a_lying_exception_costs_its_message_only() -> None:
    described = describe(raised(Liar(1, "x")), FOLDER)
    assert described["type_name"] == "Liar"
    assert "RuntimeError" in described["message"]


def test_a_syntax_error_with_odd_parts_is_described() -> None:
    odd = SyntaxError("bad", (f"{FOLDER}/cell_2.py", None, None, 5))
    assert describe(raised(odd), FOLDER)["lines"] == ("cell 2, line None: 5",)


def test_given_code_is_called_so_and_cells_by_their_number(open_box: OpenBox) -> None:
    box = open_box()
    box.run_cell("def given(x):\n    return 1 / x", 0)
    box.run_cell("def f():\n    return given(0)", 4)
    assert box.call("f", (), {}).lines == (
        "cell 4, line 2, in f: return given(0)",
        "given code, line 2, in given: return 1 / x",
    )
