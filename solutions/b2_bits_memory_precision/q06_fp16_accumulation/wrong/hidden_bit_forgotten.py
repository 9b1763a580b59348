"""Expect: ex=WRONG prop=WRONG err=PASSED

Rounds sums to the stored bits of the significand only: 10, 7 and 23.
"""


def fl_stored_bits(x, fmt):
    bits, exp_min, _ = FORMATS[fmt]
    if x == 0 or not math.isfinite(x):
        return x
    gap = 2.0 ** (max(math.frexp(x)[1] - 1, exp_min) - (bits - 1) + 1)
    return fl(round(x / gap) * gap, fmt)


def add_left(terms, fmt):
    total = 0.0
    for x in terms:
        total = fl_stored_bits(total + x, fmt)
    return total


def add_pairwise(terms, fmt):
    while len(terms) > 1:
        odd = terms[-1:] if len(terms) % 2 else []
        pairs = zip(terms[0::2], terms[1::2], strict=False)
        terms = [fl_stored_bits(a + b, fmt) for a, b in pairs] + odd
    return terms[0] if terms else 0.0
