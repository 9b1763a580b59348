"""Expect: ex=PASSED prop=PASSED err=PASSED claim=PASSED

Counts in Fraction and rounds at the end: a break-even of 0 comes out as the rounding of the inputs.
"""

from fractions import Fraction


def amdahl_ms(t1_ms, s, p, overhead_ms=0.0):
    if not (0 < t1_ms < math.inf and 0 <= s <= 1 and p > 0 and 0 <= overhead_ms < math.inf):
        raise ValueError("argument out of range")
    t1, part = Fraction(t1_ms), Fraction(s)
    rest = 0 if p == math.inf else (1 - part) * t1 / Fraction(p)
    return float(part * t1 + rest + Fraction(overhead_ms))


def break_even_overhead_ms(t1_ms, s, p_old, p_new, overhead_old_ms=0.0):
    class Share:
        """What is left of the accelerated part, 1/p."""

        def __init__(self, p):
            if not p > 0:
                raise ValueError("factor must be positive")
            self.left = Fraction(0) if math.isinf(p) else 1 / Fraction(p)

        def __sub__(self, other):
            return self.left - other.left

    if not (0 < t1_ms < math.inf and 0 <= s <= 1 and 0 <= overhead_old_ms < math.inf):
        raise ValueError("argument out of range")
    saved = (1 - Fraction(s)) * Fraction(t1_ms) * (Share(p_old) - Share(p_new))
    return float(Fraction(overhead_old_ms) + saved)


def judge_upgrade(t1_ms, s, p_old, overhead_old_ms, p_new, overhead_new_ms):
    versions = ((p_old, overhead_old_ms), (p_new, overhead_new_ms))
    old, new = (amdahl_ms(t1_ms, s, p, h) for p, h in versions)
    return {True: "tie", False: ("loss", "gain")[new < old]}[math.isclose(old, new, rel_tol=1e-9)]
