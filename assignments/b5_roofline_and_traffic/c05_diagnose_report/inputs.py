"""Reports: one that is clean, with up to three things made wrong, told in any units."""

from dataclasses import dataclass, replace
from itertools import combinations, product

from hypothesis import strategies as st

BYTES_PER = {
    "B": 1,
    "kB": 10**3,
    "MB": 10**6,
    "GB": 10**9,
    "TB": 10**12,
    "KiB": 2**10,
    "MiB": 2**20,
    "GiB": 2**30,
    "TiB": 2**40,
}
SECONDS_PER = {"s": 1.0, "ms": 1e-3, "us": 1e-6, "ns": 1e-9}
TWINS = {"kB": "KiB", "MB": "MiB", "GB": "GiB", "TB": "TiB"}
TWINS |= {binary: decimal for decimal, binary in TWINS.items()}
ADVICE = ("more_flop_peak", "more_bandwidth", "less_traffic", "more_parallelism", "none")
# Times as multiples of the bound. 1.15 is above 80 % utilisation, 1.3 below.
SLACK = (1.035, 1.15, 1.3, 2.2, 5)
TOO_FAST = (0.3, 0.55, 0.9)
# Claimed traffic as a multiple of the necessary; the first row is rounding that is tolerated.
ROUNDED = (1, 1, 0.9995, 1.0005)
TOO_SMALL = (0.25, 0.4, 2 / 3, 0.9985)
TOO_LARGE = (1.0015, 1.25, 1.5, 3)


@dataclass(frozen=True)
class Story:
    """A report before it is told in units."""

    n: int
    itemsize: int
    reads: int
    writes: int
    flop_per_item: int
    flop_per_s: float
    bytes_per_s: float
    slack: float
    claim: float
    """Claimed traffic over necessary traffic."""
    twin: bool
    """Whether the claimed traffic stands in the twin of its unit."""
    synchronised: bool
    warm: bool
    cache_share: float
    """Cache over necessary traffic."""
    advice: str

    @property
    def need(self):
        """Necessary traffic in bytes."""
        return self.n * self.itemsize * (self.reads + self.writes)

    @property
    def memory_s(self):
        """Shortest time for the traffic."""
        return self.need / self.bytes_per_s

    @property
    def compute_s(self):
        """Shortest time for the arithmetic."""
        return self.n * self.flop_per_item / self.flop_per_s

    @property
    def time_s(self):
        """The time that the report states."""
        return self.slack * max(self.memory_s, self.compute_s)

    @property
    def cache_bytes(self):
        """Size of the cache; a share of exactly 1 is the necessary traffic itself."""
        return self.need if self.cache_share == 1 else max(1, int(self.need * self.cache_share))

    def told(self, traffic_unit, time_unit, rate_unit):
        """Return the report, in these units."""
        written = TWINS[traffic_unit] if self.twin else traffic_unit
        return {
            "n": self.n,
            "itemsize": self.itemsize,
            "reads": self.reads,
            "writes": self.writes,
            "flop_per_item": self.flop_per_item,
            "traffic": (self.claim * self.need / BYTES_PER[traffic_unit], written),
            "time": (self.time_s / SECONDS_PER[time_unit], time_unit),
            "peak_bw": (self.bytes_per_s / BYTES_PER[rate_unit], rate_unit + "/s"),
            "peak_flop_per_s": self.flop_per_s,
            "synchronised": self.synchronised,
            "warm": self.warm,
            "cache_bytes": self.cache_bytes,
            "advice": self.advice,
        }


def _clear(story):
    """Whether no ratio is within 1 % of its threshold, whatever the units."""
    if abs(story.memory_s - story.compute_s) <= 0.01 * story.memory_s:
        return False
    twin_factors = [a / b for a, b in _twin_sizes()] if story.twin else [1]
    rates = [f * story.claim * story.memory_s / story.time_s for f in twin_factors]
    return all(abs(rate - 1) > 0.01 for rate in (*rates, story.compute_s / story.time_s))


def _twin_sizes():
    return [(BYTES_PER[TWINS[unit]], BYTES_PER[unit]) for unit in TWINS]


# F/P over Q/B, far from 1 and near it on both sides; 0 is a kernel without arithmetic.
COMPUTE_OVER_MEMORY = (0, 0.01, 0.5, 0.9, 1.1, 4)


def _story(kernel, limits, run, advice):
    n, itemsize, reads, writes = kernel
    bytes_per_s, flop_per_item, ratio = limits
    memory_s = n * itemsize * (reads + writes) / bytes_per_s
    slack, claim, warm, cache_share = run
    return Story(
        n=n,
        itemsize=itemsize,
        reads=reads,
        writes=writes,
        flop_per_item=flop_per_item if ratio else 0,
        # The peak that makes the arithmetic `ratio` times as long as the traffic.
        flop_per_s=n * flop_per_item / (ratio * memory_s) if ratio else 1e13,
        bytes_per_s=bytes_per_s,
        slack=slack,
        claim=claim,
        twin=False,
        synchronised=True,
        warm=warm,
        cache_share=cache_share,
        advice=advice,
    )


def _stories(ratios, slacks, claims, keep=_clear):
    # Each part is one draw from a table: a report of fourteen draws costs several times as much.
    arrays = st.sampled_from(tuple(product((1, 2, 4, 8), (1, 2, 3, 4), (1, 2))))
    kernels = st.builds(lambda n, rest: (n, *rest), st.integers(1000, 10**9), arrays)
    rates = (12e9, 90e9, 450e9, 900e9, 2039e9, 3.35e12, 4.8e12)
    limits = st.sampled_from(tuple(product(rates, (1, 3, 700), ratios)))
    runs = st.sampled_from(tuple(product(slacks, claims, (False, True), (0.01, 0.5, 0.98))))
    return st.builds(_story, kernels, limits, runs, st.sampled_from(ADVICE)).filter(keep)


def clean_stories():
    """Reports of which only the advice may be wrong."""
    return _stories(COMPUTE_OVER_MEMORY, SLACK, ROUNDED)


_WRONG = {
    "prefix": st.just({"twin": True, "claim": 1}),
    "small": st.sampled_from(TOO_SMALL).map(lambda x: {"claim": x}),
    "large": st.sampled_from(TOO_LARGE).map(lambda x: {"claim": x}),
    "fast": st.sampled_from(TOO_FAST).map(lambda x: {"slack": x}),
    "unsynchronised": st.just({"synchronised": False}),
    # A large cache is harmless for data that was not in it.
    "cache": st.builds(
        lambda warm, share: {"warm": warm, "cache_share": share},
        st.booleans(),
        st.sampled_from((1, 1.02, 4)),
    ),
}


# Every set of up to three is as likely as any other: a list of faults would mostly be empty.
_SETS = tuple(chosen for size in range(4) for chosen in combinations(_WRONG, size))


@st.composite
def stories(draw):
    """A report with none to three things made wrong."""
    story = draw(clean_stories())
    for fault in draw(st.sampled_from(_SETS)):
        story = replace(story, **draw(_WRONG[fault]))
    return story


def any_stories():
    """Reports, of any number of faults up to three, that are clear of the thresholds."""
    return stories().filter(_clear)


def units():
    """The units in which a report is told: traffic, time, bandwidth."""
    # Not in plain bytes, which have no twin: `told` must be able to take the twin of every unit.
    return st.sampled_from(tuple(product(TWINS, SECONDS_PER, TWINS)))


def reports():
    """Reports with none to three things wrong, in any units."""
    return st.builds(lambda story, in_units: story.told(*in_units), any_stories(), units())


def clean_reports():
    """Reports of which only the advice may be wrong, in any units."""
    return st.builds(lambda story, in_units: story.told(*in_units), clean_stories(), units())


def wasteful_reports():
    """Reports that move more than they have to, so that the claim is the wrong one to judge by."""
    wasteful = _stories((0.5, 1.1, 1.4), (1.15, 2.2, 5), (1.2, 1.5, 3))
    return st.builds(lambda story, in_units: story.told(*in_units), wasteful, units())


def reports_at_a_limit():
    """Reports with a rate exactly at its limit, but for rounding; some with two equal times."""
    at_limit = _stories((0, 0.5, 1, 2), (1,), (1,), keep=lambda story: True)
    return st.builds(lambda story, in_units: story.told(*in_units), at_limit, units())


def orders():
    """By how many places the keys of a report are rotated."""
    return st.integers(1, 12)


def longer():
    """By how much a time is lengthened."""
    return st.sampled_from((1.7, 4, 30))
