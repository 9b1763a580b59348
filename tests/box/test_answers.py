"""Payloads that an honest box cannot have sent are refused, field by field."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from grader.box import Raised, Returned, answers, wire

HONEST: dict[str, Any] = {
    "type_name": "KeyError",
    "builtin_bases": ("KeyError", "LookupError"),
    "message": "'x'",
    "lines": ("cell 0, line 1: d['x']",),
    "requested_bytes": 0,
    "too_large": False,
}


def test_an_honest_exception_is_decoded() -> None:
    raised = answers.decode_raised(HONEST)
    assert raised == Raised("KeyError", ("KeyError", "LookupError"), "'x'", HONEST["lines"])


@pytest.mark.parametrize(
    "change",
    [
        {"type_name": 1},
        {"type_name": "x" * 5000},
        {"builtin_bases": ["KeyError"]},
        {"builtin_bases": (1,)},
        {"builtin_bases": ("x",) * 21},
        {"message": b"x"},
        {"lines": ("x",) * 21},
        {"requested_bytes": -1},
        {"requested_bytes": True},
        {"too_large": 1},
        {"memory_evidence": True},
    ],
)
def test_any_other_exception_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(wire.ProtocolError):
        answers.decode_raised(HONEST | change)


@pytest.mark.parametrize("payload", [None, 1, [], {}, {"value": 1}])
def test_an_answer_without_its_fields_is_refused(payload: Any) -> None:
    with pytest.raises(wire.ProtocolError):
        answers.decode_returned(payload, {})


def test_buffers_have_the_names_and_sizes_that_were_sent() -> None:
    sent = {"C": np.zeros((2, 3), np.float32)}
    good = np.zeros(24, np.uint8)
    decoded = answers.decode_returned({"value": 1, "buffers": {"C": good}}, sent)
    assert decoded == Returned(1, {"C": good})
    for bad in ({}, {"C": good[:-1]}, {"C": good.view(np.int8)}, {"C": 1}, {"C": good, "D": good}):
        with pytest.raises(wire.ProtocolError):
            answers.decode_returned({"value": 1, "buffers": bad}, sent)


@pytest.mark.parametrize("handle", [True, -1, 1.0, "0", None])
def test_a_handle_is_a_small_number(handle: Any) -> None:
    with pytest.raises(wire.ProtocolError):
        answers.decode_count({"value": handle, "buffers": {}})


def honest_record() -> dict[str, Any]:
    return {
        "codes": np.zeros(2, np.uint64),
        "values": np.zeros(2),
        "after": (np.zeros((2, 3), np.float32),),
        "library": "",
    }


def test_a_record_is_decoded() -> None:
    payload = honest_record()
    record = answers.decode_traced(payload, [np.ones((2, 3), np.float32)])
    assert record.codes is payload["codes"]
    assert record.after is payload["after"]


@pytest.mark.parametrize(
    "change",
    [
        {"codes": np.zeros(2, np.int64)},
        {"codes": np.zeros(3, np.uint64)},
        {"codes": np.zeros((2, 1), np.uint64)},
        {"codes": [0, 0]},
        {"values": np.zeros(2, np.float32)},
        {"after": ()},
        {"after": (np.zeros((3, 2), np.float32),)},
        {"after": (np.zeros((2, 3)),)},
        {"after": (1,)},
        {"library": None},
        {"library": "x" * 81},
        {"more": 1},
    ],
)
def test_any_other_record_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(wire.ProtocolError):
        answers.decode_traced(honest_record() | change, [np.ones((2, 3), np.float32)])


def test_only_machine_code_is_a_compiled_kernel() -> None:
    """A driver that is given text compiles it itself, outside of all walls."""
    honest = {"ptx": ".version 9.5", "code": b"\x7fELF..."}
    assert answers.decode_compiled(honest).code == b"\x7fELF..."
    forged: list[dict[str, Any]] = [
        {"code": b".version 9.5"},
        {"code": b""},
        {"code": "\x7fELF"},
        {"ptx": b".version"},
        {"ptx": "\u4e2d"},
        {"ptx": None},
        {"more": 1},
    ]
    for change in forged:
        with pytest.raises(wire.ProtocolError):
            answers.decode_compiled(honest | change)
