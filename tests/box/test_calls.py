"""An honest submission: cells, calls, objects, constants, arrays and exceptions."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from grader.box import CellDone, Missing, Raised, Returned, wire


def test_a_cell_defines_a_function_that_answers(open_any: Any) -> None:
    box = open_any()
    assert box.run_cell("def double(x):\n    return 2 * x", 0) == CellDone()
    assert box.call("double", (21,), {}) == Returned(42)
    assert box.call("double", (), {"x": Fraction(1, 3)}) == Returned(Fraction(2, 3))


def test_exact_types_come_back(open_box: Any) -> None:
    box = open_box("def same(x):\n    return x")
    for value in (True, 1, 1.0, -0.0, "é", b"\0", [1, (2,)], {"a": None}, {1, 2}, 10**400):
        returned = box.call("same", (value,), {})
        assert repr(returned.value) == repr(value)


def test_a_missing_name_is_missing_not_an_error(open_any: Any) -> None:
    assert open_any("x = 1").call("roofline", (), {}) == Missing("roofline")


def test_a_later_cell_runs_after_one_that_fails(open_box: Any) -> None:
    box = open_box()
    assert isinstance(box.run_cell("a = 1\nb = undefined", 0), Raised)
    assert box.run_cell("def f():\n    return a", 1) == CellDone()
    assert box.call("f", (), {}) == Returned(1)


def test_an_exception_names_bases_message_and_the_students_own_lines(open_any: Any) -> None:
    source = "class Bad(KeyError, ValueError):\n    pass\n\ndef f(x):\n    raise Bad('no ' + x)"
    box = open_any()
    box.run_cell(source, 3)
    raised = box.call("f", ("way",), {})
    assert raised.type_name == "Bad"
    assert raised.builtin_bases[:3] == ("KeyError", "LookupError", "ValueError")
    assert raised.message == "'no way'"
    assert raised.lines == ("cell 3, line 5, in f: raise Bad('no ' + x)",)


def test_a_syntax_error_says_where(open_box: Any) -> None:
    raised = open_box().run_cell("x = 1\ny = = 2", 7)
    assert raised.type_name == "SyntaxError"
    assert raised.lines == ("cell 7, line 2: y = = 2",)


@pytest.mark.parametrize("statement", ["raise SystemExit(0)", "raise KeyboardInterrupt"])
def test_leaving_is_an_exception_like_any_other(open_box: Any, statement: str) -> None:
    box = open_box(f"def f():\n    {statement}\n\ndef g():\n    return 1")
    assert isinstance(box.call("f", (), {}), Raised)
    assert isinstance(box.run_cell(statement, 1), Raised)
    assert box.call("g", (), {}) == Returned(1)


def test_an_exception_whose_text_raises_is_still_an_answer(open_box: Any) -> None:
    source = "class Bad(Exception):\n    def __str__(self):\n        raise OSError\n"
    raised = open_box(source + "def f():\n    raise Bad").call("f", (), {})
    assert raised.type_name == "Bad"
    assert "OSError" in raised.message


def test_a_class_lives_behind_a_handle(open_box: Any) -> None:
    source = """
class Counter:
    def __init__(self, start):
        self.n = start
    def add(self, k):
        self.n += k
        return self.n
"""
    box = open_box(source)
    first, second = (box.new("Counter", (start,), {}).value for start in (1, 10))
    assert box.call_method(first, "add", (1,), {}) == Returned(2)
    assert box.call_method(second, "add", (), {"k": 5}) == Returned(15)
    assert box.call_method(first, "clear", (), {}) == Missing("clear")
    assert box.new("Nothing", (), {}) == Missing("Nothing")


def test_set_replaces_a_constant(open_box: Any) -> None:
    box = open_box("PEAK = 1\ndef peak():\n    return PEAK")
    box.set("PEAK", 7.5)
    assert box.call("peak", (), {}) == Returned(7.5)


def test_out_buffers_come_back_with_strides_kept(open_any: Any) -> None:
    box = open_any("def fill(C, A):\n    assert C.strides == A.strides\n    C[...] = A + 1")
    whole = np.zeros((6, 8), np.float32)
    a, c = np.ones((6, 8), np.float32)[::2, ::2], whole[::2, ::2]
    returned = box.call("fill", (), {"C": c, "A": a}, out=("C",), frozen=("A",))
    c[...] = 2
    assert np.array_equal(returned.buffers["C"], wire.enclosing(c)[0])
    assert np.array_equal(returned.buffers["A"], wire.enclosing(a)[0])


def test_a_write_between_the_elements_is_seen(open_box: Any) -> None:
    source = "def spill(C):\n    C.base[:] = 0"
    c = np.zeros((6, 8), np.float32)[::2, ::2]
    returned = open_box(source).call("spill", (c,), {}, out=("0",))
    sent, _ = wire.enclosing(c)
    assert returned.buffers["0"].shape == sent.shape
    assert not np.array_equal(returned.buffers["0"], sent)


def test_a_read_only_argument_cannot_be_written(open_box: Any) -> None:
    a = np.ones(3)
    a.flags.writeable = False
    raised = open_box("def f(a):\n    a[0] = 2").call("f", (a,), {})
    assert raised.type_name == "ValueError"


def test_watching_something_that_is_no_array_is_our_mistake(open_box: Any) -> None:
    box = open_box("def f(a):\n    return a")
    with pytest.raises(ValueError, match="'b' is no array"):
        box.call("f", (1,), {}, out=("b",))


@pytest.mark.parametrize("value", ["object()", "iter([])", "(lambda: 1)", "type('T', (), {})()"])
def test_a_value_that_cannot_travel_is_named(open_box: Any, value: str) -> None:
    raised = open_box(f"def f():\n    return {value}").call("f", (), {})
    assert raised.type_name == "UnsupportedReturnType"
    assert "cannot be sent" in raised.message


def test_what_stands_in_for_a_library_is_named_without_our_module(open_box: Any) -> None:
    source = """
from _box.inside.simt.host import DeviceNDArray
def f():
    return DeviceNDArray.__new__(DeviceNDArray)
"""
    raised = open_box(source).call("f", (), {})
    assert "a value of type DeviceNDArray cannot be sent" in raised.message


def test_printed_text_is_kept_and_decoded_with_replacement(open_any: Any) -> None:
    box = open_any("import os\nprint('你好')\nos.write(1, b'\\xff')")
    assert box.stdout() == "你好\n\ufffd"


def test_a_broken_surrogate_can_be_printed(open_box: Any) -> None:
    box = open_box("print('\\ud800')")
    assert box.stdout() == "\\ud800\n"


def test_numba_compiles_caches_and_runs_on_one_thread(open_any: Any) -> None:
    source = """
import numba, numpy as np
@numba.njit(cache=True, parallel=True)
def total(a):
    s = 0.0
    for i in numba.prange(a.size):
        s += a[i]
    return s
def f(a):
    return total(a), numba.get_num_threads()
"""
    # Compiling takes 1 CPU s, and twenty times as many on an emulated processor.
    assert open_any(source, cpu_s=60).call("f", (np.ones(10),), {}) == Returned((10.0, 1))


def test_lazy_imports_still_work_behind_the_walls(open_any: Any) -> None:
    source = "import statistics, wave, xml.dom.minidom"
    assert open_any().run_cell(source, 0) == CellDone()
