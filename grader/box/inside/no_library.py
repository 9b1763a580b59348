"""Find products by a library: `A @ B`, np.dot, einsum, BLAS in all its disguises, while armed.

A student may have kept a name from before, or found the function under another one. So what is
changed is mostly not names but the objects behind them, once in a trace box and for good: all
aliases, also numba's, lead to the same object. Not armed, each does what it always did. Whoever
catches the exception is found all the same: the recorder remembers the first product.
"""

from __future__ import annotations

import ctypes
import functools
import importlib.machinery
import re
import sys
from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from types import ModuleType
from typing import Any

import numpy as np

from .recorder import Recorder

FUNCTIONS = frozenset(
    ("dot", "inner", "vdot", "einsum", "tensordot", "correlate", "convolve", "cov", "corrcoef")
)
"""Functions of NumPy that multiply and add up; those of np.linalg come on top."""
UFUNCS = frozenset(("matmul", "vecdot", "matvec", "vecmat"))
_BUILTIN = ("dot", "inner", "vdot", "c_einsum", "correlate", "correlate2")
"""What is behind them in C; NumPy's own modules import it by name."""
_ELEMENT_WISE = frozenset(("outer", "cross", "trace", "diagonal", "matrix_transpose"))
"""The functions of np.linalg that are no product in our sense."""
_TEST_UFUNCS = frozenset(
    ("inner1d", "inner1d_no_doc", "innerwt", "matmul", "matrix_multiply", "conv1d_full")
)
_BLAS = re.compile(r"(^|_)[sdcz](gemm|gemv|dot|symm|symv|hemm|hemv|syrk|trmm|trmv)")
_TENSOR = re.compile(
    r"^(_?_?r?matmul(__)?|mm|bmm|mv|dot|vdot|vecdot|inner|addmm|addmv|addbmm|baddbmm|einsum"
    r"|tensordot|chain_matmul|linear|convolve|correlate|conv\dd)$"
)
_FOREIGN = {
    "scipy.linalg.blas": _BLAS,
    "scipy.linalg._fblas": _BLAS,
    "scipy.ndimage": re.compile("convolve|correlate"),
    "scipy.signal": re.compile("convolve|correlate"),
    "scipy.sparse._sparsetools": re.compile("_mat(vec|mat)"),
    "cupy": _TENSOR,
    "jax.numpy": _TENSOR,
    "tensorflow": _TENSOR,
    "torch": _TENSOR,
    "torch.nn.functional": _TENSOR,
}
"""Modules of other libraries and which of their names are products."""
_NUMBA_BLAS = {"xxdot": "ccnppp", "xxgemv": "ccnnppnppp", "xxgemm": "cccnnnppnpnppn"}
_C_TYPES: dict[str, Any] = {"c": ctypes.c_char, "n": ctypes.c_ssize_t, "p": ctypes.c_void_p}
"""What compiled code calls for a product, with the types of the arguments."""
_REFUSED = (
    "{what} 是库里现成的乘积，这里要求自己写循环 / "
    "{what} is a ready-made product of a library: write the loops yourself"
)

# Offsets in CPython's and NumPy's objects, each checked before it is used.
_TYPE = 8
_TYPE_VECTORCALL_OFFSET = 56
_TYPE_FLAGS = 168
_MAY_BE_SUBCLASSED = 1 << 10
_HAS_GC = 1 << 14
_POINTER = ctypes.sizeof(ctypes.c_void_p)
_DISPATCHER_BYTES = range(2 * _POINTER, 10 * _POINTER, _POINTER)

_kept: list[Any] = []
"""Objects that C code refers to from now on."""
_ufuncs: list[Any] = []
_vectorcalls: dict[int, int] = {}


class LibraryProduct(RuntimeError):
    """A product by a library was called where the student writes the loops."""

    def __init__(self, what: str) -> None:
        super().__init__(_REFUSED.format(what=what))


class _Armed:
    recorder: Recorder | None = None


def arm(recorder: Recorder) -> None:
    """Refuse library products from now on, and remember the first in `recorder.library`."""
    _Armed.recorder = recorder
    for ufunc in _ufuncs:
        # np.ufunc.__call__(np.matmul, …) would go past the class that we gave it.
        slot = _vectorcall_slot(ufunc)
        if slot.value:
            _vectorcalls[id(ufunc)] = slot.value
            slot.value = 0


def disarm() -> None:
    """Let everything work as always."""
    _Armed.recorder = None
    for ufunc in _ufuncs:
        if id(ufunc) in _vectorcalls:
            _vectorcall_slot(ufunc).value = _vectorcalls.pop(id(ufunc))


def remember(what: str) -> bool:
    """Note that a product was called; return whether that is forbidden just now."""
    recorder = _Armed.recorder
    if recorder is not None and not recorder.library:
        recorder.library = what
    return recorder is not None


def check(what: str) -> None:
    """Raise `LibraryProduct` if products are forbidden just now."""
    if remember(what):
        raise LibraryProduct(what)


def is_product(function: Any) -> bool:
    """Return whether a function or ufunc of NumPy is a product."""
    name = function.__name__
    if getattr(function, "__module__", "") == "numpy.linalg":
        return name not in _ELEMENT_WISE
    return name in (UFUNCS if isinstance(function, np.ufunc) else FUNCTIONS)


def install() -> None:
    """Change the products for good, once in a trace box before any cell runs."""
    if _kept:
        return
    for name in sorted(FUNCTIONS):
        _guard_dispatcher(getattr(np, name), f"np.{name}")
    for name in np.linalg.__all__:
        function = getattr(np.linalg, name)
        if hasattr(function, "_implementation") and name not in _ELEMENT_WISE:
            _guard_dispatcher(function, f"np.linalg.{name}")
    umath: Any = sys.modules["numpy._core._multiarray_umath"]
    for name in _BUILTIN:
        original = getattr(umath, name)
        substitute(original, _guard(original, f"np.{name.removeprefix('c_')}"))
    _guard_ufuncs()
    _guard_method()
    _guard_numba()
    _guard_foreign_code()


def _guard(original: Callable[..., Any], what: str) -> Callable[..., Any]:
    @functools.wraps(original)
    def guarded(*args: Any, **settings: Any) -> Any:
        check(what)
        return original(*args, **settings)

    del guarded.__wrapped__
    _kept.append(guarded)
    return guarded


def _guard_dispatcher(function: Any, what: str) -> None:
    """Replace what a function of NumPy calls when no argument overrides it."""
    implementation = function._implementation
    guarded = _guard(implementation, what)
    for offset in _DISPATCHER_BYTES:
        slot = ctypes.c_void_p.from_address(id(function) + offset)
        if slot.value == id(implementation):
            _kept.append(implementation)
            ctypes.pythonapi.Py_IncRef(ctypes.py_object(guarded))
            slot.value = id(guarded)
            break
    if function._implementation is not guarded:
        raise RuntimeError(f"{what} is not laid out as expected")
    function.__wrapped__ = guarded


def substitute(original: Any, replacement: Any) -> None:
    """Replace a built-in function in all modules of NumPy; numba takes the new one for the old."""
    from numba.core.registry import cpu_target

    context: Any = cpu_target.typing_context
    context.refresh()
    known = context._lookup_global(original)
    if known is not None:
        context.insert_global(replacement, known)
    for module, key in _homes()[id(original)]:
        setattr(module, key, replacement)


@functools.cache
def _homes() -> dict[int, list[tuple[ModuleType, str]]]:
    """Return under which names each object of NumPy's modules is kept, by its identity."""
    homes = defaultdict(list)
    for name, module in list(sys.modules.items()):
        if name == "numpy" or name.startswith("numpy."):
            for key, value in vars(module).items():
                homes[id(value)].append((module, key))
    return homes


def warm_up() -> None:
    """Look where NumPy keeps its functions: in the zygote, so that no box has to."""
    _homes()


# -- Objects whose calls go through C only: give them a class whose __call__ we write


def _guard_ufuncs() -> None:
    from numpy._core import _umath_tests
    from numpy.linalg import _umath_linalg

    found = {name: getattr(np, name) for name in sorted(UFUNCS)}
    found |= {f"linalg.{k}": v for k, v in vars(_umath_linalg).items() if isinstance(v, np.ufunc)}
    found |= {f"_core._umath_tests.{k}": getattr(_umath_tests, k) for k in sorted(_TEST_UFUNCS)}
    for name, ufunc in found.items():
        if ufunc not in _ufuncs:
            _change_class(ufunc, f"np.{name}")
            _ufuncs.append(ufunc)


def _change_class(ufunc: Any, what: str) -> None:
    call: Any = np.ufunc.__call__

    def guarded(self: Any, *args: Any, **settings: Any) -> Any:
        check(what)
        return call(self, *args, **settings)

    parts = {"__slots__": (), "__call__": guarded, "__module__": "numpy"}
    kind = _subclass(np.ufunc, {**parts, "__reduce__": lambda self: self.__name__})
    slot = ctypes.c_void_p.from_address(id(ufunc) + _TYPE)
    same_layout = kind.__basicsize__ == np.ufunc.__basicsize__
    if (
        slot.value != id(np.ufunc)
        or not same_layout
        or (kind.__flags__ ^ np.ufunc.__flags__) & _HAS_GC
    ):
        raise RuntimeError(f"{what} is not laid out as expected")
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(kind))
    slot.value = id(kind)


def _subclass(parent: type, parts: dict[str, Any]) -> Any:
    """Return a subclass of a class that does not allow any."""
    flags = ctypes.c_ulong.from_address(id(parent) + _TYPE_FLAGS)
    before = flags.value
    if before != parent.__flags__:
        raise RuntimeError(f"{parent.__name__} is not laid out as expected")
    flags.value = before | _MAY_BE_SUBCLASSED
    try:
        return type(parent.__name__, (parent,), parts)
    finally:
        flags.value = before


def _vectorcall_slot(ufunc: Any) -> ctypes.c_void_p:
    offset = ctypes.c_ssize_t.from_address(id(np.ufunc) + _TYPE_VECTORCALL_OFFSET).value
    return ctypes.c_void_p.from_address(id(ufunc) + offset)


def _guard_method() -> None:
    """Replace `ndarray.dot` in the class itself, which is closed to assignment."""
    proxy = np.ndarray.__dict__
    members = ctypes.py_object.from_address(id(proxy) + 2 * _POINTER).value
    if not isinstance(members, dict) or members.get("dot") is not proxy["dot"]:
        raise RuntimeError("numpy.ndarray is not laid out as expected")
    method: Any = proxy["dot"]
    members["dot"] = _guard(method, "ndarray.dot")
    ctypes.pythonapi.PyType_Modified(ctypes.py_object(np.ndarray))


# -- Code outside of NumPy


def _guard_numba() -> None:
    """Let compiled code that multiplies by BLAS be remembered: it has no way to raise there."""
    from llvmlite import binding
    from numba import _helperlib
    from numba.core.registry import cpu_target

    helpers: Any = vars(_helperlib)["c_helpers"]
    # It registers numba's own functions when it is first asked for; ours come after them.
    cpu_target.target_context  # noqa: B018
    for name, letters in _NUMBA_BLAS.items():
        kind: Any = ctypes.CFUNCTYPE(ctypes.c_int, *(_C_TYPES[letter] for letter in letters))
        callback = kind(_remembering(kind(helpers[name])))
        _kept.append(callback)
        binding.add_symbol(f"numba_{name}", ctypes.cast(callback, ctypes.c_void_p).value)


def _remembering(original: Callable[..., int]) -> Callable[..., int]:
    def remembered(*args: Any) -> int:
        remember("BLAS in @njit")
        return original(*args)

    return remembered


def _guard_foreign_code() -> None:
    """Guard the products of other libraries, now or when they are imported, and BLAS by ctypes."""
    for name in _FOREIGN:
        if name in sys.modules:
            _guard_module(sys.modules[name])
    sys.meta_path.insert(0, _Finder())
    find: Any = ctypes.CDLL.__getitem__

    def find_guarded(library: Any, name: Any) -> Any:
        function = find(library, name)
        if not isinstance(name, str) or not _BLAS.search(name):
            return function
        call = type(function).__call__

        def guarded(self: Any, *args: Any) -> Any:
            check(name)
            return call(self, *args)

        members = {"__call__": guarded, "_flags_": function._flags_, "_restype_": ctypes.c_int}
        metaclass: Any = type(type(function))
        kind = metaclass("_FuncPtr", (type(function),), members)
        function = kind((name, library))
        function.__name__ = name
        return function

    ctypes.CDLL.__getitem__ = find_guarded  # type: ignore[method-assign]


class _Finder:
    """Finds the modules of `_FOREIGN` as usual, and guards them when they have been loaded."""

    def find_spec(self, name: str, path: Any, target: ModuleType | None = None) -> Any:
        spec = importlib.machinery.PathFinder.find_spec(name, path) if name in _FOREIGN else None
        if spec is None or spec.loader is None:
            return None
        load = spec.loader.exec_module

        def load_guarded(module: ModuleType) -> None:
            load(module)
            _guard_module(module)

        spec.loader.exec_module = load_guarded  # type: ignore[method-assign]
        return spec


def _guard_module(module: ModuleType) -> None:
    pattern = _FOREIGN[module.__name__]
    holders = [module, *(kind for kind in (getattr(module, "Tensor", None),) if kind)]
    for holder in holders:
        for name in dir(holder):
            if pattern.search(name) and callable(getattr(holder, name)):
                with suppress(TypeError, AttributeError):  # a class written in C stays as it is
                    original = getattr(holder, name)
                    setattr(holder, name, _guard(original, f"{module.__name__}.{name}"))
