"""What `grader roofline` does: find the machine, read the points, lay out the table, draw.

Nothing here prints: `panels` does. What cannot be done is a `Refusal`, which knows its sentence in
both languages.
"""

from __future__ import annotations

import math
import os
import re
import tomllib
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from reference.roofs import Comparison, Point, Roof, compare

if TYPE_CHECKING:
    from reference.machine import Machine

PREFIXES = {"": 1, "K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12, "P": 10**15}
RATE = re.compile(r"(?P<number>[^KMGTPkgt]+?) ?(?P<prefix>[KMGTPkgt]?)(?i:(?:FL)?OP(?:/s|s))?")
_DECIMAL = r"[+-]?(?:\d{1,40}(?:\.\d{0,40})?|\.\d{1,40})(?:[eE][+-]?\d{1,40})?"
NUMBER = re.compile(rf"(?P<over>{_DECIMAL})(?: ?/ ?(?P<under>{_DECIMAL}))?", re.ASCII)
RANGE = 1e-30, 1e30
"""Of an intensity and of a rate: far beyond any machine, and no product or quotient overflows."""
WIDTH = 110
"""Columns of the table: it is laid out for a page, not for the terminal of the moment."""


class Refusal(Exception):
    """A request that cannot be met, as a sentence of panels.toml with its arguments."""

    def __init__(self, sentence: str, **args: str) -> None:
        super().__init__(sentence)
        self.sentence, self.args_of_sentence = sentence, args

    def text(self, lang: str) -> str:
        """Return the sentence in a language."""
        return say(self.sentence, lang, **self.args_of_sentence)


def look_up(name: str, format: str, engine: str | None, sparse: bool) -> Roof:
    """Return the roof of a machine by name, file or `this`; `Refusal` if there is none."""
    machine = _machine(name)
    peaks = machine.peaks(format.lower(), engine, sparse=sparse)
    if not peaks:
        raise Refusal(
            "error.no_peak",
            machine=machine.name,
            wanted=" ".join(filter(None, [format, engine, "sparse" if sparse else None])),
            known=_given(machine),
        )
    peak, bandwidth = peaks[0], machine.memory.bandwidth
    return Roof(
        machine=machine.name,
        format=peak.format,
        engine=peak.engine,
        sparse=sparse,
        flop_per_s=peak.per_s,
        bytes_per_s=bandwidth.bytes_per_s,
        sources=tuple(
            f"{q.source} ({q.date})" + (f"; {q.note}" if q.note else "") for q in (peak, bandwidth)
        ),
    )


def read_points(texts: tuple[str, ...], op: str) -> list[Point]:
    """Return the points that `name=intensity[,rate]` describe; `Refusal` for a wrong one."""
    points = [_point(text, op) for text in texts]
    names = [point.name for point in points]
    for name in names:
        if names.count(name) > 1:
            raise Refusal("error.point_twice", name=name)
    return points


def table(roof: Roof, points: list[Point], lang: str) -> str:
    """Return the roof and its points as text, with a warning for points above the roof."""
    rows = [compare(roof, point) for point in points]
    parts = [_head(roof, lang)]
    if rows:
        parts += ["", _rows(roof, rows, lang)]
    above = [row.point.name for row in rows if row.above]
    if above:
        parts += ["", say("warning.above", lang, names=", ".join(above))]
    return "\n".join(parts)


def check_drawing(out: str) -> None:
    """Refuse a drawing that cannot be made, before anything is measured or printed."""
    if Path(out).suffix.lower() not in (".svg", ".png"):
        raise Refusal("error.out_suffix", path=out)
    # os.path answers False where Path raises: for a name that is too long, say.
    if os.path.isdir(out) or not os.path.isdir(os.path.dirname(out) or "."):
        raise Refusal("error.out_folder", path=out)
    if find_spec("matplotlib") is None:
        raise Refusal("error.no_matplotlib")


def draw(roof: Roof, points: list[Point], out: str, lang: str) -> None:
    """Draw the roof and its points to the file `out`; `Refusal` if it cannot be written."""
    from reference.plots.roofline import draw_roofline, save

    path = Path(out)
    try:
        save(draw_roofline([roof], points, lang), path)
    except OSError as error:
        raise Refusal("error.out_failed", path=out, detail=error.strerror or str(error)) from error


def engineering(value: float, unit: str) -> str:
    """Return a value with four digits and an SI prefix: 1.6e11, "FLOP/s" -> "160 GFLOP/s"."""
    # The largest prefix that leaves at least 1; below that the smallest.
    fitting = [prefix for prefix, scale in PREFIXES.items() if value >= scale] or [""]
    return f"{value / PREFIXES[fitting[-1]]:.4g} {fitting[-1].replace('K', 'k')}{unit}"


def language(lang: str | None) -> str:
    """Return `lang`, or the reader's from the environment, as the rest of `grader` chooses it."""
    if lang is not None:
        return lang
    for name in ("GRADER_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name, ""):
            return "zh" if value.lower().startswith("zh") else "en"
    return "en"


def say(sentence: str, lang: str, /, **args: str) -> str:
    """Return a sentence of panels.toml in a language."""
    return _sentences()[sentence][lang].format(**args)


@cache
def _sentences() -> dict[str, dict[str, str]]:
    return tomllib.loads(Path(__file__).with_name("panels.toml").read_text("utf-8"))


def _machine(name: str) -> Machine:
    from reference.machine import MachineError, load_machine, names

    if name == "this":
        return _measured()
    try:
        return load_machine(name)
    except FileNotFoundError as error:
        known = ", ".join(names())
        raise Refusal("error.machine_unknown", name=name, known=known) from error
    except MachineError as error:
        raise Refusal("error.machine_file", detail=str(error)) from error
    except OSError as error:
        detail = error.strerror or str(error)
        raise Refusal("error.machine_unreadable", name=name, detail=detail) from error


def _measured() -> Machine:
    from reference.measure import this_machine, use_widest_vectors

    use_widest_vectors()
    try:
        return this_machine()
    except (RuntimeError, MemoryError) as error:
        raise Refusal("error.measure", detail=str(error)) from error


def _given(machine: Machine) -> str:
    dense = [f"{peak.format} {peak.engine}" for peak in machine.dense]
    return ", ".join([*dense, *(f"{p.format} {p.engine} sparse" for p in machine.sparse)])


def _point(text: str, op: str) -> Point:
    # The last "=": a name may have one of its own, such as T=64.
    name, equals, numbers = text.rpartition("=")
    intensity, comma, rate = numbers.partition(",")
    if not (name.strip() and equals and intensity.strip()) or (comma and not rate.strip()):
        raise Refusal("error.point_form", text=text)
    name = name.strip()
    at = _number(intensity)
    if at is None:
        raise Refusal("error.point_number", name=name, text=intensity)
    if not RANGE[0] <= at <= RANGE[1]:
        raise Refusal("error.point_intensity", name=name, text=intensity)
    if not comma:
        return Point(name, at)
    match = RATE.fullmatch(rate.strip())
    scale = PREFIXES[match["prefix"].upper()] if match else 1
    achieved = _number(match["number"], scale) if match else None
    if achieved is None:
        raise Refusal("error.point_rate_form", name=name, text=rate, unit=f"{op}/s")
    if not RANGE[0] <= achieved <= RANGE[1]:
        raise Refusal("error.point_rate", name=name, text=rate, unit=f"{op}/s")
    return Point(name, at, achieved)


def _number(text: str, scale: int = 1) -> float | None:
    """Return what a decimal or a fraction stands for, inf beyond all floats; None if nothing."""
    match = NUMBER.fullmatch(text.strip())
    if match is None:
        return None
    if re.search(r"[eE][+-]?\d{4}", text):
        return math.inf  # not worked out: 1e999999999 is an integer of as many digits
    under = Fraction(match["under"] or 1)
    try:
        return float(Fraction(match["over"]) / under * scale) if under else None
    except OverflowError:
        return math.inf


def _head(roof: Roof, lang: str) -> str:
    title = say(
        "table.title",
        lang,
        machine=roof.machine,
        format=roof.format.upper(),
        engine=say(f"engine.{roof.engine}", lang)
        + (say("table.sparse", lang) if roof.sparse else ""),
    )
    lines = [
        ("machine.peak", engineering(roof.flop_per_s, f"{roof.op}/s"), roof.sources[0]),
        ("machine.bandwidth", engineering(roof.bytes_per_s, "B/s"), roof.sources[1]),
        ("machine.ridge", f"{roof.ridge:.4g} {roof.op}/B", ""),
    ]
    cells = [(say(label, lang), value, source) for label, value, source in lines]
    return f"{title}\n{_grid(cells, header=None)}"


def _rows(roof: Roof, rows: list[Comparison], lang: str) -> str:
    rate = f"{roof.op}/s"
    header = (
        say("column.point", lang),
        say("column.intensity", lang, unit=f"{roof.op}/B"),
        say("column.attainable", lang),
        say("column.achieved", lang),
        say("column.share", lang),
        say("column.limiter", lang),
    )
    cells = [
        (
            row.point.name,
            f"{row.point.intensity:.4g}",
            engineering(row.attainable_flop_per_s, rate),
            "–" if row.point.flop_per_s is None else engineering(row.point.flop_per_s, rate),
            _share(row),
            say(f"limiter.{row.limiter}", lang),
        )
        for row in rows
    ]
    return _grid(cells, header)


def _share(row: Comparison) -> str:
    if row.share is None:
        return "–"
    # An absurd share comes from an absurd unit: its size matters, its digits do not.
    text = f"{row.share:.1%}" if row.share < 100 else f"{row.share:.3g}×"
    return text + (" !" if row.above else "")


def _grid(cells: Sequence[tuple[str, ...]], header: tuple[str, ...] | None) -> str:
    """Return cells as an aligned table: rich knows that a Chinese character is two columns wide."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    grid = Table(box=None, show_header=header is not None, pad_edge=False, padding=(0, 2, 0, 0))
    for i, _ in enumerate(cells[0]):
        numeric = header is not None and 0 < i < len(header) - 1
        grid.add_column(
            header[i] if header else "",
            justify="right" if numeric else "left",
            overflow="fold",
            no_wrap=numeric,
        )
    for row in cells:
        # Text, so that a name such as "[b]" is not read as markup.
        grid.add_row(*(Text(cell) for cell in row))
    console = Console(width=WIDTH, color_system=None, force_terminal=False)
    with console.capture() as captured:
        console.print(grid)
    return "\n".join(line.rstrip() for line in captured.get().splitlines())
