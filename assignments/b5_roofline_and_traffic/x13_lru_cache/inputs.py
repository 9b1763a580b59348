"""What the functions of this unit may be given: requests, and caches with room for a few lines.

A case is drawn over about ten lines, so that lines come back and the cache is often too small.
"""

from random import Random

from hypothesis import strategies as st

# Nothing says that a line has to be a power of two.
LINE_BYTES = (1, 3, 4, 8, 64)
# Far out, consecutive addresses are not distinct as floats any more.
BASES = (0, 0, 0, 2**60)
# With three lines first in, first out misses this sequence 9 times, with four lines 10 times
# (Belady, Nelson, Shedler, Communications of the ACM 12(6), 1969).
ANOMALY = (0, 1, 2, 3, 0, 1, 4, 0, 1, 2, 3, 4)


def widths():
    """Argument line_bytes."""
    return st.sampled_from(LINE_BYTES)


def capacities():
    """Argument lines."""
    return st.one_of(st.integers(1, 4), st.integers(1, 12))


def spare_lines():
    """How many lines more than needed a cache has."""
    return st.sampled_from((0, 0, 1, 5))


def flushes():
    """Argument flush."""
    return st.booleans()


def _case(width, lines, base, count, ops, seed):
    # One stream for each seed: a smaller count gives the beginning of the same requests.
    draw = Random(seed)
    requests = [
        (draw.choice(ops), base + draw.randrange(10 * width), draw.randint(1, 3 * width))
        for _ in range(count)
    ]
    return {"requests": requests, "lines": lines, "line_bytes": width}


def cases(ops="RW", least=0):
    """Arguments requests, lines and line_bytes; `least` requests or more."""
    return st.builds(
        _case,
        widths(),
        capacities(),
        st.sampled_from(BASES),
        # Few for a small counterexample, many for a cache that has to let lines go.
        st.one_of(st.integers(least, 6), st.integers(8, 24), st.integers(8, 24)),
        st.just(ops),
        st.integers(0, 2**32 - 1),
    )


def _anomaly(width, names):
    return {
        "requests": [("R", names[place] * width, 1) for place in ANOMALY],
        "lines": 3,
        "line_bytes": width,
    }


def growing_cases():
    """Cases, some of them such that a cache that is not LRU misses more with one line more."""
    anomalies = st.builds(_anomaly, widths(), st.permutations(range(5)))
    return st.one_of(cases(), cases(), anomalies)


def cuts():
    """Where a request is cut in two, in bytes from its start."""
    return st.integers(1, 12)
