"""One example of every plot, on the numbers of the course."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from matplotlib.figure import Figure

from reference import measurements
from reference.machine import load_machine
from reference.models import budget, memory
from reference.models import dag as graphs
from reference.models import tiles as tiling
from reference.plots import (
    amdahl,
    attention_memory,
    batch_rows,
    block_table,
    bounds,
    dag,
    data_path,
    energy,
    growth,
    ledger,
    lru_steps,
    measured,
    message_curve,
    roofline,
    rounding,
    scaling,
    tiles,
    timelines,
)
from reference.roofs import Point, Roof

MIB = 2**20


def _roof(machine: str, format: str, engine: str) -> Roof:
    found = load_machine(machine)
    peak = found.peaks(format, engine)[0].per_s
    return Roof(found.name, format, engine, peak, found.memory.bandwidth.bytes_per_s)


H200 = _roof("h200", "fp32", "vector")
MATRIX_ROOFS = [_roof(name, "fp16", "matrix") for name in ("h200", "a100_80")]
WORKLOADS = [
    Point("a + b", 1 / 12),
    *(Point(f"GEMM, T = {T}", tiling.tiled_intensity(1024, T, 4)) for T in (1, 32, 1024)),
]
LINKS = {"10 µs, 20 GB/s": (10e-6, 20e9), "2 µs, 450 GB/s": (2e-6, 450e9)}
STAGES_MS = {"load": 30.0, "gemm": 60.0, "save": 10.0}
OPTIONS: list[budget.Option] = [
    {"name": "tile", "stage": "gemm", "factor": 4.0, "overhead_ms": 2.0},
    {"name": "gpu", "stage": "gemm", "factor": 20.0, "overhead_ms": 15.0},
    {"name": "prefetch", "stage": "load", "factor": 3.0, "overhead_ms": 1.0},
]
REQUESTS = (
    [("R", a, 4) for a in (0, 4, 8, 0)]
    + [("W", 12, 4), ("R", 4, 8), ("R", 16, 4)]
    + [("R", 20, 4), ("R", 0, 4)]
)
PAGES: list[block_table.Step] = [
    ("append", "A", 10),
    ("fork", "A", "B"),
    ("append", "B", 3),
    ("append", "C", 5),
]
PATH = [
    ("SSD → RAM", 7e9),
    ("RAM → VRAM", 25e9),
    ("VRAM → SM", H200.bytes_per_s),
]
"""The first two are assumed rates of a good disk and of a link in use."""
FRAMES: dict[str, dict[str, float]] = {
    "R, BW": {},
    "2R, BW": {"flop_per_s": 2},
    "R, 2BW": {"bytes_per_s": 2},
}
LECTURE_VERSIONS = ("i-j-k", "i-k-j", "tiled, T = 16", "tiled, T = 32", "tiled, T = 64")


def _lecture_runs_s() -> dict[str, list[float]]:
    runs_s = measurements.read().runs_s
    return {version: runs_s[version] for version in LECTURE_VERSIONS}


GALLERY: dict[str, Callable[[str], Figure]] = {
    "streaming": lambda lang: timelines.streaming([0.5] * 4, [0.3] * 4, lang),
    "loader": lambda lang: timelines.loader([40] * 16, [12] * 16, 2, 2, lang),
    "team": lambda lang: timelines.team([25, 25, 25, 25], [5, 4, 3, 5], 1, 1, 1, lang),
    "copy_compute": lambda lang: timelines.copy_compute(4, 2, 5, [1, 2], lang),
    "pipeline": lambda lang: timelines.pipeline([[2, 3, 1]] * 5, [1, 1], lang),
    "batching": lambda lang: timelines.batching(
        [(0, 8), (0, 2), (0, 3), (1, 2), (2, 6), (3, 1), (6, 3)], 3, lang
    ),
    "amdahl_curve": lambda lang: amdahl.curve([0, 0.01, 0.05, 0.1, 0.25], 256, lang),
    "amdahl_overhead": lambda lang: amdahl.with_overhead(100, 0.05, [0, 0.5, 2, 5], 256, lang),
    "amdahl_budget": lambda lang: amdahl.plans(STAGES_MS, OPTIONS, 2, lang),
    "message_curve": lambda lang: message_curve.curves(LINKS, lang),
    "number_line": lambda lang: rounding.number_line(
        [2045.5, 2047.25, 2048, 2049, 2050, 2051, 2053.5], 2044, 2056, "fp16", lang
    ),
    "partial_sums": lambda lang: rounding.partial_sums(4096, 1, ["fp32", "fp16", "bf16"], lang),
    "lru_steps": lambda lang: lru_steps.steps(REQUESTS, 3, 4, lang),
    "tile_traffic": lambda lang: tiles.traffic(4096, [16, 32, 64, 128, 256, 4096], 4, lang),
    "tile_budget": lambda lang: tiles.budget(
        4096,
        [2**i for i in range(1, 10)],
        4,
        64 * 1024,
        H200.flop_per_s,
        H200.bytes_per_s,
        lang,
    ),
    "dag": lambda lang: dag.schedule(*graphs.reduction_tree(16), 3, lang),
    "ledger": lambda lang: ledger.timeline(
        16 * 1024 * MIB,
        memory.training_events([512 * MIB, 1024 * MIB, 1024 * MIB, 256 * MIB], [800 * MIB] * 4, 2),
        lang,
    ),
    "ledger_oom": lambda lang: ledger.timeline(
        12 * 1024 * MIB,
        memory.training_events([512 * MIB, 1024 * MIB, 1024 * MIB, 256 * MIB], [800 * MIB] * 4, 2),
        lang,
    ),
    "block_table": lambda lang: block_table.tables(8, 4, PAGES, lang),
    "roofline": lambda lang: roofline.draw_roofline([H200], WORKLOADS, lang),
    "data_path": lambda lang: data_path.times(7_000_000_000, "fp16", PATH, lang),
    "batch_rows": lambda lang: batch_rows.intensity(4096, 4096, 2, MATRIX_ROOFS, 4096, lang),
    "attention_memory": lambda lang: attention_memory.tables(
        32, [512, 1024, 2048, 4096, 8192], (128, 128), 2, lang
    ),
    "two_bounds": lambda lang: bounds.frames(1e6, 8e6, 1e9, 1e9, FRAMES, lang),
    "growth": lambda lang: growth.curves(
        [1024 * 2**i for i in range(6)], [(0.3, 0.6, 0.1), (0.05, 0.9, 0.05)], lang
    ),
    "measured": lambda lang: measured.versions(_lecture_runs_s(), "i-k-j", lang),
    "scaling": scaling.laws,
    "energy": lambda lang: energy.facility(300, 24 * 365, [1.0, 1.1, 1.3, 1.5], lang),
}


def save(folder: Path, lang: str) -> list[Path]:
    """Draw every plot of the gallery into `folder` as NAME.LANG.png and return the files."""
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    for name, draw in GALLERY.items():
        files.append(folder / f"{name}.{lang}.png")
        draw(lang).savefig(files[-1])
    return files
