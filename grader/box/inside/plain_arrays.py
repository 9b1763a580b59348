"""Assignments of recorded elements to plain arrays: `block[:] = A[i0:i1, k0:k1]`.

NumPy copies the memory of what is assigned, and that of a recorded array holds NaN. A local block
is filled in this way by careful students, so it has to be a read like any other. The class itself
is changed, because blocks come from everywhere: `np.empty`, `.copy()`, a cell above.
"""

from __future__ import annotations

import ctypes
import gc
from typing import Any

import numpy as np

from .recording import Recorded
from .whole_arrays import plain

_AS_MAPPING = 112
"""Bytes from the start of a CPython type to its table of mapping functions."""
_ASSIGN = 16
"""Bytes from the start of that table to the function behind `a[key] = value`."""
_WRAPPED = 48
"""Bytes from the start of a slot wrapper to the C function that it calls."""


class _Derived(np.ndarray):
    """A class whose assignments CPython looks up by name."""

    def __setitem__(self, key: Any, value: Any) -> None:
        super().__setitem__(key, value)


def install() -> None:
    """Let assignments to plain arrays read recorded values, once in a trace box.

    Raises
    ------
    RuntimeError
        This Python or this NumPy is not laid out as expected.
    """
    proxy = vars(np.ndarray)
    original: Any = proxy["__setitem__"]
    if original is _assign:
        return
    slot, by_name = _assignment(np.ndarray), _assignment(_Derived)
    wrapped = ctypes.c_void_p.from_address(id(original) + _WRAPPED).value
    (members, *_) = gc.get_referents(proxy)
    if not isinstance(members, dict) or slot.value != wrapped or by_name.value == wrapped:
        raise RuntimeError("numpy.ndarray is not laid out as expected")
    _originals.append(original)
    members["__setitem__"] = _assign
    slot.value = by_name.value
    ctypes.pythonapi.PyType_Modified(ctypes.py_object(np.ndarray))


_originals: list[Any] = []
_MAY_BE_RECORDED: frozenset[type] = frozenset((Recorded, list, tuple))


def _assign(self: Any, key: Any, value: Any) -> None:
    """Assign as NumPy does; a recorded index or value is read first."""
    if type(value) in _MAY_BE_RECORDED or type(key) is Recorded:
        key, value = plain(key), plain(value)
    _originals[0](self, key, value)


def _assignment(kind: type) -> ctypes.c_void_p:
    table = ctypes.c_void_p.from_address(id(kind) + _AS_MAPPING).value
    return ctypes.c_void_p.from_address((table or 0) + _ASSIGN)
