"""Which GPUs there are, what is missing where there is none, and one lock for each.

`nvidia-smi` is asked and not CUDA: the keeper never opens a GPU itself. A GPU is locked for the
user's own graders; what else runs on it nobody can know.
"""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from grader.errors import UsageError
from grader.messages import Message, say

_QUESTION = ("--query-gpu=index,uuid,compute_cap,name", "--format=csv,noheader")
_LINE = re.compile(r"(\d+), (GPU-[0-9A-Za-z-]+), (\d+)\.(\d+), (.+)")
_PATIENCE_S = 60.0
"""Where the driver was not loaded yet, the first answer takes many seconds."""


@dataclass(frozen=True)
class Gpu:
    """One GPU, as nvidia-smi tells of it."""

    index: int
    uuid: str
    cc: tuple[int, int]
    """Its compute capability."""
    name: str

    @property
    def shown(self) -> str:
        """Return its number and name, for people."""
        return f"GPU {self.index} ({self.name})"


def gpus_here() -> tuple[Gpu, ...]:
    """Return the GPUs that this process may use; nothing where there is none or no driver."""
    command = ["nvidia-smi", *_QUESTION]
    try:
        asked = subprocess.run(
            command, capture_output=True, text=True, check=False, timeout=_PATIENCE_S
        )
    except (OSError, subprocess.TimeoutExpired):
        return ()
    if asked.returncode:
        return ()
    visible = os.environ.get("CUDA_VISIBLE_DEVICES")
    return tuple(gpu for gpu in parse(asked.stdout) if _is_visible(gpu, visible))


def parse(listed: str) -> Iterator[Gpu]:
    """Yield the GPUs in what nvidia-smi printed; lines that say something else are left out."""
    for line in listed.splitlines():
        if found := _LINE.fullmatch(line.strip()):
            index, uuid, major, minor, name = found.groups()
            yield Gpu(int(index), uuid, (int(major), int(minor)), name)


def chosen(there: Sequence[Gpu], wanted: str) -> tuple[Gpu, ...]:
    """Return the GPUs with the numbers in `wanted` ("0,1"), each once; all for an empty text.

    Raises
    ------
    UsageError
        One of them is no number, or is not there.
    """
    if not wanted:
        return tuple(there)
    known = {str(gpu.index): gpu for gpu in there}
    numbers = dict.fromkeys(part.strip() for part in wanted.split(","))
    for number in numbers:
        if number not in known:
            listed = ", ".join(gpu.shown for gpu in there)
            raise UsageError(
                say("device.no_such_gpu", number=number), say("device.known_gpus", gpus=listed)
            )
    return tuple(known[number] for number in numbers)


def missing(there: Sequence[Gpu]) -> Message | None:
    """Return what is missing here to run anything on a GPU; None where all is there."""
    if not there:
        return say("device.no_gpu")
    for package, module in (("CuPy", "cupy"), ("numba-cuda", "numba_cuda")):
        if find_spec(module) is None:
            return say("device.no_package", package=package)
    if not _has_nvvm():
        return say("device.no_package", package="NVVM")
    return None


@contextmanager
def locked(gpu: Gpu, tell: Callable[[Message], None], folder: Path | None = None) -> Iterator[None]:
    """Hold a GPU for this process; if another grader of this user has it, say so and wait."""
    import fcntl  # what runs on a GPU runs in a box, so never on Windows

    path = (folder or _runtime_folder()) / f"{gpu.uuid}.lock"
    with open(path, "a+", encoding="ascii") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.seek(0)
            tell(say("device.waiting", gpu=gpu.shown, who=file.read(40).strip() or "?"))
            fcntl.flock(file, fcntl.LOCK_EX)
        file.truncate(0)
        file.write(f"pid {os.getpid()}\n")
        file.flush()
        yield


def _runtime_folder() -> Path:
    """Return a folder of this user alone, the same for all their graders on this machine."""
    runtime = os.environ.get("XDG_RUNTIME_DIR", "")
    parent = Path(runtime) if os.path.isdir(runtime) else Path(tempfile.gettempdir())
    folder = parent / f"grader-gpu-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    if folder.is_symlink() or folder.stat().st_uid != os.getuid():
        raise UsageError(say("device.foreign_folder", path=str(folder)))
    return folder


def _is_visible(gpu: Gpu, visible: str | None) -> bool:
    """Return whether CUDA_VISIBLE_DEVICES, if it is set, names this GPU."""
    if visible is None:
        return True
    names = [name.strip() for name in visible.split(",")]
    return any(n == str(gpu.index) or (n != "" and gpu.uuid.startswith(n)) for n in names)


def _has_nvvm() -> bool:
    """Return whether the libraries that compile and assemble kernels can be loaded."""
    if find_spec("cuda") is None or find_spec("cuda.pathfinder") is None:
        return False
    try:
        for library in ("nvvm", "nvJitLink"):
            import_module("cuda.pathfinder").load_nvidia_dynamic_lib(library)
    except RuntimeError:
        return False
    return True
