"""The files of an emulated machine that stay the same from run to run: kernel, system, wheels.

Packages are unpacked and never configured, so that nothing of another processor runs here.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.emulated import debian, locked

ALSO = ("iproute2", "python3")
NOT_UNPACKED = ("doc", "i18n", "info", "locale", "man", "zoneinfo")
SOURCES = (Path(debian.__file__), Path(locked.__file__), Path(__file__), locked.LOCK)
"""What a change of makes the files anew."""


def make(processor: str, folder: Path) -> None:
    """Have `kernel` and `system.gz` for `processor` in `folder`: fetched once, then kept.

    Raises
    ------
    debian.FetchError
        They could not be had.
    """
    made_from = hashlib.sha256(b"".join(path.read_bytes() for path in SOURCES)).hexdigest()
    stamp = folder / "made-from"
    if stamp.exists() and stamp.read_text("ascii") == made_from:
        return
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    with tempfile.TemporaryDirectory(dir=folder) as scratch_name:
        scratch = Path(scratch_name)
        kernel = debian.fetch_kernel(processor, scratch)
        tree = scratch / "tree"
        unpack(debian.fetch_packages(processor, scratch / "system", ALSO), tree)
        packages = tree / "usr/local/lib" / f"python{debian.PYTHON}" / "dist-packages"
        locked.install(processor, packages, scratch)
        compile_modules(tree)
        pack(tree, folder / "system.gz")
        shutil.copyfile(kernel, folder / "kernel")
    stamp.write_text(made_from, "ascii")


def unpack(packages: list[Path], tree: Path) -> None:
    """Unpack `packages` as an installed system lies, /bin and /lib being links into /usr."""
    for name in ("bin", "lib", "lib64", "sbin"):
        (tree / "usr" / name).mkdir(parents=True)
        (tree / name).symlink_to(f"usr/{name}")
    left_out = [f"--exclude=./usr/share/{name}" for name in NOT_UNPACKED]
    for package in packages:
        read = ["dpkg-deb", "--fsys-tarfile", str(package)]
        options = ["-x", "-p", "--keep-directory-symlink", "-C", str(tree), *left_out]
        with subprocess.Popen(read, stdout=subprocess.PIPE) as files:
            subprocess.run(["tar", *options], stdin=files.stdout, check=True)
        if files.returncode:
            raise debian.FetchError(f"{package.name} cannot be unpacked")
    # What the packages' own scripts would have made.
    for name in ("passwd", "group"):
        shutil.copyfile(tree / f"usr/share/base-passwd/{name}.master", tree / "etc" / name)


def compile_modules(tree: Path) -> None:
    """Compile the Python in `tree` here, not under emulation; another version of Python cannot."""
    if f"{sys.version_info[0]}.{sys.version_info[1]}" == debian.PYTHON:
        folders = [str(tree / "usr/lib" / f"python{debian.PYTHON}"), str(tree / "usr/local/lib")]
        subprocess.run([sys.executable, "-m", "compileall", "-q", *folders], check=False)


def pack(folder: Path, archive: Path) -> None:
    """Write all of `folder`, as root's, in the form that a kernel unpacks."""
    script = 'set -o pipefail; find . -print0 | cpio -0 -o -H newc -R 0:0 --quiet | gzip -1 >"$0"'
    subprocess.run(["bash", "-c", script, str(archive)], cwd=folder, check=True)
