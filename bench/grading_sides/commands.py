"""Running commands and counting what they cost: CPU seconds of the command and all it started.

nbgrader and otter live in environments of their own below `build/`, made when they are missing.
"""

from __future__ import annotations

import ctypes
import os
import resource
import subprocess
import sys
import venv
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

ENVIRONMENTS = Path(__file__).parents[2] / "build" / "bench-envs"
PR_SET_CHILD_SUBREAPER = 36
PACKAGES = {"nbgrader": ["nbgrader", "ipykernel"], "otter": ["otter-grader", "ipykernel"]}


def environment(name: str) -> Path:
    """Return the folder of programs of an environment, which is made first if it is missing."""
    folder = ENVIRONMENTS / name
    done = folder / "installed"
    if not done.is_file():
        print(f"making the environment of {name} …", file=sys.stderr)
        venv.create(folder, with_pip=True, clear=True)
        python = folder / "bin" / "python"
        install = [str(python), "-m", "pip", "install", "--quiet", *PACKAGES[name]]
        subprocess.run(install, check=True)
        done.touch()
    return folder / "bin"


def version(programs: Path, package: str) -> str:
    """Return the version of a package in an environment."""
    code = f"from importlib.metadata import version; print(version({package!r}))"
    python = programs / "python"
    return subprocess.run([python, "-c", code], capture_output=True, text=True).stdout.strip()


def surroundings(programs: Path) -> dict[str, str]:
    """Return the environment in which the programs of an environment find each other."""
    path = f"{programs}{os.pathsep}{os.environ['PATH']}"
    kept = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    return kept | {"PATH": path}


class Meter:
    """CPU seconds of all that this process starts from now on.

    grader kills its workers at the end, and what they started would be nobody's child: it becomes
    ours, is waited for, and so is counted with all its boxes.
    """

    def __init__(self) -> None:
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)
        self._before = self._children_s()

    def read(self) -> float:
        """Wait until nothing runs any more, and return what was used."""
        with suppress(ChildProcessError):
            while True:
                os.waitpid(-1, 0)
        return self._children_s() - self._before

    @staticmethod
    def _children_s() -> float:
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime


def cpu_s(command: Sequence[object], folder: Path, env: dict[str, str]) -> float:
    """Return the CPU seconds of a command and all it started; exit if it fails."""
    meter = Meter()
    parts = [str(part) for part in command]
    done = subprocess.run(parts, cwd=folder, env=env, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(parts)}: exit {done.returncode}\n{done.stderr[-2000:]}")
    return meter.read()


def grader_command(folder: Path, bundle: str, students: Sequence[str] = ()) -> list[str]:
    """Return the command that grades a class, or some of its students."""
    chosen = [part for student in students for part in ("--student", student)]
    return [sys.executable, "-m", "grader", "grade", bundle, "--class", str(folder), *chosen]


def own_surroundings() -> dict[str, str]:
    """Return the environment in which `grader` is this checkout's."""
    return os.environ | {"PYTHONPATH": str(ENVIRONMENTS.parents[1]), "GRADER_LANG": "en"}
