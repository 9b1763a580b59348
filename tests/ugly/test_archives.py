"""The controls of the archives: they are what they say, and the watch sees whoever opens one."""

from __future__ import annotations

import bz2
import codecs
import gzip
import io
import lzma
import shutil
import subprocess
import sys
import tarfile
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.ugly import archives
from tests.ugly.archives import COPIES, ENTRIES, GZIP_PARTS, LEVELS, ZEROS
from tests.ugly.openers import ReachedError, Seen, watched

GIB = 1 << 30
EMPTY_ZIP = b"PK\x05\x06" + bytes(18)
OPENERS: dict[str, Callable[[], object]] = {
    "zip": lambda: zipfile.ZipFile(io.BytesIO(EMPTY_ZIP)),
    "tar": lambda: tarfile.TarFile(fileobj=io.BytesIO(bytes(10240))),
    "gzip": lambda: gzip.decompress(GZIPPED),
    "bzip2": lambda: bz2.decompress(BZIPPED),
    "xz": lambda: lzma.decompress(XZIPPED),
    "zlib": lambda: zlib.decompress(ZLIBBED),
    "zlib_in_pieces": lambda: zlib.decompressobj().decompress(ZLIBBED),
    "zlib_codec": lambda: codecs.decode(ZLIBBED, "zlib"),
    "bzip2_codec": lambda: codecs.decode(BZIPPED, "bz2"),
    "unpack_archive": lambda: shutil.unpack_archive("a.zip"),
}
GZIPPED, BZIPPED = gzip.compress(b"x"), bz2.compress(b"x")
XZIPPED, ZLIBBED = lzma.compress(b"x"), zlib.compress(b"x")


@pytest.mark.parametrize("name", OPENERS)
def test_the_watch_sees_it(name: str) -> None:
    seen = Seen()
    with watched(seen), pytest.raises(ReachedError):
        OPENERS[name]()
    assert len(seen.openers) == 1


@pytest.mark.parametrize("name", [name for name in OPENERS if name != "unpack_archive"])
def test_without_the_watch_it_opens(name: str) -> None:
    """The watch is gone again, and the files above are whole."""
    with watched(Seen()):
        pass
    OPENERS[name]()


def test_the_watch_sees_a_program() -> None:
    seen = Seen()
    with watched(seen):
        subprocess.run([sys.executable, "-S", "-c", ""], check=True)
    subprocess.run(["true"], check=True)
    assert seen.programs == {sys.executable}


def test_members_of_the_zip_climb_out_and_one_lands_at_another_student() -> None:
    with zipfile.ZipFile(io.BytesIO(archives.zip_of(b"{}"))) as archive:
        names = archive.namelist()
    assert all(name.startswith(("../", "..\\")) for name in names)
    assert "../../x/b1_rooms/u1_rooms.ipynb" in names


def test_members_of_the_tar_are_absolute(tmp_path: Path) -> None:
    with tarfile.open(fileobj=io.BytesIO(archives.tar_slip(tmp_path)), mode="r:gz") as archive:
        names, links = archive.getnames(), [m.linkname for m in archive if m.issym()]
    assert names[0].startswith(str(tmp_path))
    assert links == [str(tmp_path)]


def test_the_flat_bomb_is_42_kb_and_gibibytes() -> None:
    data = archives.flat_bomb()
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert sum(info.file_size for info in archive.infolist()) == ENTRIES * len(ZEROS)
    assert len(data) < 42_000
    assert ENTRIES * len(ZEROS) >= 4 * GIB


def test_the_nested_bomb_is_42_kb_and_a_tebibyte() -> None:
    data, size = archives.nested_bomb(), 1
    assert len(data) < 42_000
    for _ in range(LEVELS):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            size *= len(archive.namelist())
            data = archive.read(archive.namelist()[-1])
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        size *= archive.infolist()[0].file_size
    assert size == COPIES**LEVELS * len(ZEROS) == 1024 * GIB


def test_the_gzip_bomb_is_a_mebibyte_and_a_gibibyte() -> None:
    data = archives.gzip_bomb()
    part = len(data) // GZIP_PARTS
    assert gzip.decompress(data[:part]) == ZEROS
    assert data == data[:part] * GZIP_PARTS
    assert GZIP_PARTS * len(ZEROS) == GIB
    assert len(data) < 1.1 * (1 << 20)
