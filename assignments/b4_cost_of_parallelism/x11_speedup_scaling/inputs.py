"""Times, sizes and records of x11; records agree mostly, so that one condition decides."""

from hypothesis import strategies as st

LARGEST_SIZE = 500_000
"""With sides twice as long 2 * 10**18 FLOP: 64 bits hold that, a float is not exact."""

# Two values that a record may state of each condition, and one key that is no condition.
CONDITIONS = {
    "task": ("gemm", "vector add"),
    "correctness_check": ("forward bound", "bits equal"),
    "dtype": ("float32", "float16"),
    "input_shape": ((1024, 1024, 1024), (1024, 1024, 512)),
    "timing_boundary": ("kernel only", "with copies"),
    "machine": ("H200", "M5"),
    "compiler_flags": ("-O3", "-O3 -march=native"),
}
IMPLEMENTATIONS = ("ijk", "ikj", "tiled", "library")
NOTES = ("", "first run", "by night")


def times():
    """Return seconds: 1 us ... 9900 s."""
    return st.builds(
        lambda tenths, power: tenths / 10 * 10.0**power, st.integers(10, 99), st.integers(-6, 3)
    )


def processors():
    """Return numbers of processors, 1 among them."""
    return st.integers(1, 16) | st.integers(1, 10_000)


def sizes():
    """Return arguments M, N and K, 0 and 1 among them."""
    small = st.integers(0, 3) | st.integers(0, 64)
    large = st.integers(LARGEST_SIZE // 2, LARGEST_SIZE)
    return st.one_of(
        *(st.fixed_dictionaries({"M": x, "N": x, "K": x}) for x in (small, small | large, large))
    )


def conventions():
    """Return argument convention."""
    return st.sampled_from(("fma2", "exact"))


def works():
    """Return argument flop: 0, or 1 ... 9.9e18."""
    drawn = st.builds(
        lambda tenths, power: tenths / 10 * 10.0**power, st.integers(10, 99), st.integers(0, 18)
    )
    return st.just(0.0) | drawn | drawn


def sides():
    """Return argument side; it need not be an integer."""
    return st.integers(1, 100_000) | st.integers(4, 4000).map(lambda quarters: quarters / 4)


def factors():
    """Return argument resource_factor: 0.05 ... 1000, below 1 now and then."""
    return st.integers(1, 1000) | st.integers(1, 40).map(lambda x: x / 20)


def _record(other, implementation, note, left_out):
    record = {name: values[name in other] for name, values in CONDITIONS.items()}
    record |= {"implementation": implementation, "note": note}
    return {name: value for name, value in record.items() if name not in left_out}


def _of(other, left_out):
    return st.builds(
        _record,
        other,
        st.sampled_from(IMPLEMENTATIONS),
        st.sampled_from(NOTES),
        left_out,
    )


def records():
    """Return records that differ from a common one in a condition, or lack one, now and then."""
    singles = tuple((name,) for name in CONDITIONS)
    differs = st.sampled_from(((),) * 4 + singles)
    lacks = st.sampled_from(((),) * 14 + singles)
    return _of(differs, lacks)


def pairs(most_different=0):
    """Return two records that state all conditions and differ in at most so many of them."""
    names = st.sampled_from(tuple(CONDITIONS))
    nothing = st.just(frozenset())

    def two(drawn):
        first, flipped = drawn
        return st.tuples(_of(st.just(first), nothing), _of(st.just(first ^ flipped), nothing))

    return st.tuples(st.frozensets(names), st.frozensets(names, max_size=most_different)).flatmap(
        two
    )


def gaps():
    """Return (a condition, which of two records lack it, which lack their implementation)."""
    side = st.sampled_from(((), (), ("a",), ("b",), ("a", "b")))
    return st.tuples(st.sampled_from(tuple(CONDITIONS)), side, side)
