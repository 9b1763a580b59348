"""Expect: ex=WRONG prop=WRONG err=PASSED

Ties go away from zero, so the sum of ones never gets stuck at 2048.
"""


def fl(x, fmt):
    bits, exp_min, exp_max = FORMATS[fmt]
    if x == 0 or not math.isfinite(x):
        return x
    exponent = math.frexp(x)[1] - 1
    if exponent > exp_max:
        return math.copysign(math.inf, x)
    gap = 2.0 ** (max(exponent, exp_min) - bits + 1)
    size = math.floor(abs(x) / gap + 0.5) * gap
    return math.copysign(size if size < 2.0 ** (exp_max + 1) else math.inf, x)
