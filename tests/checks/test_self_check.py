"""A student's own checks, on the functions of the running notebook."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from grader.checks.self_check import KernelBackend, run_public, self_check
from grader.course import Limits, Manifest, ManifestUnit, Unit, load_bundle
from grader.outcome import Status, Text

INPUTS = "from hypothesis import strategies as st\n\nNUMBERS = st.integers(0, 9)\n"
CHECKS = '''\
from grader import check, exact, expects, given

from .inputs import NUMBERS


@check("ex", of="f")
def test_example(student):
    """f(2) 是 4。

    f(2) is 4.
    """
    exact(student.call("f", n=2), 4)


@check("prop", of="f")
@given(NUMBERS)
def test_every(student, n):
    """f(n) 是 2n。

    f(n) is 2n.
    """
    exact(student.call("f", n=n), 2 * n)


@check("err", of="f", valid={"n": 1})
def test_refuses(student):
    """负数被拒绝。

    Negative numbers are refused.
    """
    with expects(ValueError):
        student.call("f", n=-1)
'''
UNIT = "q01_double"


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    """An unpacked bundle of one unit."""
    checks = tmp_path / "checks" / UNIT
    checks.mkdir(parents=True)
    (checks / "inputs.py").write_text(INPUTS, "utf-8")
    (checks / "test_public.py").write_text(CHECKS, "utf-8")
    unit = ManifestUnit(UNIT, Text("加倍", "Double"), "core", 5, {"ex": "1"}, ("f",), (), Limits())
    title = Text("课", "Course")
    release, languages = "2026.09-1a2b", ("zh", "en")
    manifest = Manifest(title, "b1_first", title, release, languages, (unit,), {}, "0.1.0")  # type: ignore[arg-type]
    (tmp_path / "manifest.json").write_bytes(msgspec.json.encode(manifest))
    return tmp_path


@pytest.fixture
def unit(bundle: Path) -> Unit:
    return load_bundle(bundle).unit("q01")


def double(n: int) -> int:
    if n < 0:
        raise ValueError("n < 0")
    return 2 * n


def statuses(unit: Unit, key: str, **namespace: Any) -> dict[str, Status]:
    return {r.name: r.status for r in run_public(unit, key, namespace)}


@pytest.mark.parametrize(
    ("key", "name"), [("ex", "test_example"), ("prop", "test_every"), ("err", "test_refuses")]
)
def test_the_checks_of_one_key_are_run(unit: Unit, key: str, name: str) -> None:
    assert statuses(unit, key, f=double) == {name: Status.PASSED}
    assert all(r.public for r in run_public(unit, key, {"f": double}))


def test_a_key_without_public_checks_has_no_result(unit: Unit) -> None:
    assert statuses(unit, "claim", f=double) == {}


@pytest.mark.parametrize(
    ("function", "status"),
    [
        (lambda n: n, Status.WRONG),
        (lambda n: n / 0, Status.ERROR),
        (lambda m: 4, Status.ERROR),
        (lambda n: sys.exit(0), Status.ERROR),
        (None, Status.UNANSWERED),
        (7, Status.UNANSWERED),
    ],
    ids=range(6),
)
def test_each_way_to_fail_has_its_verdict(unit: Unit, function: Any, status: Status) -> None:
    assert statuses(unit, "ex", f=function) == {"test_example": status}
    assert statuses(unit, "ex") == {"test_example": Status.UNANSWERED}


def test_the_functions_are_taken_as_they_are_now(unit: Unit) -> None:
    namespace: dict[str, Any] = {"f": lambda n: 0}
    assert run_public(unit, "ex", namespace)[0].status is Status.WRONG
    namespace["f"] = double
    assert run_public(unit, "ex", namespace)[0].status is Status.PASSED


def test_a_changed_check_file_is_read_again(unit: Unit) -> None:
    assert statuses(unit, "ex", f=double) == {"test_example": Status.PASSED}
    path = unit.public / "test_public.py"
    path.write_text(CHECKS.replace("test_example", "test_another_one"), "utf-8")
    assert statuses(unit, "ex", f=double) == {"test_another_one": Status.PASSED}


def test_an_exception_shows_the_students_own_lines_only(unit: Unit) -> None:
    def broken(n: int) -> int:
        return [1][n]

    (result,) = run_public(unit, "ex", {"f": broken})
    assert result.failure is not None
    assert result.failure.traceback == ("broken: return [1][n]",)


# --- what the notebook prints ---------------------------------------------------------------------


@pytest.fixture
def notebook(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Return a function that makes names the notebook's."""

    def notebook(**names: Any) -> None:
        for name, value in names.items():
            monkeypatch.setattr(sys.modules["__main__"], name, value, raising=False)

    return notebook


def test_both_languages_are_printed(
    bundle: Path,
    notebook: Callable[..., None],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (bundle / "work").mkdir()
    monkeypatch.chdir(bundle / "work")
    notebook(f=double)
    self_check(UNIT, "ex")
    assert capsys.readouterr().out == "  ✓ f(2) 是 4。\n  ✓ f(2) is 4.\n"
    notebook(f=lambda n: n)
    self_check("q01", "ex")
    shown = capsys.readouterr().out
    assert "✗ f(2) is 4." in shown
    assert "f(n=2) -> 2" in shown
    assert "expected: 4" in shown


def test_outside_a_bundle_it_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    self_check(UNIT, "ex")
    assert len(capsys.readouterr().out.splitlines()) == 2


# --- the kernel as a backend ----------------------------------------------------------------------


def test_arguments_are_copies() -> None:
    def spoils(values: list[int], A: np.ndarray) -> None:
        values.append(9)
        A[...] = 9

    values, A = [1], np.zeros(2)
    KernelBackend({"f": spoils}).call("f", (values,), {"A": A}, out=(), frozen=())
    assert values == [1]
    assert A.tolist() == [0, 0]


def test_an_object_is_known_by_its_number() -> None:
    backend = KernelBackend({"list": list})
    first, second = (backend.new("list", ([n],), {}) for n in (1, 2))
    assert backend.call_method(first.value, "pop", (), {}).value == 1  # type: ignore[union-attr,arg-type]
    assert backend.call_method(second.value, "pop", (), {}).value == 2  # type: ignore[union-attr,arg-type]


def test_a_constant_stays_set() -> None:
    names: dict[str, Any] = {}
    KernelBackend(names).set("TILE", 8)
    assert names == {"TILE": 8}
