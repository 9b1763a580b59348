"""Items, measurements and paths of x09.

Capacities are often the sum of some neighbours, so that a message is exactly full. Measured sizes
are few steps apart, so that every way to compute a line agrees to far more than 1e-6. The number of
chunks that is best is drawn first: a path is then made for which the next one is slower by 1e-7 or
more. Ties are drawn apart: 1 and 2 chunks, exact in binary in every arrangement of the formula.
"""

from hypothesis import strategies as st

MOST_ITEMS = 16
MOST_CHUNKS = 100
"""Trying every number of chunks has to stay cheap."""


def items():
    """Return argument sizes."""
    small = st.integers(1, 9)
    return st.one_of(st.lists(small, max_size=6), st.lists(small, min_size=4, max_size=MOST_ITEMS))


def _packing(sizes, start, length, spare):
    together = sum(sizes[start % len(sizes) :][:length]) if sizes else 1
    return {"sizes": sizes, "max_bytes": max([together + spare, 1, *sizes])}


def packings():
    """Return arguments sizes and max_bytes; the largest message is often filled exactly."""
    return st.builds(
        _packing, items(), st.integers(0, 15), st.integers(1, 5), st.sampled_from((0, 0, 0, -1, 1))
    )


def _decades(low, high):
    """Return numbers 1.0 ... 9.9 times 10**low ... 10**high."""
    return st.builds(
        lambda tenths, power: tenths / 10 * 10.0**power, st.integers(10, 99), st.integers(low, high)
    )


def latencies():
    """Return latencies above 0, in seconds: 1 us ... 0.99 ms."""
    return _decades(-6, -4)


def bandwidths():
    """Return rates in bytes per second: 0.1 GB/s ... 99 GB/s."""
    return _decades(8, 10)


def totals():
    """Return total bytes: 0, or 1 KB ... 99 MB."""
    return st.just(0.0) | _decades(3, 7) | _decades(3, 7)


def scales():
    """Return by how much times are multiplied."""
    return st.sampled_from((0.25, 0.5, 3.0, 8.0, 1000.0))


def steps():
    """Return message sizes in steps: two different ones or more, in any order, some repeated."""
    several = st.lists(st.integers(0, 20), min_size=2, max_size=10)
    return several.filter(lambda found: len(set(found)) > 1)


def lines():
    """Return (steps, bytes of a step over L β, L, β)."""
    return st.tuples(steps(), st.sampled_from((0.1, 0.5, 1.0, 4.0)), latencies(), bandwidths())


def noises():
    """Return what is added to each time, in units of L; as many as there may be points."""
    quarter = st.integers(-4, 12).map(lambda quarters: quarters / 4)
    return st.lists(quarter, min_size=10, max_size=10)


def hops():
    """Return argument hops, 1 among them."""
    return st.integers(1, 3) | st.integers(1, 9)


def chunks():
    """Return argument chunks."""
    return st.integers(1, 5) | st.integers(1, MOST_CHUNKS)


def transfers():
    """Return the arguments of `pipelined_s`."""
    return st.fixed_dictionaries(
        {
            "total_bytes": totals(),
            "chunks": chunks(),
            "hops": hops(),
            "latency_s": st.just(0.0) | latencies(),
            "bytes_per_s": bandwidths(),
        }
    )


def _clear_path(best, part, hops, latency_s, bytes_per_s, room):
    # c is best where (h - 1) Q / (L β) lies between (c - 1) c and c (c + 1).
    ratio = best * (best - 1) + 2 * best * part
    return {
        "total_bytes": ratio * latency_s * bytes_per_s / (hops - 1),
        "hops": hops,
        "latency_s": latency_s,
        "bytes_per_s": bytes_per_s,
        "max_chunks": max(1, min(best + room, MOST_CHUNKS)),
    }


def clear_paths():
    """Return the arguments of `best_chunks`, its answer at or below max_chunks or cut off by it."""
    return st.builds(
        _clear_path,
        st.integers(1, 5) | st.integers(1, 30),
        # Close to the last number, where a rounded root is wrong, as often as all others.
        st.just(0.02) | st.sampled_from((0.1, 0.3, 0.5, 0.7, 0.9, 0.98)),
        st.integers(2, 6),
        latencies(),
        bandwidths(),
        st.sampled_from((-1, 0, 1, 2, MOST_CHUNKS)),
    )


def _tied_path(links, power, scale, room):
    # 1 and 2 chunks take (1 + links) (links + 2) scale/rate. Powers of two and small integers: no
    # arrangement of the formula rounds. The larger ties (2 and 3, ...) would divide by 3.
    return {
        "total_bytes": 2.0 ** (scale + 1),
        "hops": links + 1,
        "latency_s": links * 2.0 ** (scale - power),
        "bytes_per_s": 2.0**power,
        "max_chunks": 1 + room,
    }


def tied_paths():
    """Return arguments of `best_chunks` for which 1 and 2 chunks are equally fast."""
    return st.builds(
        _tied_path,
        st.integers(1, 6),
        st.integers(27, 36),
        st.integers(10, 25),
        st.sampled_from((1, 1, 2, 9, MOST_CHUNKS - 1)),
    )
