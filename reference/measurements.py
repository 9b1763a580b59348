"""Measured times that the course shows, with the conditions under which they were taken."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path

CPU_GEMM = Path(__file__).parent / "data" / "cpu_gemm.csv"
"""Written by `bench/gemm_cpu.py --csv FILE`; run it again to replace our machine by yours."""


@dataclass(frozen=True)
class Measurements:
    """Repeated times of several versions of one thing, all under the same conditions."""

    machine: str
    compiler: str
    protocol: str
    N: int
    runs_s: dict[str, list[float]]
    """Version, with its T where it has tiles -> seconds, in the order in which they were taken."""


def read(path: Path = CPU_GEMM) -> Measurements:
    """Return a table of CPU products; the columns are those of `reference/data/cpu_gemm.csv`.

    Raises
    ------
    ValueError
        The table is empty, or its rows were taken under different conditions.
    KeyError
        A column is missing.
    """
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    conditions = {
        tuple(row[name] for name in ("machine", "compiler", "protocol", "N")) for row in rows
    }
    if len(conditions) != 1:
        raise ValueError(f"{path.name} must hold one set of conditions, not {len(conditions)}")
    [(machine, compiler, protocol, N)] = conditions
    runs_s: dict[str, list[float]] = {}
    for row in rows:
        version = row["version"] + (f", T = {row['T']}" if row["T"] else "")
        runs_s.setdefault(version, []).append(float(row["time_s"]))
    return Measurements(machine, compiler, protocol, int(N), runs_s)
