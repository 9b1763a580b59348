"""What NumPy does with whole recorded arrays: each function reads or writes their elements once.

NumPy's own code would work on the memory of a recorded array, which holds NaN. So ufuncs, functions
and methods are given plain copies instead, whose making is recorded as reads in C order, and what
they write goes through the record. Results are plain arrays. `recording.Recorded` adds indexing.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable
from typing import Any

import numpy as np

from . import no_library

_ESCAPED = (
    "{what} 绕过了访问记录：请直接用下标读写题目给你的数组 / "
    "{what} goes around the record of accesses: index the arrays you were given"
)
_ndarray: Any = np.ndarray
"""The superclass, untyped: the overrides take what callers may write, as NumPy itself does."""


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


_ABOUT = _names(
    "can_cast common_type empty_like full_like iscomplexobj isrealobj may_share_memory "
    "min_scalar_type ndim ones_like result_type shape shares_memory size zeros_like"
)
"""NumPy's functions that look at shape and type only."""
_VIEWING = _names(
    "array_split atleast_1d atleast_2d atleast_3d diagonal dsplit expand_dims fill_diagonal flip "
    "fliplr flipud hsplit moveaxis ravel reshape rollaxis rot90 squeeze swapaxes transpose "
    "matrix_transpose split unstack vsplit"
)
"""Those written in Python by means of indexing and methods: they give views, as always."""
_CHANGING = _names("place put put_along_axis putmask")
_READING = _names(
    "all any argmax argmin argpartition argsort astype choose clip compress conj conjugate copy "
    "cumprod cumsum dot flatten max mean min nonzero prod repeat round searchsorted std sum take "
    "tobytes tolist trace var __array__ __bool__ __complex__ __copy__ __deepcopy__ __float__ "
    "__index__ __int__ __reduce__ __reduce_ex__"
)
_AS_A_NUMBER = _names("__bool__ __complex__ __float__ __index__ __int__")
_FORBIDDEN = _names(
    "byteswap dump dumps getfield partition put resize setfield tofile __dlpack__ __setstate__"
)
_COPYING = _names("array asarray ascontiguousarray asfortranarray")


class EscapedRecording(RuntimeError):
    """The student's code asked for the memory of a recorded array, not for its elements."""

    def __init__(self, what: str) -> None:
        super().__init__(_ESCAPED.format(what=what))


def plain(value: Any) -> Any:
    """Return `value` with each recorded array in it replaced by a plain copy, which reads it."""
    if isinstance(value, WholeArray):
        return value._gather()
    if type(value) in (tuple, list):
        return type(value)(plain(item) for item in value)
    return value


class WholeArray(_ndarray):  # type: ignore[misc]
    """An array that is read by `_gather`, and written in `_elements` and then by `_wrote`."""

    __slots__ = ()

    def __array_ufunc__(
        self, ufunc: Any, method: str, *inputs: Any, out: Any = None, **settings: Any
    ) -> Any:
        if no_library.is_product(ufunc):
            no_library.check(f"np.{ufunc.__name__}")
        if method == "__call__" and len(inputs) > ufunc.nin:
            # A function made by numba's @vectorize hands over its outputs as inputs.
            inputs, out = inputs[: ufunc.nin], inputs[ufunc.nin :]
        if method == "at" and isinstance(inputs[0], WholeArray):
            raise EscapedRecording(f"np.{ufunc.__name__}.at")
        return _write_to(out, getattr(ufunc, method), plain(inputs), settings)

    def __array_function__(self, function: Any, types: Any, args: Any, settings: Any) -> Any:
        name = function.__name__
        if no_library.is_product(function):
            no_library.check(f"np.{name}")
        if name in _ABOUT:
            return function(*map(_memory, args), **{k: _memory(v) for k, v in settings.items()})
        if name in _VIEWING:
            return function._implementation(*args, **settings)
        if name == "copyto":
            return _copy_to(*args, **settings)
        if name == "nan_to_num" and not settings.get("copy", True):
            args[0][...] = function(plain(args[0]), *args[1:], **{**settings, "copy": True})
            return args[0]
        if name in _CHANGING and isinstance(args[0], WholeArray):
            raise EscapedRecording(f"np.{name}")
        return _write_to(settings.pop("out", None), function, plain(args), settings)

    def reshape(self, *shape: Any, **settings: Any) -> Any:
        """Return a view where there is one, else a plain copy, as NumPy does."""
        view = _ndarray.reshape(self, *shape, **settings)
        return view if view._inside() else self._gather().reshape(*shape, **settings)

    def ravel(self, *order: Any, **settings: Any) -> Any:
        """Return a flat view where there is one, else a plain copy."""
        view = _ndarray.ravel(self, *order, **settings)
        return view if view._inside() else self._gather().ravel(*order, **settings)

    def view(self, *kind: Any, **settings: Any) -> Any:
        """Return another view of the same elements; not one that reads the memory as it is."""
        if settings or (kind and kind != (type(self),)):
            raise EscapedRecording("ndarray.view")
        return _ndarray.view(self)

    def item(self, *index: Any) -> Any:
        """Read one element, by its index or its place in C order, as a number of Python."""
        if len(index) == 1 and type(index[0]) is tuple:
            index = index[0]
        if len(index) == 1 and self.ndim != 1:
            index = tuple(map(int, np.unravel_index(index[0], self.shape)))
        return self[index].item() if index else self._gather().item()

    def fill(self, value: Any) -> None:
        """Write `value` to all elements."""
        self[...] = value

    def sort(self, *axis: Any, **settings: Any) -> None:
        """Read all elements, write them back in order."""
        self[...] = np.sort(self._gather(), *axis, **settings)

    @property
    def flat(self) -> Any:
        """All elements in C order: a view where there is one, else what they are now."""
        elements = self.reshape(-1)
        if not isinstance(elements, WholeArray):
            # Who wrote to this copy would wonder where it went.
            elements.flags.writeable = False
        return elements

    @flat.setter
    def flat(self, value: Any) -> None:
        value = plain(value)
        self._to_write().flat = value
        self._wrote()

    def __repr__(self) -> str:
        # No elements: a forgotten print would count as reads.
        return f"<recorded array, shape {self.shape}, {self.dtype}>"

    __str__ = __repr__


def _copy_to(target: Any, source: Any, casting: Any = "same_kind", where: Any = True) -> None:
    settings = {"casting": casting, "where": plain(where)}
    source = plain(source)
    if not isinstance(target, WholeArray):
        np.copyto(target, source, **settings)
        return
    np.copyto(target._to_write(), source, **settings)
    target._wrote(settings["where"])


def _write_to(out: Any, function: Callable[..., Any], args: Any, settings: dict[str, Any]) -> Any:
    """Call `function`, whose `out` may be recorded arrays; they are then what it returns."""
    settings = {key: plain(value) for key, value in settings.items()}
    if out is None:
        return function(*args, **settings)
    outs = out if isinstance(out, tuple) else (out,)
    real = tuple(o._to_write() if isinstance(o, WholeArray) else o for o in outs)
    given = real if isinstance(out, tuple) else real[0]
    result = function(*args, out=given, **settings)
    for o in outs:
        if isinstance(o, WholeArray):
            o._wrote(settings.get("where", True))
    results = result if isinstance(result, tuple) else (result,)
    shown = tuple(new if o is None else o for new, o in zip(results, outs, strict=False))
    return shown if isinstance(result, tuple) else shown[0]


def _memory(value: Any) -> Any:
    return _ndarray.view(value, _ndarray) if isinstance(value, WholeArray) else value


def _reading(name: str) -> Callable[..., Any]:
    @functools.wraps(getattr(_ndarray, name))
    def read(self: Any, *args: Any, **settings: Any) -> Any:
        if name == "dot":
            no_library.check("ndarray.dot")
        method = getattr(_ndarray, name)
        if name in _AS_A_NUMBER and self.size != 1:
            # It says why it can't; `np.float64(row)` asks for this first.
            return method(np.empty(self.shape, self.dtype))
        out = settings.pop("out", None)
        return _write_to(out, method, (self._gather(), *plain(args)), settings)

    return read


def _forbidden(name: str) -> Callable[..., Any]:
    def refuse(self: Any, *args: Any, **settings: Any) -> Any:  # noqa: ARG001 - as the method's
        raise EscapedRecording(f"ndarray.{name}")

    return refuse


for _name in _READING:
    setattr(WholeArray, _name, _reading(_name))
for _name in _FORBIDDEN:
    setattr(WholeArray, _name, _forbidden(_name))


def install() -> None:
    """Let `np.array` and its like copy elements, once in a trace box before any cell runs.

    They, and `np.nditer`, ask an array of our own class for nothing, they take its memory. A
    student who copies a block with `np.array(A[i:j, k:l])` reads its elements.
    """
    for name in _COPYING:
        original = getattr(np, name)
        if not hasattr(original, "_original"):
            no_library.substitute(original, _copying(original))
    # Numba names `np.nditer` in two modules, and loads the second one late.
    importlib.import_module("numba.np.arrayobj")
    for original, instead in ((np.asanyarray, _as_any_array), (np.nditer, _iterator)):
        if not hasattr(original, "_original"):
            no_library.substitute(original, instead(original))


def _as_any_array(original: Any) -> Any:
    copying = _copying(original)

    @functools.wraps(original)
    def convert(a: Any, *args: Any, **settings: Any) -> Any:
        unchanged = isinstance(a, WholeArray) and not (args or settings)
        return a if unchanged else copying(a, *args, **settings)

    convert._original = original  # type: ignore[attr-defined]
    return convert


def _iterator(original: Any) -> Any:
    copying = _copying(original)

    @functools.wraps(original, updated=())
    def iterate(op: Any, flags: Any = (), op_flags: Any = None, *args: Any, **settings: Any) -> Any:
        operands = op if isinstance(op, tuple | list) else (op,)
        if "w" in str(op_flags) and any(isinstance(operand, WholeArray) for operand in operands):
            raise EscapedRecording("np.nditer")
        return copying(op, flags, op_flags, *args, **settings)

    iterate._original = original  # type: ignore[attr-defined]
    return iterate


def _copying(original: Any) -> Any:
    @functools.wraps(original, updated=())
    def copy(*args: Any, **settings: Any) -> Any:
        if args:
            args = (plain(args[0]), *args[1:])
        else:
            settings = {key: plain(value) for key, value in settings.items()}
        return original(*args, **settings)

    copy._original = original  # type: ignore[attr-defined]
    return copy
