"""The module that stands for `numba.cuda`, so that `from numba import cuda` finds the simulator.

Numba's own is never imported: neither its driver nor its simulator is wanted here. A name that
numba has and the simulator has not is a stand-in that faults when a kernel uses it; a name that
numba has not either is an AttributeError, as in numba.
"""

from __future__ import annotations

import re
import sys
import types
from typing import Any

from . import atomics, blocks, host, intrinsics, kernels, warps
from .machine import fail, machine

NAME = "numba.cuda"


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_UNSUPPORTED = _words(
    "BaseCUDAMemoryManager CudaHostNDArray GetIpcHandleMixin HostOnlyCUDAMemoryManager In "
    "InOut IpcHandle MappedMemory MemoryInfo MemoryPointer Out PinnedMemory Reduce activemask "
    "args_types cg compile compile_all compile_for_current_device compile_ptx "
    "compile_ptx_for_current_device cudadrv cudamath cudart declare_device event_elapsed_time "
    "extending external_stream fp16 from_cuda_array_interface get_ipc_handle grid_group ipc "
    "is_float16_supported legacy_default_stream libdevice managed_array mapped_array_like "
    "open_ipc_array per_thread_default_stream prepare_shape_strides_dtype random reduce reset "
    "runtime set_memory_manager shfl_sync_intrinsic types vote_sync_intrinsic"
)
_VECTOR = re.compile(
    r"u?int(8|16|32|64)x[1-4]|float(32|64)x[1-4]|(u?(char|short|int|long|longlong)|float|double)[1-4]"
)
_SUBMODULES = _words(
    "api args cg compiler cudadrv cudadrv.devicearray cudadrv.devices cudadrv.driver "
    "cudadrv.error cudadrv.nvvm cudamath decorators dispatcher errors extending fp16 kernels "
    "kernels.reduction kernels.transpose libdevice random reduction types vector_types"
)


class Unsupported(types.ModuleType):
    """A part of `numba.cuda` that the simulator has not; whoever uses it is told so."""

    def __getattr__(self, name: str) -> Unsupported:
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        return Unsupported(f"{self.__name__}.{name}")

    def __call__(self, *_: Any, **__: Any) -> Any:
        """Fault where a launch or a recorded call runs; while a cell is loaded nothing is used."""
        if machine.thread is None and machine.recorder is None:
            return self
        construct = self.__name__.removeprefix("numba.")
        raise fail(
            "unsupported",
            construct,
            say=f"模拟器不支持 {construct} / the simulator does not support {construct}",
        )

    def __mro_entries__(self, _: Any) -> tuple[type, ...]:
        return ()


class CudaModule(types.ModuleType):
    """Stands for `numba.cuda`."""

    def __getattr__(self, name: str) -> Any:
        if name in _UNSUPPORTED or name in _SUBMODULES or _VECTOR.fullmatch(name):
            return Unsupported(f"{NAME}.{name}")
        raise AttributeError(f"module {NAME!r} has no attribute {name!r}")

    @property
    def laneid(self) -> Any:
        """Position of the running thread in its warp."""
        # `from numba.cuda import laneid` asks before any thread runs.
        return intrinsics.Lane() if machine.thread is None else intrinsics.laneid()


def install() -> None:
    """Put the simulator in the place of `numba.cuda`. Safe to call twice."""
    import numba

    if isinstance(sys.modules.get(NAME), CudaModule):
        return
    module = CudaModule(NAME)
    module.__path__ = []
    vars(module).update(_contents())
    sys.modules[NAME] = module
    for name in [n for n in sys.modules if n.startswith(f"{NAME}.")]:
        del sys.modules[name]
    for name in _SUBMODULES:
        part = sys.modules[f"{NAME}.{name}"] = Unsupported(f"{NAME}.{name}")
        part.__path__ = []  # a package: its own parts are in `sys.modules` too
    vars(numba)["cuda"] = module


def installed() -> bool:
    """Return whether the simulator stands in the place of `numba.cuda`."""
    return isinstance(sys.modules.get(NAME), CudaModule)


def _contents() -> dict[str, Any]:
    names = {
        name: getattr(intrinsics, name)
        for name in _words(
            "threadIdx blockIdx blockDim gridDim grid gridsize shared local const syncthreads "
            "syncthreads_count syncthreads_and syncthreads_or threadfence nanosleep popc clz ffs "
            "brev fma cbrt selp"
        )
    }
    names |= {name: value for name, value in vars(warps).items() if _is_operation(name, value)}
    names |= {
        name: getattr(host, name)
        for name in _words(
            "to_device device_array device_array_like pinned_array pinned_array_like mapped_array "
            "as_cuda_array is_cuda_array"
        )
    }
    atomic = types.SimpleNamespace(
        **{
            # `max` and `min` have to be called otherwise in our module; `and_` is numba's name.
            name.removesuffix("_") if name in ("max_", "min_") else name: value
            for name, value in vars(atomics).items()
            if getattr(value, "__module__", "") == atomics.__name__ and not name.startswith("_")
        }
    )
    fences = dict.fromkeys(("threadfence_block", "threadfence_system"), intrinsics.threadfence)
    return (
        names
        | fences
        | {
            "atomic": atomic,
            "warpsize": blocks.WARP,
            "jit": kernels.jit,
            "autojit": kernels.jit,
            "event": host.Event,
            "stream": host.Stream,
            "default_stream": host.Stream,
            "pinned": host.nothing,
            "mapped": host.nothing,
            "defer_cleanup": host.nothing,
            "profiling": host.nothing,
            "is_available": lambda: True,
            "cuda_error": lambda: None,
            "is_supported_version": lambda: True,
            "detect": lambda: True,
            "synchronize": lambda: None,
            "close": lambda: None,
            "profile_start": lambda: None,
            "profile_stop": lambda: None,
            "select_device": lambda _: host.Device(),
            "get_current_device": host.Device,
            "current_context": lambda _=None: host.Context(),
            "require_context": lambda function: function,
            "list_devices": lambda: host.Gpus([host.Device()]),
            "gpus": host.Gpus([host.Device()]),
            "devices": types.SimpleNamespace(gpus=host.Gpus([host.Device()])),
            "KernelRuntimeError": RuntimeError,
            "CudaSupportError": RuntimeError,
        }
    )


def _is_operation(name: str, value: Any) -> bool:
    ours = getattr(value, "__module__", "") == warps.__name__
    return ours and callable(value) and not name.startswith("_")
