"""An emulated machine of another processor: Debian's system and kernel, and this checkout in it.

    machine = Emulated("aarch64")
    steps = machine.run([("doctor", 0, ["python3", "-m", "grader", "doctor", "--json"])])

Its files are one archive that the kernel unpacks into memory: no disk, no network, nothing of the
host. Packages are unpacked and never configured, so nothing of another processor runs here. What
was fetched is kept in build/emulated; remove that folder for a newer kernel.
"""

from __future__ import annotations

import os
import secrets
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.emulated import debian, system
from tests.emulated.console import Step, read_console

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
KEPT = ROOT / "build" / "emulated"
PROCESSORS = tuple(debian.ARCHITECTURE)
LIMIT_S = 3600.0
"""A machine that takes longer hangs: the steps take a quarter of it where others work too."""
MEMORY = "4G"

QEMU = {
    "x86_64": ["-machine", "q35", "-cpu", "max"],
    # QEMU's own way to sign pointers: the architecture's is slow to emulate.
    "aarch64": ["-machine", "virt,gic-version=3", "-cpu", "max,pauth-impdef=on"],
}
CONSOLE = {"x86_64": "ttyS0", "aarch64": "ttyAMA0"}

Command = tuple[str, int, list[str]]
"""Name of a step, user id, and what to run."""


class EmulationError(Exception):
    """The machine did not come to the end of its steps."""


def lacking(processor: str) -> str:
    """Return what this host lacks to make a machine, or nothing."""
    if sys.platform != "linux" or os.getuid() != 0:
        return "debootstrap needs root on Linux"
    programs = (f"qemu-system-{processor}", "debootstrap", "dpkg-deb", "cpio", "gpgv", "setpriv")
    missing = [name for name in programs if shutil.which(name) is None]
    missing += [str(path) for path in (debian.KEYS, Path(debian.APT_HELPER)) if not path.exists()]
    if missing:
        return f"not installed: {', '.join(missing)}"
    if not debian.reachable():
        return "apt has no mirror of Debian here, or it does not answer"
    return ""


class Emulated:
    """A machine that can be booted any number of times, always from the same files.

    Raises
    ------
    debian.FetchError
        Its packages could not be had.
    """

    def __init__(self, processor: str) -> None:
        self.processor = processor
        self.folder = KEPT / processor
        system.make(processor, self.folder)

    def run(self, commands: list[Command]) -> dict[str, Step]:
        """Boot with the checkout as it is now, take the steps, and return each by its name.

        Raises
        ------
        EmulationError
            Not every step came to an end.
        """
        word = secrets.token_hex(16)
        with tempfile.TemporaryDirectory(dir=self.folder) as scratch_name:
            scratch = Path(scratch_name)
            stage_checkout(scratch / "stage", commands)
            system.pack(scratch / "stage", scratch / "checkout.gz")
            files = scratch / "files.gz"
            with files.open("wb") as both:  # the kernel unpacks one archive after the other
                for part in (self.folder / "system.gz", scratch / "checkout.gz"):
                    both.write(part.read_bytes())
            self._boot(files, word)
        text = (self.folder / "console.log").read_text("utf-8", "replace")
        steps = read_console(text, word)
        missing = [name for name, _, _ in commands if name not in steps]
        if missing:
            raise EmulationError(f"no end of: {', '.join(missing)}\n{text[-3000:]}")
        return steps

    def _boot(self, files: Path, word: str) -> None:
        words = f"console={CONSOLE[self.processor]} loglevel=1 panic=-1 rooflab={word}"
        command = ["setpriv", "--pdeathsig=KILL", f"qemu-system-{self.processor}"]
        # Emulated even where there is KVM: nested it is not reliable, and never of another kind.
        command += [*QEMU[self.processor], "-accel", "tcg,thread=multi", "-smp", "2"]
        command += ["-m", MEMORY, "-nodefaults", "-no-reboot", "-display", "none"]
        command += ["-serial", "stdio", "-kernel", str(self.folder / "kernel")]
        command += ["-initrd", str(files), "-append", words]
        with (self.folder / "console.log").open("wb") as log:
            try:
                subprocess.run(
                    command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, timeout=LIMIT_S
                )
            except subprocess.TimeoutExpired:
                log.write(b"\nthe machine was ended by its time limit\n")


def stage_checkout(stage: Path, commands: list[Command]) -> None:
    """Lay out the files that change from run to run: the checkout, the first process, the steps."""
    listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listing, cwd=ROOT, capture_output=True, check=True).stdout
    for name in filter(None, names.decode().split("\0")):
        if (ROOT / name).is_file():
            to = stage / "opt" / "rooflab" / name
            to.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, to)
    shutil.copy(HERE / "first_process.sh", stage / "init")
    lines = [shlex.join(["step", name, str(uid), *words]) for name, uid, words in commands]
    (stage / "steps.sh").write_text("\n".join(lines) + "\n", "utf-8")
    (stage / "init").chmod(0o755)
    subprocess.run(["chmod", "-R", "a+rX", str(stage)], check=True)
