"""Records made by hand: a tape on which loops of a test write down what they touch."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import numpy as np

from grader.checks.access import AccessLog, Array, replayed
from grader.checks.verdicts import CheckFailed
from grader.outcome import Failure

WRITE, NEGATIVE = 1, 2


class Tape:
    """Arrays that note every access; `log` is the record as the keeper would have it."""

    def __init__(self, out: Sequence[str] = ("C",), **arrays: np.ndarray) -> None:
        self.out = tuple(out)
        self.arrays = tuple(Array(name, a.shape, a.copy()) for name, a in arrays.items())
        self.now = {name: a.copy() for name, a in arrays.items()}
        self.codes: list[int] = []
        self.values: list[float] = []

    def read(self, name: str, *index: int) -> float:
        value = float(self.now[name][index])
        self._note(name, index, 0, value)
        return value

    def write(self, name: str, *index_and_value: float) -> None:
        index = tuple(int(i) for i in index_and_value[:-1])
        self.now[name][index] = index_and_value[-1]
        self._note(name, index, WRITE, float(self.now[name][index]))

    def columns(self) -> tuple[np.ndarray, np.ndarray]:
        """Return codes and values as they come from a box."""
        return np.array(self.codes, np.uint64), np.array(self.values, np.float64)

    def log(self) -> AccessLog:
        return replayed(self.arrays, *self.columns(), self.after(), self.out)

    def after(self) -> dict[str, np.ndarray]:
        return {name: self.now[name] for name in self.out}

    def _note(self, name: str, index: tuple[int, ...], flags: int, value: float) -> None:
        number = [array.name for array in self.arrays].index(name)
        shape = self.arrays[number].shape
        at = [i % n for i, n in zip(index, shape, strict=True)]
        place = int(np.ravel_multi_index(at, shape))
        if any(i < 0 for i in index):
            flags |= NEGATIVE
        self.codes.append(place << 16 | number << 8 | flags)
        self.values.append(value)


def product(M: int, N: int, K: int) -> Tape:
    """Return a tape for C = A·B, with no zero among the inputs and rubbish in C."""
    numbers = np.random.default_rng(1)
    A = numbers.integers(1, 9, (M, K)).astype(np.float32)
    B = numbers.integers(1, 9, (K, N)).astype(np.float32)
    return Tape(A=A, B=B, C=np.full((M, N), np.nan, np.float32))


def nest(tape: Tape, loops: str, *, hoist: bool = False) -> AccessLog:
    """Run C = A·B in the given order of loops, `hoist`ing A out of an innermost loop over j."""
    M, K = tape.arrays[0].shape
    N = tape.arrays[1].shape[1]
    extent = {"i": M, "j": N, "k": K}
    clear(tape, M, N)
    at = dict.fromkeys("ijk", 0)

    def run(depth: int, a: float | None) -> None:
        if depth == 3:
            i, j, k = at["i"], at["j"], at["k"]
            left = tape.read("A", i, k) if a is None else a
            add(tape, i, j, left * tape.read("B", k, j))
            return
        loop = loops[depth]
        if hoist and depth == 2 and loop == "j":
            a = tape.read("A", at["i"], at["k"])
        for step in range(extent[loop]):
            at[loop] = step
            run(depth + 1, a)

    run(0, None)
    return tape.log()


def clear(tape: Tape, M: int, N: int) -> None:
    for i in range(M):
        for j in range(N):
            tape.write("C", i, j, 0.0)


def add(tape: Tape, i: int, j: int, value: float) -> None:
    tape.write("C", i, j, tape.read("C", i, j) + value)


def tiled(tape: Tape, T: int, inner: str = "ijk", *, copies: bool = False) -> AccessLog:
    """Run C = A·B in T x T tiles, the tiles of k innermost; `copies` reads each tile once."""
    M, K = tape.arrays[0].shape
    N = tape.arrays[1].shape[1]
    clear(tape, M, N)
    for i0 in range(0, M, T):
        for j0 in range(0, N, T):
            for k0 in range(0, K, T):
                part = {
                    "i": range(i0, min(i0 + T, M)),
                    "j": range(j0, min(j0 + T, N)),
                    "k": range(k0, min(k0 + T, K)),
                }
                (_tile_copied if copies else _tile)(tape, part, inner)
    return tape.log()


def _tile(tape: Tape, part: dict[str, range], inner: str) -> None:
    for x in part[inner[0]]:
        for y in part[inner[1]]:
            for z in part[inner[2]]:
                at = dict(zip(inner, (x, y, z), strict=True))
                left = tape.read("A", at["i"], at["k"])
                add(tape, at["i"], at["j"], left * tape.read("B", at["k"], at["j"]))


def _tile_copied(tape: Tape, part: dict[str, range], inner: str) -> None:
    """Copy both tiles, B last row first, then add the whole product of the tiles at once."""
    a = {(i, k): tape.read("A", i, k) for i in part["i"] for k in part["k"]}
    b = {(k, j): tape.read("B", k, j) for k in reversed(part["k"]) for j in part["j"]}
    for i in part["i"]:
        for j in part["j"]:
            add(tape, i, j, sum(a[i, k] * b[k, j] for k in part["k"]))


def failure(verb: Callable[[], None]) -> Failure:
    """Return why a verb objects; an error if it does not."""
    try:
        verb()
    except CheckFailed as failed:
        return failed.failure
    raise AssertionError("the verb did not object")


def places(log: AccessLog, name: str) -> list[int]:
    return log.place[log.events(name, "reads")].tolist()


def codes(*accesses: tuple[int, int, int]) -> np.ndarray:
    """Return codes of (place, array number, flags)."""
    return np.array([p << 16 | a << 8 | flags for p, a, flags in accesses], np.uint64)


def at_places(shape: tuple[int, int], indices: Iterable[tuple[int, int]]) -> list[int]:
    return [i * shape[1] + j for i, j in indices]
