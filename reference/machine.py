"""Machines as data: what a vendor publishes about one, each number with its unit and its source.

A machine is a TOML file of `machines/`, or one of your own. The vendor's figures stand there as the
vendor gives them; here they become FLOP/s, bytes per second and bytes, and whatever a roofline may
not be drawn from is refused: an unknown key, a unit of the wrong kind, a number without a source, a
peak with sparsity among the dense ones.
"""

from __future__ import annotations

import math
import re
import tomllib
from decimal import Decimal
from pathlib import Path
from typing import Literal

import msgspec

FOLDER = Path(__file__).parent / "machines"
FLOATS = ("fp64", "fp32", "tf32", "bf16", "fp16", "fp8")
FORMATS = (*FLOATS, "int8")
Engine = Literal["vector", "matrix"]
Kind = Literal["gpu", "npu", "cpu_core"]
SI = {"": 1, "k": 10**3, "M": 10**6, "G": 10**9, "T": 10**12, "P": 10**15}
BYTES = {
    "B": 1,
    **{f"{p}B": SI[p.replace("K", "k")] for p in "KMGT"},
    **{f"{p}iB": 1024**n for n, p in enumerate("KMGT", 1)},
}
FLOP_PER_S = {f"{p}FLOP/s": scale for p, scale in SI.items()}
OP_PER_S = {f"{p}OP/s": scale for p, scale in SI.items()}
BYTES_PER_S = {f"{unit}/s": scale for unit, scale in BYTES.items()}
RANGE = (1.0, 1e30)
"""What a number of a machine may be, in FLOP/s, B/s or B: beyond it a unit was mistaken."""
DATE = re.compile(r"\d{4}(-\d{2}){0,2}")


class MachineError(ValueError):
    """A machine file breaks a rule; the message names the file, the place in it and the rule."""


class Quantity(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A published number with what makes it checkable."""

    value: float
    """As the source prints it, in `unit`."""
    unit: str
    source: str
    """Title of the data sheet or paper."""
    date: str
    """When the source is from, or when it was read if it bears no date: YYYY[-MM[-DD]]."""
    note: str = ""
    """How the value follows from what the source prints, where it is not printed as such."""


class Peak(Quantity, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The highest arithmetic rate of one engine for one number format."""

    format: str
    """One of `FORMATS`."""
    engine: Engine
    """General vector units, or units that only multiply matrices (tensor cores, cubes)."""

    @property
    def per_s(self) -> float:
        """FLOP/s; operations per second for an integer format."""
        return _scaled(self, OP_PER_S if self.format == "int8" else FLOP_PER_S)


class Bandwidth(Quantity, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A rate of transfer that reads and writes share."""

    @property
    def bytes_per_s(self) -> float:
        """The rate in bytes per second."""
        return _scaled(self, BYTES_PER_S)


class Size(Quantity, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An amount of memory."""

    @property
    def bytes(self) -> int:
        """The amount in bytes."""
        return int(_scaled(self, BYTES))


class Cache(Size, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A cache and what each copy of it belongs to."""

    level: Literal["L1", "L2", "L3"]
    per: Literal["core", "SM", "chip"]


class Memory(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The memory whose bandwidth is the slope of the roof."""

    technology: str
    bandwidth: Bandwidth
    capacity: Size | None = None


class Machine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One processor with its memory."""

    name: str
    kind: Kind
    dense: tuple[Peak, ...]
    """Peaks that any data may reach."""
    sparse: tuple[Peak, ...] = ()
    """Peaks that count the zeros of a structured sparse operand as work: no roof for dense data."""
    memory: Memory
    cache: tuple[Cache, ...] = ()

    def peaks(self, format: str, engine: str | None = None, *, sparse: bool = False) -> list[Peak]:
        """Return the peaks of a format, highest first; none if the vendor gives none."""
        found = [
            peak
            for peak in (self.sparse if sparse else self.dense)
            if peak.format == format and engine in (None, peak.engine)
        ]
        return sorted(found, key=lambda peak: peak.per_s, reverse=True)


def names() -> list[str]:
    """Return the names of the machines that come with the course."""
    return sorted(path.stem for path in FOLDER.glob("*.toml"))


def load_machine(name: str | Path) -> Machine:
    """Return a machine of `machines/` by its name, or any other by the path of its file.

    Raises
    ------
    FileNotFoundError
        There is neither such a name nor such a file.
    MachineError
        The file breaks a rule.
    """
    path = FOLDER / f"{name}.toml" if str(name) in names() else Path(name)
    try:
        return parse_machine(path.read_text("utf-8-sig"))
    except (MachineError, UnicodeDecodeError) as error:
        raise MachineError(f"{path.name}: {error}") from error


def parse_machine(text: str) -> Machine:
    """Return the machine that a TOML text describes; `MachineError` if it breaks a rule."""
    try:
        machine = msgspec.convert(tomllib.loads(text), Machine)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise MachineError(str(error)) from error
    check(machine)
    return machine


def check(machine: Machine) -> None:
    """Refuse what the types cannot: units, ranges, sources, repetitions, sparsity misplaced.

    Raises
    ------
    MachineError
        The first rule that is broken.
    """
    if not machine.name.strip():
        raise MachineError("name: must not be empty")
    if not machine.dense:
        raise MachineError("dense: give at least one peak")
    for place, peaks in (("dense", machine.dense), ("sparse", machine.sparse)):
        _check_peaks(place, peaks)
    _check_sparsity(machine)
    _check_quantity("memory.bandwidth", machine.memory.bandwidth, BYTES_PER_S)
    if machine.memory.capacity is not None:
        _check_size("memory.capacity", machine.memory.capacity)
    levels = [cache.level for cache in machine.cache]
    if len(set(levels)) != len(levels):
        raise MachineError("cache: a level is given twice")
    for cache in machine.cache:
        _check_size(f"cache {cache.level}", cache)


def _check_peaks(place: str, peaks: tuple[Peak, ...]) -> None:
    seen = set()
    for peak in peaks:
        where = f"{place} {peak.format} {peak.engine}"
        if peak.format not in FORMATS:
            raise MachineError(f"{where}: format must be one of {', '.join(FORMATS)}")
        if (peak.format, peak.engine) in seen:
            raise MachineError(f"{where}: given twice")
        seen.add((peak.format, peak.engine))
        _check_quantity(where, peak, OP_PER_S if peak.format == "int8" else FLOP_PER_S)


def _check_sparsity(machine: Machine) -> None:
    """Refuse a sparse peak that is not beside its dense one and above it: they were swapped."""
    for peak in machine.sparse:
        where = f"sparse {peak.format} {peak.engine}"
        dense = machine.peaks(peak.format, peak.engine)
        if not dense:
            raise MachineError(f"{where}: give the dense peak too")
        if peak.per_s <= dense[0].per_s:
            raise MachineError(f"{where}: must be above the dense peak")


def _check_size(where: str, size: Size) -> None:
    _check_quantity(where, size, BYTES)
    if not _scaled(size, BYTES).is_integer():
        raise MachineError(f"{where}: must be a whole number of bytes")


def _check_quantity(where: str, quantity: Quantity, units: dict[str, int]) -> None:
    if quantity.unit not in units:
        raise MachineError(f"{where}: unit must be one of {', '.join(units)}")
    if not (math.isfinite(quantity.value) and quantity.value > 0):
        raise MachineError(f"{where}: value must be finite and above 0")
    if not RANGE[0] <= _scaled(quantity, units) <= RANGE[1]:
        ends = " to ".join(f"{end:g}" for end in RANGE)
        raise MachineError(f"{where}: must be from {ends} in {quantity.unit.lstrip('KMGTPik')}")
    if not quantity.source.strip():
        raise MachineError(f"{where}: source must not be empty")
    if not DATE.fullmatch(quantity.date):
        raise MachineError(f"{where}: date must be YYYY, YYYY-MM or YYYY-MM-DD")


def _scaled(quantity: Quantity, units: dict[str, int]) -> float:
    # In decimal, so that 4.1 TB/s is the same float as 4.1e12 and not its neighbour.
    return float(Decimal(repr(quantity.value)) * units[quantity.unit])
