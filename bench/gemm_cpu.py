"""How near the rungs of `reference.kernels.cpu` come to OpenBLAS, to the peak and to the models.

Every configuration is checked before any is timed. Then all of them take turns, OpenBLAS among
them, so that whatever else runs on the machine slows all alike: the ratios mean more than the
times. One thread. A sample is the shortest of a few calls in a row, a figure the median of the
samples.

The process starts itself again, with one BLAS thread, without OpenBLAS's own settings (which can
pick slower code than it would), and with numba's vectors as wide as the processor's: LLVM prefers
256 bits even where 512 are there, and the measured peak and the loops would be those of half a
machine.

Exit status 1: a goal was missed, or a kernel was wrong.

Run: python bench/gemm_cpu.py [folder] [--sizes 256,512,1024] [--csv FILE]
"""

from __future__ import annotations

import argparse
import csv
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter

ROOT = Path(__file__).parents[1]
STARTED = "GEMM_CPU_STARTED"
ROUNDS = 5
CALLS, SHORT_S = 3, 0.2
"""A sample is the shortest of so many calls where one takes less than `SHORT_S`."""
TILES = (16, 32, 64)
TABLE_SIZE = 512
"""N of the rows that --csv writes."""
GOAL_SIZE = 1024
GOALS = {"register-blocked": 0.75, "packed": 0.95}
"""Smallest ratio to OpenBLAS at N = 1024."""
BLAS = "OpenBLAS"
AWKWARD = ((7, 5, 3), (63, 65, 67), (131, 1030, 517), (0, 3, 2), (3, 2, 0))

Gemm = Callable[..., object]


@dataclass(frozen=True)
class Version:
    """One configuration: how to call it, its tile, and the bytes its model moves for N."""

    name: str
    gemm: Gemm
    traffic: Callable[[int], int]
    tile: int | None = None

    @property
    def label(self) -> str:
        """The name, with the tile where there is one."""
        return self.name if self.tile is None else f"{self.name} T={self.tile}"


@dataclass(frozen=True)
class Row:
    """A version at one size: its samples in seconds beside those of OpenBLAS."""

    version: Version
    size: int
    samples: tuple[float, ...]
    blas: tuple[float, ...]

    @property
    def flop_per_s(self) -> float:
        """The rate of the median sample."""
        return 2 * self.size**3 / median(self.samples)

    @property
    def ratios(self) -> list[float]:
        """OpenBLAS's time over this version's, round by round."""
        return [b / t for b, t in zip(self.blas, self.samples, strict=True)]


def versions() -> list[Version]:
    """Return all rungs and OpenBLAS, each with the traffic that its loops are modelled by."""
    import numpy as np

    from reference.kernels.cpu import (
        gemm_1_naive,
        gemm_2_ikj,
        gemm_3_tiled,
        gemm_4_register_blocked,
        gemm_5_packed,
    )
    from reference.models.tiles import tiled_traffic_bytes
    from reference.models.traffic import gemm_traffic_bytes

    def tiled(T: int) -> Callable[[int], int]:
        return lambda n: tiled_traffic_bytes(n, n, n, T, T, 4)

    def panels(depth: int, columns: int) -> Callable[[int], int]:
        """Return the traffic where a panel of B stays and C comes by once for each step of k."""

        def moved(n: int) -> int:
            again = 2 * (-(-n // depth) - 1) * n * n * 4
            return tiled_traffic_bytes(n, n, n, n, min(n, columns), 4) + again

        return moved

    blocked, packed = gemm_4_register_blocked, gemm_5_packed
    return [
        Version("i-j-k", gemm_1_naive.gemm, lambda n: gemm_traffic_bytes(n, n, n, 4, "no_reuse")),
        # A row of C stays, all of B comes by for each: tiles of 1 x N.
        Version("i-k-j", gemm_2_ikj.gemm, lambda n: tiled_traffic_bytes(n, n, n, 1, n, 4)),
        *(Version("textbook tiled", gemm_3_tiled.textbook, tiled(T), T) for T in TILES),
        *(Version("tiled", gemm_3_tiled.gemm, tiled(T), T) for T in TILES),
        Version(
            "register-blocked",
            blocked.gemm,
            lambda n: tiled_traffic_bytes(n, n, n, blocked.MC, blocked.NC, 4),
        ),
        Version("packed", packed.gemm, panels(packed.KC, packed.NC)),
        Version(
            BLAS,
            lambda A, B, C: np.matmul(A, B, out=C),
            lambda n: gemm_traffic_bytes(n, n, n, 4, "ideal"),
        ),
    ]


def bound_to(version: Version) -> Gemm:
    """Return the version's call with its tile filled in."""
    return version.gemm if version.tile is None else partial(version.gemm, T=version.tile)


def wrong(version: Version, sizes: list[int]) -> Iterator[str]:
    """Yield the shapes for which a version's product of integers is not exact."""
    import numpy as np

    from reference.models.gemm import product

    for M, N, K in (*AWKWARD, *((n, n, n) for n in sizes)):
        rng = np.random.default_rng(0)
        A = rng.integers(-8, 9, (M, K)).astype(np.float32)
        B = rng.integers(-8, 9, (K, N)).astype(np.float32)
        C = np.full((M, N), np.nan, np.float32)
        bound_to(version)(A, B, C)
        if not np.array_equal(C, product(A, B)):
            yield f"{version.label} is wrong for M, N, K = {M}, {N}, {K}"


def sample(call: Callable[[], object]) -> float:
    """Return the shortest of a few calls, or the time of one that takes long."""
    best = float("inf")
    for _ in range(CALLS):
        start = perf_counter()
        call()
        best = min(best, perf_counter() - start)
        if best > SHORT_S:
            break
    return best


def measure(size: int) -> list[Row]:
    """Time all versions in turns; the buffers are the same ones for all."""
    import numpy as np

    rng = np.random.default_rng(1)
    A, B = (rng.uniform(-1, 1, (size, size)).astype(np.float32) for _ in range(2))
    C = np.empty((size, size), np.float32)
    tried = versions()
    times: dict[str, list[float]] = {version.label: [] for version in tried}
    for _ in range(ROUNDS):
        for version in tried:
            times[version.label].append(sample(partial(bound_to(version), A, B, C)))
    blas = tuple(times[BLAS])
    return [Row(version, size, tuple(times[version.label]), blas) for version in tried]


def table(rows: list[Row], peak: float, bandwidth: float) -> Iterator[str]:
    """Yield the lines of a Markdown table: predicted and measured beside each other."""
    from reference.models.roofline import attainable_flop_per_s

    yield (
        "| N | 版本 version | 中位数 median ms | 最小…最大 min…max | GFLOP/s "
        "| 与 OpenBLAS 之比 ratio (min…max) | 占 FMA 峰值 of peak | 模型流量 modelled MB "
        "| 预测上界 bound GFLOP/s | 实测/预测 measured/bound |"
    )
    yield "|--:|:--|--:|--:|--:|--:|--:|--:|--:|--:|"
    for row in rows:
        moved, flop = row.version.traffic(row.size), 2 * row.size**3
        bound = attainable_flop_per_s(flop / moved, peak, bandwidth)
        ms, ratios = sorted(t * 1e3 for t in row.samples), row.ratios
        yield (
            f"| {row.size} | {row.version.label} | {median(ms):.3g} | {ms[0]:.3g}…{ms[-1]:.3g} "
            f"| {row.flop_per_s / 1e9:.2f} "
            f"| {median(ratios):.3f} ({min(ratios):.3f}…{max(ratios):.3f}) "
            f"| {row.flop_per_s / peak:.1%} | {moved / 1e6:.1f} "
            f"| {bound / 1e9:.1f} | {row.flop_per_s / bound:.2f} |"
        )


NOTES = """
预测上界为 min(P, B·I)：模型认为快速存储只容得下该算法自己的块。
实测高于它，说明缓存留住了更多数据，流量没有到达主存；远低于它，说明限制来自别处（指令、延迟、未向量化）。

The bound is min(P, B·I): the model gives fast memory room for the algorithm's own block and nothing
else. Measured above it: caches kept more, and the modelled traffic never reached main memory. Far
below it: something else limits (instructions, latency, loops that did not become vectors).
"""


def judged(rows: list[Row]) -> Iterator[tuple[bool, str]]:
    """Yield for each goal whether it was met, and its line."""
    found = {row.version.name: row for row in rows if row.size == GOAL_SIZE}
    for name, least in GOALS.items():
        if name in found:
            ratio = median(found[name].ratios)
            met = ratio >= least
            word = "met" if met else "MISSED"
            yield met, f"goal {word}: {name} {ratio:.3f} of OpenBLAS at {GOAL_SIZE}, >= {least}"
        else:
            yield False, f"goal MISSED: {name} was not measured at {GOAL_SIZE}"


def compiler() -> str:
    """Return the versions of what made the code, and the width of its vectors."""
    import llvmlite
    import numba

    wide = "-prefer-256-bit" in os.environ.get("NUMBA_CPU_FEATURES", "")
    width = ", 512-bit vectors preferred" if wide else ""
    return f"numba {numba.__version__}, llvmlite {llvmlite.__version__}{width}"


def write_csv(path: Path, rows: list[Row]) -> None:
    """Write each run of the slow rungs at N = 512 with the conditions it was made under."""
    from reference.measure import processor_name

    protocol = f"one thread, versions in turns, shortest of up to {CALLS} calls; take the median"
    with path.open("w", encoding="utf-8", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(("machine", "compiler", "protocol", "version", "N", "T", "time_s"))
        for row in rows:
            if row.size == TABLE_SIZE and row.version.name in (
                "i-j-k",
                "i-k-j",
                "textbook tiled",
                "tiled",
            ):
                conditions = processor_name(), compiler(), protocol, row.version.name, row.size
                for seconds in row.samples:
                    out.writerow((*conditions, row.version.tile or "", f"{seconds:.6g}"))


def draw(folder: Path, machine: str, rows: list[Row], peak: float, bandwidth: float) -> None:
    """Draw the largest size at the intensity that every version has if caches keep it all.

    At the modelled intensities a cache that holds more than one block puts kernels above the roof;
    with each matrix moved once, nothing can be.
    """
    from reference.models.traffic import gemm_traffic_bytes
    from reference.plots.roofline import draw_roofline, save
    from reference.roofs import Point, Roof

    size = max(row.size for row in rows)
    intensity = 2 * size**3 / gemm_traffic_bytes(size, size, size, 4, "ideal")
    shown = ("i-j-k", "i-k-j", "textbook tiled T=64", "tiled T=64", *GOALS, BLAS)
    points = [
        Point(f"{row.version.label}, N={size}", intensity, row.flop_per_s)
        for row in rows
        if row.size == size and row.version.label in shown
    ]
    roof = Roof(machine, "fp32", "vector", peak, bandwidth)
    for lang in ("zh", "en"):
        save(draw_roofline([roof], points, lang), folder / f"roofline.{lang}.svg")


def alone() -> dict[str, str]:
    """Return the environment of one thread and of vectors as wide as the processor's."""
    sys.path.insert(0, str(ROOT))
    from reference.measure import widest_vector_features

    kept = {k: v for k, v in os.environ.items() if not k.startswith("OPENBLAS_")}
    kept |= dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "NUMBA_NUM_THREADS"), "1")
    if features := widest_vector_features():
        kept.setdefault("NUMBA_CPU_FEATURES", features)
    paths = [str(ROOT), *filter(None, [kept.get("PYTHONPATH")])]
    return kept | {"PYTHONPATH": os.pathsep.join(paths), STARTED: "1"}


def arguments() -> argparse.Namespace:
    """Return what the command line asks for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "build" / "gemm_cpu")
    parser.add_argument("--sizes", default="256,512,1024", help="N, separated by commas")
    parser.add_argument("--csv", type=Path, help="where to write the runs of the slow rungs")
    given = parser.parse_args()
    try:
        given.sizes = [int(n) for n in given.sizes.split(",")]
    except ValueError:
        parser.error(f"--sizes takes numbers such as 256,512, not {given.sizes}")
    if min(given.sizes) < 1:
        parser.error("a size is at least 1")
    if given.csv and TABLE_SIZE not in given.sizes:
        parser.error(f"--csv needs {TABLE_SIZE} among --sizes")
    return given


def main() -> int:
    """Check, measure, write, and say which goals were met."""
    given = arguments()
    if STARTED not in os.environ:
        return subprocess.run([sys.executable, __file__, *sys.argv[1:]], env=alone()).returncode
    from reference.measure import REPEATS, fma_flop_per_s, this_machine

    mistakes = [line for version in versions() for line in wrong(version, given.sizes)]
    if mistakes:
        print("\n".join(mistakes))
        return 1
    machine = this_machine()
    rows = [row for size in given.sizes for row in measure(size)]
    # Measured on both sides of the runs: the clock of a core moves, and the higher one is a peak.
    after = fma_flop_per_s("float32", 2000, REPEATS, perf_counter)
    peak = max(after, *(p.value for p in machine.dense if p.format == "fp32"))
    assert machine.memory is not None
    bandwidth = machine.memory.bandwidth.value
    conditions = (
        f"{machine.name}; {compiler()}; P = {peak / 1e9:.1f} GFLOP/s (FMA, fp32), "
        f"B = {bandwidth / 1e9:.1f} GB/s (triad); median of {ROUNDS} samples"
    )
    goals = list(judged(rows))
    text = "\n".join([conditions, "", *table(rows, peak, bandwidth), NOTES, *(g for _, g in goals)])
    print(text)
    given.folder.mkdir(parents=True, exist_ok=True)
    (given.folder / "ladder.md").write_text(text + "\n", "utf-8")
    draw(given.folder, machine.name, rows, peak, bandwidth)
    if given.csv:
        write_csv(given.csv, rows)
    return 0 if all(met for met, _ in goals) else 1


if __name__ == "__main__":
    sys.exit(main())
