"""Expect: ex=PASSED prop=PASSED err=PASSED

An object for each format; rounds to a whole number of gaps; the resting point by integers alone.
"""

from dataclasses import dataclass
from functools import reduce


@dataclass(frozen=True)
class Format:
    p: int
    e_min: int
    e_max: int

    def round(self, x):
        if x == 0 or math.isinf(x):
            return x
        gap = max(math.frexp(x)[1] - 1, self.e_min) - self.p + 1
        units = round(math.ldexp(x, -gap))
        largest = math.ldexp(2**self.p - 1, self.e_max - self.p + 1 - gap)
        return math.ldexp(units, gap) if abs(units) <= largest else math.copysign(math.inf, x)


OBJECTS = {name: Format(*numbers) for name, numbers in FORMATS.items()}


def looked_up(name):
    try:
        return OBJECTS[name]
    except KeyError:
        raise ValueError(f"unknown format {name!r}") from None


def accumulate(values, acc_fmt, order="left", in_fmt="fp16"):
    acc, storage = looked_up(acc_fmt), looked_up(in_fmt)
    if order not in ("left", "pairwise"):
        raise ValueError(f"unknown order {order!r}")
    terms = []
    for value in values:
        if not math.isfinite(value) or math.isinf(storage.round(value)):
            raise ValueError(f"{value} is not finite in {in_fmt}")
        terms.append(acc.round(storage.round(value)))
    if order == "left" or not terms:
        return reduce(lambda s, x: acc.round(s + x), terms, 0.0)
    while len(terms) > 1:
        rest = terms[-1:] if len(terms) % 2 else []
        pairs = zip(terms[::2], terms[1::2], strict=False)
        terms = [acc.round(a + b) for a, b in pairs] + rest
    return terms[0]


def stall_at(fmt, step=1):
    form = looked_up(fmt)
    if not 1 <= step <= 16:
        raise ValueError("step out of range")
    # The first gap of at least two steps begins at the resting point.
    return 1 << ((2 * step - 1).bit_length() + form.p - 1)
