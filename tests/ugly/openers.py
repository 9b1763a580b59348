"""A watch over what Python opens archives with, and over the programs it starts.

While it stands, every reader of zip and tar and every decompressor below gzip, bzip2, xz and the
codecs of those names refuses and is noted. `test_archives` shows that each is seen.
"""

from __future__ import annotations

import bz2
import lzma
import shutil
import sys
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import pytest

_OPENERS = (
    (zipfile.ZipFile, "__init__"),
    (tarfile.TarFile, "__init__"),
    (zlib, "decompress"),
    (zlib, "decompressobj"),
    (zlib, "_ZlibDecompressor"),  # what gzip takes from Python 3.12 on
    (bz2, "BZ2Decompressor"),
    (lzma, "LZMADecompressor"),
    (shutil, "unpack_archive"),
)
_STARTS = ("subprocess.Popen", "os.posix_spawn", "os.exec", "os.system")


class ReachedError(Exception):
    """An opener was called."""


@dataclass
class Seen:
    """What happened under the watch."""

    openers: list[str] = field(default_factory=list)
    programs: set[str] = field(default_factory=set)


_watching: list[Seen] = []
"""Who is told of programs; an audit hook cannot be taken away again."""


@contextmanager
def watched(seen: Seen) -> Iterator[None]:
    """Refuse and note every opener of archives in this process; note programs that it starts."""
    _hook()
    _watching.append(seen)
    try:
        with pytest.MonkeyPatch.context() as patch:
            for holder, name in _OPENERS:
                if hasattr(holder, name):
                    patch.setattr(holder, name, _refuse(seen, holder, name))
            yield
    finally:
        _watching.remove(seen)


def _refuse(seen: Seen, holder: Any, name: str) -> Callable[..., Any]:
    original = getattr(holder, name)

    def refuse(*args: Any, **named: Any) -> Any:
        # `python311.zip` is on the path of every Python, and is looked into for installed packages.
        if any(isinstance(arg, str) and arg in sys.path for arg in args):
            return original(*args, **named)
        seen.openers.append(f"{holder.__name__}.{name}")
        raise ReachedError(seen.openers[-1])

    return refuse


def _note_program(event: str, args: tuple[Any, ...]) -> None:
    if event in _STARTS:
        for seen in _watching:
            seen.programs.add(str(args[0]))


@cache
def _hook() -> None:
    sys.addaudithook(_note_program)
