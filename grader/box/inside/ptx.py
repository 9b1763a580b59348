"""A student's CUDA kernels, compiled in the box for a GPU that the box never sees.

Compiling runs the student's Python (cells, decorators, whatever numba evaluates), and assembling
reads what came of it, so both happen here; what leaves is data. Boxes of kind "gpu" have the real
`numba.cuda`, which needs NVVM and an assembler, and no driver. Constants are frozen while a kernel
is compiled: they have to be set before.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from types import SimpleNamespace
from typing import Any

from . import stand_ins

Argument = tuple[str, int]
"""An argument's dtype and number of dimensions; 0 for a scalar. Arrays are in C order."""
_DRIVERLESS = ("to_device", "device_array", "device_array_like", "pinned_array", "stream", "event")
_TRIED = (8, 0)
"""Any capability that NVVM knows: the first kernel is compiled before the walls are up."""


def prepare() -> None:
    """Import numba.cuda, load NVVM and the assembler; an error where one of them is missing."""
    _redirect()
    cuda: Any = import_module("numba.cuda")
    _assembled(_compile(_nothing, {}, (("float32", 1),), _TRIED), _TRIED)
    cuda.is_available = _yes
    cuda.jit = _without_signatures(cuda.jit)
    for name in (*_DRIVERLESS, "synchronize"):
        setattr(cuda, name, stand_ins.Inert(name))
    # Cells may launch kernels to try them: nothing runs here, and the cell goes on.
    dispatcher = _dispatchers()
    dispatcher.CUDADispatcher.configure = _ignored
    dispatcher.CUDADispatcher.__getitem__ = _ignored
    dispatcher.CUDADispatcher.forall = _ignored


def compiled(kernel: Any, arguments: Sequence[Argument], cc: tuple[int, int]) -> dict[str, Any]:
    """Return text and code of a kernel. What is wrong with it is raised as numba says it."""
    if not isinstance(kernel, _dispatchers().CUDADispatcher):
        raise TypeError("this is no function decorated with @cuda.jit")
    text = _compile(kernel.py_func, kernel.targetoptions, arguments, cc)
    return {"ptx": text, "code": _assembled(text, cc)}


def _compile(
    function: Callable[..., Any],
    options: dict[str, Any],
    arguments: Sequence[Argument],
    cc: tuple[int, int],
) -> str:
    cuda = import_module("numba.cuda")
    # A device function asks the driver for the capability, and there is none.
    _dispatchers().get_current_device = lambda: SimpleNamespace(compute_capability=cc)
    signature = tuple(_numba_type(*argument) for argument in arguments)
    text, _ = cuda.compile(
        function,
        signature,
        cc=cc,
        device=False,
        abi="numba",
        output="ptx",
        fastmath=options.get("fastmath", False),
        launch_bounds=options.get("launch_bounds"),
    )
    return str(text)


def _assembled(text: str, cc: tuple[int, int]) -> bytes:
    """Return the code of one architecture.

    The driver could make it too, but not in a box, and it refuses PTX newer than itself.
    """
    nvjitlink = import_module("cuda.bindings.nvjitlink")
    link = nvjitlink.create(1, [f"-arch=sm_{cc[0]}{cc[1]}"])
    try:
        data = text.encode()
        nvjitlink.add_data(link, nvjitlink.InputType.PTX, data, len(data), "kernel")
        nvjitlink.complete(link)
        code = bytearray(nvjitlink.get_linked_cubin_size(link))
        nvjitlink.get_linked_cubin(link, code)
    except nvjitlink.nvJitLinkError:
        said = bytearray(nvjitlink.get_error_log_size(link))
        nvjitlink.get_error_log(link, said)
        raise ValueError(said.decode("utf-8", "replace").strip("\0\n")) from None
    finally:
        nvjitlink.destroy(link)
    return bytes(code)


def _numba_type(dtype: str, ndim: int) -> Any:
    import numba

    kind = getattr(numba.types, dtype)
    return numba.types.Array(kind, ndim, "C") if ndim else kind


def _redirect() -> None:
    """Let `numba.cuda` come from the package numba-cuda, which hooks into the import system.

    The zygote took all foreign hooks out; without this one numba's own, older module would answer.
    """
    hook = import_module("_numba_cuda_redirector").finder
    if hook not in sys.meta_path:
        sys.meta_path.insert(0, hook)


def _without_signatures(jit: Callable[..., Any]) -> Callable[..., Any]:
    """Return `cuda.jit` that compiles nothing at once: a signature would ask for the driver."""

    def lazy(func_or_sig: Any = None, *args: Any, **options: Any) -> Any:
        if func_or_sig is None or callable(func_or_sig):
            return jit(func_or_sig, *args, **options)
        return jit(**options)

    return lazy


def _dispatchers() -> Any:
    return import_module("numba.cuda.dispatcher")


def _ignored(*_: Any, **__: Any) -> Any:
    return stand_ins.ignore


def _yes() -> bool:
    return True


def _nothing(array: Any) -> None:
    array[0] = 1
