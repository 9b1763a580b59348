"""What the functions of this unit may be given: float32 vectors, and chains of operators."""

import random

import numpy as np
from hypothesis import strategies as st

# Around the usual lengths of a chunk, where a last short chunk is easily lost.
LENGTHS = (0, 1, 2, 3, 7, 255, 256, 257, 1000, 4095, 4096, 4097, 8195)
# At least 2, so that a view with gaps really has one.
VIEW_LENGTHS = (2, 5, 257)
TRACED_LENGTHS = (0, 1, 257, 4097)
MEASURED_LENGTH = 65_536
MOST_EXTRA_BYTES = 64 * 1024
EXTERNAL = ("x", "y", "w", "v")
OPERATIONS = ("add", "mul", "max")


def _wide(rng, n):
    """Signed numbers of magnitudes 2**-8 to 2**9: a sum of two of them rounds."""
    return rng.uniform(1, 2, n) * np.exp2(rng.integers(-8, 9, n)) * rng.choice((-1, 1), n)


def vectors_of(n, seed=0, zeros=False):
    """Return float32 x, y and w of length n, as keyword arguments.

    With `zeros`, about half of the sums cancel and w is often +0.0 or -0.0.
    """
    rng = np.random.default_rng(seed)
    x, y, w = (_wide(rng, n).astype(np.float32) for _ in range(3))
    if zeros:
        y = np.where(rng.integers(0, 2, n) == 0, -x, y)
        w = w * rng.choice(np.array([0, 1], np.float32), n)
    return {"x": x, "y": y, "w": w}


def with_gaps(vector):
    """Return a view with the elements of `vector` and NaN between them."""
    block = np.full(3 * len(vector), np.nan, np.float32)
    view = block[::3]
    view[...] = vector
    return view


def backwards(vector):
    """Return a view with the elements of `vector` whose memory runs the other way."""
    return vector[::-1].copy()[::-1]


def vectors(zeros=False):
    """x, y and w of reals, with any length from 0."""
    return st.builds(
        lambda n, seed: vectors_of(n, seed, zeros), st.integers(0, 200), st.integers(0, 2**32 - 1)
    )


def chain_of(length, seed, n, itemsize):
    """Return a chain of `length` operators, as keyword arguments n, ops, itemsize and outputs.

    Every result is read by a later operator or is among the outputs, so that none is in vain.
    """
    rng = random.Random(seed)
    ops, results = [], [f"u{i}" for i in range(length)]
    for i, result in enumerate(results):
        # External arrays are read about as often as earlier results.
        pools = (EXTERNAL, results[:i] or EXTERNAL)
        inputs = tuple(rng.choice(rng.choice(pools)) for _ in range(rng.randint(1, 3)))
        ops.append((rng.choice(OPERATIONS), inputs, result))
    read = {name for _, inputs, _ in ops for name in inputs}
    wanted = set(rng.sample(results, rng.randint(0, min(2, length))))
    outputs = wanted | {results[-1]} | (set(results) - read)
    return {"n": n, "ops": ops, "itemsize": itemsize, "outputs": outputs}


def chains():
    """Arguments n, ops, itemsize and outputs of a chain of up to 6 operators."""
    return st.builds(
        chain_of,
        st.integers(1, 6),
        st.integers(0, 2**32 - 1),
        st.one_of(st.integers(0, 100), st.integers(0, 10**9)),
        st.sampled_from((1, 2, 4, 8, 16)),
    )
