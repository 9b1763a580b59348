"""Compiled functions in a trace box: they run as Python, or compiled for recording arrays.

`install` lets numba's dispatchers take part in a recording. While a call is traced, a dispatcher
runs its Python source, in which each access is written down by `recording`; or, where that would
take too long (`native`), a twin of it is compiled for the arrays of `recorded_type`. A twin has the
source of its original and none of its options: a signature names plain arrays, which a recording
array is not; threads would mix up the order of the record; fast mathematics would make values
differ from Python's; and a cache would keep code that the next box must not find. A twin that
numba can't compile is replaced by the source: compiling comes before executing, so nothing is half
done. Outside a traced call dispatchers behave as always.
"""

from __future__ import annotations

import contextlib
import ctypes
from collections.abc import Iterable, Iterator
from typing import Any, cast

import numpy as np
from numba import njit
from numba.core import dispatcher as numba_dispatcher
from numba.core import errors, types
from numba.core.typing.typeof import typeof_impl
from numba.np import numpy_support

from .recorded_type import CAPACITY, CODES, COUNT, GROW, STATE_WORDS, VALUES, RecordedType
from .recorder import Recorder
from .recording import Recorded

_FIRST_ENTRIES, _MOST_ENTRIES = 1 << 14, 1 << 20
"""Entries of the first chunk of a log and of the largest; each is twice the one before."""
_NATIVE_TYPES = frozenset("bhilqBHILQfd")
_TWIN = "_twin_for_recorded_arrays"
_PRODUCTS = "numba_xx"
"""How the names of BLAS begin in compiled code."""

Dispatcher: Any = numba_dispatcher.Dispatcher
_call = Dispatcher.__call__
_get_call_template = Dispatcher.get_call_template
_get_overload = Dispatcher.get_overload
_tracing: _Tracing | None = None


class _NotCompiled(Exception):
    """Numba can't compile a function for recording arrays, or must not."""


class _Log:
    """Memory that compiled code writes accesses to; full chunks go to the recorder.

    Attributes
    ----------
    state
        What `recorded_type` calls the state of a log.
    failure
        Why there was no room, if so: an exception can't pass through compiled code.
    """

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder
        self.state = np.zeros(STATE_WORDS, np.int64)
        self.failure: BaseException | None = None
        self._entries = _FIRST_ENTRIES
        self._first = 0
        self._codes, self._values = np.empty(0, np.uint64), np.empty(0, np.float64)
        self._callback: Any = ctypes.CFUNCTYPE(ctypes.c_int64)(self._grow)
        self.state[GROW] = ctypes.cast(self._callback, ctypes.c_void_p).value or 0

    def hand_over(self) -> None:
        """Give the recorder what compiled code has written since the last time."""
        first, end = self._first, int(self.state[COUNT])
        if end > first:
            self._first = end
            self.recorder.add(self._codes[first:end], self._values[first:end])

    def close(self) -> None:
        """Let the memory go at once: the callback and this object hold each other."""
        self._callback = None

    def _grow(self) -> int:
        try:
            self.hand_over()
            self._codes = np.empty(self._entries, np.uint64)
            self._values = np.empty(self._entries, np.float64)
        except BaseException as failure:  # noqa: BLE001 - raised again by `_run`
            self.failure = failure
            return 1
        self.state[COUNT] = self._first = 0
        self.state[CAPACITY] = self._entries
        self.state[CODES], self.state[VALUES] = self._codes.ctypes.data, self._values.ctypes.data
        self._entries = min(2 * self._entries, _MOST_ENTRIES)
        return 0


class _Given:
    """A recorded array on its way into compiled code: its type, and the address of its header."""

    def __init__(self, array: Recorded, log: _Log) -> None:
        start, steps = array._locate()
        dtype = numpy_support.from_dtype(array._values.dtype)
        open_ = array._open and array.flags.writeable
        self._numba_type_ = RecordedType(dtype, array.ndim, writeable=open_, whole=True)
        values, state = array._values.ctypes.data, log.state.ctypes.data
        fixed = (values, start, array._tag, state, id(array))
        self.array, self.log = array, log
        self.header = np.array([*fixed, *array.shape, *steps], np.int64)
        self.address = self.header.ctypes.data


class _Tracing:
    """A traced call: who writes it down, and whether compiled functions stay compiled."""

    def __init__(self, recorder: Recorder | None, native: bool) -> None:
        self.log = _Log(recorder) if recorder is not None and native else None

    def call(self, dispatcher: Any, args: Any, kwargs: Any) -> Any:
        """Call a dispatcher's twin, or its Python source."""
        if self.log is not None:
            given = [self._native(value) for value in args]
            named = {name: self._native(value) for name, value in kwargs.items()}
            values = (*given, *named.values())
            # Numba would take a recorded array that stays, in a tuple too, for its memory of NaN.
            if any(type(v) is _Given for v in values) and not any(map(_holds_recorded, values)):
                with contextlib.suppress(_NotCompiled):
                    return _run(_twin(dispatcher), given, named, self.log)
        return dispatcher.py_func(*args, **kwargs)

    def _native(self, value: Any) -> Any:
        """Return what stands for a recorded array in compiled code; other values stay."""
        if type(value) is not Recorded or self.log is None:
            return value
        known = value.ndim > 0 and value._inside() and value._recorder is self.log.recorder
        if not known or value.dtype.char not in _NATIVE_TYPES or not value.dtype.isnative:
            return value
        return _Given(value, self.log)


def _holds_recorded(value: Any) -> bool:
    if isinstance(value, dict):
        value = tuple(value.values())
    if isinstance(value, tuple | list):
        return any(map(_holds_recorded, value))
    return type(value) is Recorded


@contextlib.contextmanager
def tracing(recorder: Recorder | None, *, native: bool) -> Iterator[None]:
    """Let compiled functions that are called in the block take part in a recording.

    Parameters
    ----------
    recorder
        Writes down what compiled code accesses; None where nothing is recorded.
    native
        Whether a function that is given recording arrays is compiled for them. Otherwise, and
        where numba can't, its Python source runs.
    """
    global _tracing
    before, _tracing = _tracing, _Tracing(recorder, native)
    try:
        yield
    finally:
        if _tracing.log is not None:
            _tracing.log.close()
        _tracing = before


def install() -> None:
    """Make numba's dispatchers ask whether a call is traced. Doing it twice changes nothing."""
    Dispatcher.__call__ = _called
    Dispatcher.get_call_template = _called_by_twin
    Dispatcher.get_overload = _linked_to_twin


def _called(self: Any, *args: Any, **kwargs: Any) -> Any:
    # What numba itself wrote (jitclass, typed lists) is no function of the student.
    if _tracing is None or (self.py_func.__module__ or "").startswith("numba."):
        return _call(self, *args, **kwargs)
    return _tracing.call(self, args, kwargs)


def _run(twin: _Twin, args: Any, kwargs: Any, log: _Log) -> Any:
    """Call a twin; what it accessed is written down even if it raises."""
    log.recorder.flush()
    try:
        return twin.call(args, kwargs)
    finally:
        log.hand_over()
        failure, log.failure = log.failure, None
        if failure is not None:
            raise failure from None


# ---- twins ---------------------------------------------------------------------------------------


class _Twin:
    """What is compiled in place of a dispatcher; once numba can't, it is not asked again."""

    def __init__(self, source: Any) -> None:
        self.dispatcher = njit(source)
        self.refused = False
        self._known = 0
        self._compile_for = self.dispatcher._compile_for_args
        # The dispatcher's C code looks it up for types that it has not seen.
        self.dispatcher._compile_for_args = self._compile

    def call(self, args: Any, kwargs: Any) -> Any:
        """Run compiled code, or raise `_NotCompiled` before anything was executed."""
        # Also code that was compiled as a part of another function.
        self._demand_recordable()
        return _call(self.dispatcher, *args, **kwargs)

    def _compile(self, *args: Any, **kwargs: Any) -> Any:
        try:
            entry = self._compile_for(*args, **kwargs)
        except Exception as error:  # of every kind: numba's own bugs are among them
            self.refused = True
            raise _NotCompiled from error
        self._demand_recordable()
        return entry

    def _demand_recordable(self) -> None:
        results = list(self.dispatcher.overloads.values())
        self.refused = self.refused or any(map(_refused, results[self._known :]))
        self._known = len(results)
        if self.refused:
            raise _NotCompiled


def _refused(result: Any) -> bool:
    """Return whether code goes on after it returned, or calls BLAS: Python finds that out."""
    if isinstance(result.signature.return_type, types.Generator):
        return True
    functions = result.library._final_module.functions
    return any(function.name.startswith(_PRODUCTS) for function in functions)


def _twin(dispatcher: Any) -> _Twin:
    """Return the twin of a dispatcher, which is kept there."""
    kept = vars(dispatcher)
    if _TWIN not in kept:
        kept[_TWIN] = _Twin(dispatcher.py_func)
    twin: _Twin = kept[_TWIN]
    return twin


def _any_recorded(kinds: Iterable[Any]) -> bool:
    return any(
        isinstance(kind, RecordedType)
        or (isinstance(kind, types.BaseTuple) and _any_recorded(cast(Iterable[Any], kind)))
        for kind in kinds
    )


def _called_by_twin(self: Any, args: Any, kws: Any) -> Any:
    """Type a call in compiled code: with recorded arrays it goes to the twin of what it names."""
    if not _any_recorded((*args, *dict(kws).values())):
        return _get_call_template(self, args, kws)
    twin = _twin(self).dispatcher
    if twin.is_compiling:
        raise errors.TypingError("a function that calls itself runs as Python")
    return _get_call_template(twin, args, kws)


def _linked_to_twin(self: Any, sig: Any) -> Any:
    """Return the code of a call in compiled code."""
    own = isinstance(sig, tuple) and _any_recorded(sig) and _TWIN in vars(self)
    return _get_overload(_twin(self).dispatcher if own else self, sig)


@typeof_impl.register(Recorded)
def _typeof(_value: Recorded, _context: Any) -> Any:
    """Refuse what reaches numba in another way: as a global it would be frozen, with its NaN."""
    raise errors.NumbaValueError("a recorded array is an argument")
