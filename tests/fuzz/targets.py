"""All that is fuzzed: who reads bytes of somebody else, and how honest ones of them look."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from tests.fuzz import course_files, frames, notebooks


class Target(NamedTuple):
    """One reader."""

    read: Callable[[bytes], None]
    """Raises what is a finding, and nothing else."""
    seeds: Callable[[], Iterable[bytes]]
    """Honest inputs to begin with."""
    words: tuple[bytes, ...]
    """What its inputs are made of; a fuzzer writes these in as wholes."""


_TAGS = tuple(bytes([tag]) for tag in b"NTFiIdcsbltmezqDga")
_COUNTS = tuple(n.to_bytes(4, "little") for n in (0, 1, 2, 8, 2**31, 2**32 - 1))
_HASHES = tuple(b"i" + (n * (2**61 - 1)).to_bytes(8, "little", signed=True) for n in (-1, 0, 1, 2))
_EDGES = (b"\xed\xa0\x80", b"\xff" * 8, b"\x7f" + bytes(7), b"RLW1")
_WIRE = (*_TAGS, *_COUNTS, *_HASHES, *_EDGES)
_JSON = tuple(
    b'{ } [ ] : , " \\u \\ud800 null true 1e999 "cells" "source" "metadata" "nbgrader" "grade_id" '
    b'"rooflab" "unit" "cell_type" "code" "markdown" "worksheets" "attachments" \xff\xfe '
    b"\xef\xbb\xbf u1_rooms-wr def class return %% # \\n".split()
)
_TOML = tuple(
    b"[ ] [[ ]] { } = . , \"\"\" ''' # \n title track minutes points limits units rules inf nan "
    b'1e308 0x 1979-05-27T07:32:00Z 99999999999999999999 \xff \\u0000 "1/3" "1e9" '.split(b" ")
)

TARGETS: dict[str, Target] = {
    "frame-from-box": Target(frames.from_box, frames.seeds, _WIRE),
    "frame-to-box": Target(frames.to_box, frames.layout_seeds, _WIRE),
    "batch": Target(frames.batch, frames.batch_seeds, _WIRE),
    "answer": Target(frames.answer, frames.answer_seeds, _WIRE),
    "notebook": Target(notebooks.submission, notebooks.seeds, _JSON),
    "course-files": Target(course_files.course_file, course_files.seeds, _TOML),
}
