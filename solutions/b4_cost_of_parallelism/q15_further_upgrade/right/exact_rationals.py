"""Expect: ex=PASSED prop=PASSED err=PASSED claim=PASSED

Counts in Fraction and returns it.
"""

from fractions import Fraction


def exactly(t1_ms, s, p, overhead_ms):
    for number in (t1_ms, s, overhead_ms):
        if not math.isfinite(number):
            raise ValueError("must be finite")
    if math.isnan(p):
        raise ValueError("p must be a number")
    t1, s, overhead = Fraction(t1_ms), Fraction(s), Fraction(overhead_ms)
    if t1 <= 0 or not 0 <= s <= 1 or p <= 0 or overhead < 0:
        raise ValueError("out of range")
    rest = (1 - s) * t1
    return s * t1 + overhead + (0 if math.isinf(p) else rest / Fraction(p))


def amdahl_ms(t1_ms, s, p, overhead_ms=0.0):
    return exactly(t1_ms, s, p, overhead_ms)


def break_even_overhead_ms(t1_ms, s, p_old, p_new, overhead_old_ms=0.0):
    return exactly(t1_ms, s, p_old, overhead_old_ms) - exactly(t1_ms, s, p_new, 0)


def judge_upgrade(t1_ms, s, p_old, overhead_old_ms, p_new, overhead_new_ms):
    old = exactly(t1_ms, s, p_old, overhead_old_ms)
    new = exactly(t1_ms, s, p_new, overhead_new_ms)
    if abs(new - old) <= Fraction(1, 10**9) * max(new, old):
        return "tie"
    return "gain" if new < old else "loss"
