"""The records of a course: what its TOML files say, and the folders they lie in."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Literal, TypeVar

import msgspec

from grader.errors import UsageError
from grader.messages import Lang, say
from grader.outcome import Key, Record, Text

Track = Literal["core", "practice", "stretch"]
Rule = Literal["TRACE", "NOLIB", "POISON", "FROZEN", "LRU", "MEM", "SIM"]
ShowExpected = Literal["always", "public", "never"]
T = TypeVar("T")


class Limits(Record, frozen=True):
    """What one submission of one unit may use. CPU time decides, wall time only guards."""

    cpu_s: float = 10.0
    """CPU seconds of one call, compilation included."""
    cell_cpu_s: float = 60.0
    """CPU seconds of one notebook cell."""
    unit_cpu_s: float = 120.0
    """CPU seconds of all cells and calls of one submission; waiting may take three times that."""
    memory_mb: int = 1024
    """MiB beyond what Python, numpy and numba themselves take."""
    threads: int = 64
    output_kb: int = 1024
    """KiB printed by one submission."""
    disk_mb: int = 64
    """MiB written to the private folder."""


class Feedback(Record, frozen=True):
    """How much a failed hidden check tells the student; public checks always tell everything."""

    show_inputs: bool = True
    show_expected: ShowExpected = "always"


class Unit(msgspec.Struct, frozen=True):
    """One question or coding task, with its folders."""

    id: str
    bundle: str
    title: Text
    track: Track
    minutes: int
    points: dict[Key, Fraction]
    entry_points: tuple[str, ...]
    rules: tuple[Rule, ...]
    limits: Limits
    feedback: Feedback
    public: Path
    """`assignments/<bundle>/<unit>`."""
    secret: Path
    """`solutions/<bundle>/<unit>`; may be missing in a public checkout."""

    @property
    def fixtures(self) -> tuple[Path, ...]:
        """Return the files of `wrong/` and `right/`, sorted."""
        return self.wrong + self.right

    @property
    def wrong(self) -> tuple[Path, ...]:
        """Return the named wrong submissions, sorted."""
        return tuple(sorted((self.secret / "wrong").glob("*.py")))

    @property
    def right(self) -> tuple[Path, ...]:
        """Return the unusual right submissions, sorted."""
        return tuple(sorted((self.secret / "right").glob("*.py")))

    @property
    def check_files(self) -> tuple[Path, ...]:
        """Return the files that hold checks: public first, then hidden, as far as they exist."""
        files = (self.public / "test_public.py", self.secret / "test_hidden.py")
        return tuple(path for path in files if path.is_file())

    @property
    def given(self) -> Path | None:
        """Return the public code that the unit hands out, or None."""
        path = self.public / "given.py"
        return path if path.is_file() else None

    def prompt(self, lang: str) -> Path:
        """Return the prompt file of one language."""
        return self.public / f"prompt.{lang}.md"


class Bundle(msgspec.Struct, frozen=True):
    """Units released together, in the order students see them."""

    id: str
    title: Text
    opens: str
    due: str
    units: tuple[Unit, ...]
    folder: Path


class Course(msgspec.Struct, frozen=True):
    """A whole course."""

    root: Path
    title: Text
    languages: tuple[Lang, ...]
    default_tracks: tuple[Track, ...]
    plugins: tuple[str, ...]
    bundles: tuple[Bundle, ...]

    @property
    def units(self) -> Iterator[Unit]:
        """Yield every unit, bundle by bundle."""
        for bundle in self.bundles:
            yield from bundle.units

    def bundle(self, name: str) -> Bundle:
        """Return the bundle `name`: its whole id or its first word (`b4`). UsageError if none."""
        return _find(name, {b.id: b for b in self.bundles}, "usage.no_bundle")

    def unit(self, name: str) -> Unit:
        """Return the unit `name`: its whole id or its first word (`q13`). UsageError if none."""
        return _find(name, {u.id: u for u in self.units}, "usage.no_unit")


def _find(name: str, known: dict[str, T], message_id: str) -> T:
    if name in known:
        return known[name]
    short = [full for full in known if full.split("_")[0] == name]
    if len(short) == 1:
        return known[short[0]]
    near = difflib.get_close_matches(name, known, n=3, cutoff=0.4) or sorted(known)
    raise UsageError(say(message_id, name=name), say("usage.known", names=", ".join(near)))
