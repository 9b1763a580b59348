"""Which of the locked packages the grader and its tests need, and those for another processor.

pip judges markers by the Python that runs it, and takes the whole lock or nothing. So the lines are
chosen here, and pip gets pins and hashes without a marker.
"""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from packaging.markers import Marker

from tests.emulated.debian import PYTHON, FetchError

LOCK = Path(__file__).parents[2] / "requirements" / "dev.txt"
NOT_NEEDED = frozenset({"matplotlib", "nbgrader"})
"""Of the course extra: no box is opened with them."""
GLIBC = range(36, 16, -1)
"""Minor versions of glibc 2 whose wheels run on the release."""


@dataclass(frozen=True)
class Pin:
    """One package of a lock."""

    name: str
    pin: str
    marker: str
    hashes: tuple[str, ...]
    via: tuple[str, ...]
    """Who asks for it."""


def read_lock(text: str) -> list[Pin]:
    """Return the pins of a lock file, in its order."""
    return [_pin(block) for block in re.split(r"\n(?=[A-Za-z0-9])", text) if "==" in block]


def _pin(block: str) -> Pin:
    first = block.splitlines()[0].rstrip("\\ ")
    pin, _, marker = first.partition(" ; ")
    comments = [line.strip() for line in block.splitlines() if line.strip().startswith("#")]
    via = [line.lstrip("# ").removeprefix("via").strip() for line in comments]
    hashes = tuple(re.findall(r"--hash=(\S+)", block))
    return Pin(pin.partition("==")[0], pin, marker, hashes, tuple(v for v in via if v))


def needed(pins: list[Pin], processor: str) -> list[Pin]:
    """Return what the project itself needs on `processor`, with all that those need."""
    there = [pin for pin in pins if _applies(pin, processor) and pin.name not in NOT_NEEDED]
    chosen = {"rooflab (pyproject.toml)"}
    while True:
        more = {pin.name for pin in there if chosen.intersection(pin.via)} - chosen
        if not more:
            return [pin for pin in there if pin.name in chosen]
        chosen |= more


def _applies(pin: Pin, processor: str) -> bool:
    place = {
        "implementation_name": "cpython",
        "os_name": "posix",
        "platform_machine": processor,
        "platform_python_implementation": "CPython",
        "python_full_version": f"{PYTHON}.2",
        "python_version": PYTHON,
        "sys_platform": "linux",
    }
    return not pin.marker or Marker(pin.marker).evaluate(place)


def install(processor: str, target: Path, scratch: Path) -> None:
    """Unpack wheels of exactly the locked versions for `processor` into `target`."""
    lines = scratch / "requirements.txt"
    pins = needed(read_lock(LOCK.read_text("utf-8")), processor)
    hashed = [" ".join([p.pin, *(f"--hash={value}" for value in p.hashes)]) for p in pins]
    lines.write_text("\n".join(hashed) + "\n", "utf-8")
    command = [sys.executable, "-m", "pip", "install", "-q", "--target", str(target)]
    command += ["--no-deps", "--require-hashes", "--only-binary=:all:", "-r", str(lines)]
    command += [f"--python-version={PYTHON.replace('.', '')}", "--implementation=cp"]
    names = [*(f"manylinux_2_{minor}" for minor in GLIBC), "manylinux2014"]
    command += [f"--platform={name}_{processor}" for name in names]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise FetchError(f"pip ended with {done.returncode}:\n{done.stderr[-2000:]}")
