"""A record is believed as far as it is a valid execution; each forgery is named with its place."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.checks.access import Array, Forged, decode, replayed
from tests.checks.access.tape import Tape, add, codes, nest, product

NAN = float("nan")


def small() -> Tape:
    """Return the record of C[0, 0] = 2·A[0, 0]; C[0, 1] = C[0, 0]."""
    A = np.array([[1.5, -0.0]], np.float32)
    tape = Tape(A=A, C=np.full((1, 2), NAN, np.float32))
    tape.write("C", 0, 0, 2 * tape.read("A", 0, 0))
    tape.write("C", 0, 1, tape.read("C", 0, 0))
    return tape


def refused(tape: Tape, **changed: object) -> Forged:
    """Return why a record is refused, with what came from the box `changed`."""
    codes_, values = tape.columns()
    parts = {"codes": codes_, "values": values, "after": tape.after()} | changed
    with pytest.raises(Forged) as caught:
        replayed(tape.arrays, **parts, out=tape.out)  # type: ignore[arg-type]
    for lang in ("zh", "en"):
        assert caught.value.why.text(lang)  # type: ignore[arg-type]
    return caught.value


# --- what is accepted -----------------------------------------------------------------------------


@pytest.mark.parametrize("shape", [(2, 3, 4), (1, 1, 1), (3, 0, 2), (0, 3, 2), (3, 2, 0)])
@pytest.mark.parametrize("loops", ["ijk", "ikj", "kij"])
def test_an_honest_record_is_a_log(loops: str, shape: tuple[int, int, int]) -> None:
    tape = product(*shape)
    log = nest(tape, loops)
    assert len(log) == len(tape.codes)
    assert log.place.tolist() == [code >> 16 for code in tape.codes]
    assert log.is_write.tolist() == [bool(code & 1) for code in tape.codes]
    assert log.after["C"].shape == shape[:2]


def test_elements_are_named_as_the_course_names_them() -> None:
    log = small().log()
    assert [log.at(event) for event in range(4)] == ["A[0, 0]", "C[0, 0]", "C[0, 0]", "C[0, 1]"]
    assert log.events("C", "writes").tolist() == [1, 3]
    assert log.events("C").tolist() == [1, 2, 3]
    with pytest.raises(ValueError, match="no array 'D' in this record, only A, C"):
        log.events("D")


def test_the_poison_of_an_output_may_be_read_and_any_nan_is_a_nan() -> None:
    tape = Tape(C=np.full((1, 1), NAN, np.float32))
    add(tape, 0, 0, 1.0)
    assert np.isnan(tape.log().after["C"]).all()
    other = np.array([0x7FC00123], np.uint32).view(np.float32).reshape(1, 1)
    replayed(tape.arrays, *tape.columns(), {"C": other}, tape.out)


@pytest.mark.parametrize("dtype", ["float64", "int64", "int32", "uint8", "bool"])
def test_other_kinds_of_elements_are_replayed(dtype: str) -> None:
    tape = Tape(out=("z",), x=np.ones(3, dtype), z=np.zeros(3, dtype))
    for i in range(3):
        tape.write("z", i, tape.read("x", i))
    assert tape.log().after["z"].tolist() == [1, 1, 1]


def test_an_empty_output_needs_no_access() -> None:
    assert len(product(0, 3, 2).log()) == 0


def test_an_input_that_came_back_unchanged_is_fine() -> None:
    tape = small()
    replayed(tape.arrays, *tape.columns(), tape.after() | {"A": tape.now["A"]}, tape.out)


@settings(deadline=None)  # the first case compiles
@given(st.data())
def test_any_sequence_of_honest_accesses_is_accepted(data: st.DataObject) -> None:
    tape = Tape(A=np.arange(6, dtype=np.float32).reshape(2, 3), C=np.zeros((2, 2), np.float32))
    index = st.tuples(st.integers(0, 1), st.integers(-2, 1))
    numbers = st.floats(width=32, allow_nan=True)
    tape.write("C", 0, 0, 1.0)
    for is_write in data.draw(st.lists(st.booleans(), max_size=20)):
        if is_write:
            tape.write("C", *data.draw(index), data.draw(numbers))
        else:
            tape.read(data.draw(st.sampled_from("AC")), *data.draw(index))
    assert len(tape.log()) == len(tape.codes)


# --- forged ---------------------------------------------------------------------------------------


def test_a_read_of_what_never_stood_there() -> None:
    tape = small()
    values = np.array([1.5, 3.0, 4.0, 4.0])
    found = refused(tape, values=values, after={"C": np.array([[3, 4]], np.float32)})
    assert (found.why.id, found.where) == ("access.read", "C[0, 0]")
    assert "access 3 is said to read 4.0 from C[0, 0], where 3.0 stood" in found.why.text("en")


def test_a_zero_of_the_other_sign_is_another_value() -> None:
    tape = small()
    tape.read("A", 0, 1)
    replayed(tape.arrays, *tape.columns(), tape.after(), tape.out)
    tape.values[-1] = 0.0
    assert refused(tape).where == "A[0, 1]"


def test_a_read_of_what_is_only_written_later() -> None:
    tape = small()
    order = [2, 0, 1, 3]
    codes_, values = tape.columns()
    assert refused(tape, codes=codes_[order], values=values[order]).where == "C[0, 0]"


def test_a_value_that_the_array_cannot_hold() -> None:
    tape = small()
    values = np.array([1.5, 1e300, 1e300, 1e300])
    found = refused(tape, values=values)
    assert (found.why.id, found.where) == ("access.unfit", "C[0, 0]")
    values[1] = 0.1  # not one of the numbers of float32
    assert "0.1" in refused(tape, values=values).why.text("en")


@pytest.mark.parametrize("value", [0.5, 300.0, -1.0, NAN, float("inf")])
def test_a_value_that_no_such_integer_has(value: float) -> None:
    tape = Tape(out=("z",), z=np.zeros(2, np.uint8))
    found = refused(tape, codes=codes((0, 0, 1)), values=np.array([value]))
    assert found.why.id == "access.unfit"


def test_an_input_that_was_written() -> None:
    tape = small()
    tape.write("A", 0, 1, 7.0)
    found = refused(tape)
    assert (found.why.id, found.where) == ("access.input_written", "A[0, 1]")


def test_an_input_that_came_back_changed() -> None:
    tape = small()
    changed = np.array([[1.5, 9.0]], np.float32)
    found = refused(tape, after=tape.after() | {"A": changed})
    assert (found.why.id, found.where) == ("access.end", "A[0, 1]")


# --- cut, padded, empty ---------------------------------------------------------------------------


@pytest.mark.parametrize("kept", [1, 3])
def test_a_record_that_was_cut_short(kept: int) -> None:
    tape = small()
    codes_, values = tape.columns()
    found = refused(tape, codes=codes_[:kept], values=values[:kept])
    assert found.why.id == "access.end"
    assert "Index the arrays you were given" in found.why.text("en")


def test_a_record_that_was_padded() -> None:
    tape = small()
    codes_, values = tape.columns()
    more = np.concatenate([codes_, codes((0, 1, 1))]), np.concatenate([values, [8.0]])
    assert refused(tape, codes=more[0], values=more[1]).where == "C[0, 0]"


def test_work_on_other_arrays_leaves_an_empty_record() -> None:
    found = refused(product(2, 2, 2))
    assert found.why.id == "access.empty"
    assert "请直接用下标访问传入的数组" in found.why.text("zh")
    assert "Index the arrays you were given" in found.why.text("en")


def test_without_inputs_nothing_was_copied_the_output_was_not_written() -> None:
    found = refused(product(2, 3, 0))
    assert found.why.id == "access.nothing"
    assert found.why.text("en").startswith("no element of C was written")
    assert "np.asarray" not in found.why.text("zh")


# --- malformed ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "bad",
    [(2, 0, 0), (2, 1, 1), (2**47, 0, 0), (0, 2, 0), (0, 255, 1), (0, 0, 4), (0, 0, 128)],
    ids=["past A", "past C", "far", "no array", "last array", "flag", "high flag"],
)
def test_a_code_that_names_nothing(bad: tuple[int, int, int]) -> None:
    tape = small()
    codes_, _ = tape.columns()
    codes_[2] = codes(bad)[0]
    found = refused(tape, codes=codes_)
    assert found.why.id == "access.code"
    assert found.why.args == {"event": 3}


@pytest.mark.parametrize(
    "wrong",
    [
        lambda a: a.astype(np.int32),
        lambda a: a.astype(a.dtype.newbyteorder()),
        lambda a: a.reshape(2, 2),
        lambda a: a.tolist(),
        lambda a: a.view(type("Own", (np.ndarray,), {})),
        lambda a: None,
    ],
    ids=["dtype", "byte order", "shape", "list", "subclass", "nothing"],
)
@pytest.mark.parametrize("column", ["codes", "values"])
def test_a_column_of_another_kind(column: str, wrong: Callable[[np.ndarray], object]) -> None:
    tape = small()
    codes_, values = tape.columns()
    changed = wrong({"codes": codes_, "values": values}[column])
    assert refused(tape, **{column: changed}).why.id == "access.columns"


def test_columns_of_unequal_lengths() -> None:
    assert refused(small(), values=np.zeros(3)).why.id == "access.lengths"


# --- mistakes of ours -----------------------------------------------------------------------------


def test_the_keeper_is_told_of_its_own_mistakes() -> None:
    tape = small()
    with pytest.raises(ValueError, match="the contents of C did not come back"):
        replayed(tape.arrays, *tape.columns(), {}, tape.out)
    with pytest.raises(ValueError, match="C came as float64"):
        replayed(tape.arrays, *tape.columns(), {"C": np.zeros((1, 2))}, tape.out)
    half = np.zeros(2, np.float16)
    with pytest.raises(TypeError, match="accesses to float16 are not recorded"):
        replayed([Array("h", (2,), half)], codes((0, 0, 0)), np.zeros(1), {}, ())
    many = [Array(f"a{i}", (1,), np.zeros(1)) for i in range(257)]
    with pytest.raises(ValueError, match="a record knows 256 arrays, not 257"):
        decode(codes(), np.zeros(0), many)


def test_importing_the_checks_imports_no_numba() -> None:
    program = (
        "import sys, grader.checks.access, grader.checks.student; print('numba' in sys.modules)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert ran.stdout == "False\n"
