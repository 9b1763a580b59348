"""Expect: ex=PASSED prop=PASSED err=PASSED claim=PASSED

Judges by comparing the new overhead with the break-even, which it finds without either total.
"""


def break_even_overhead_ms(t1_ms, s, p_old, p_new, overhead_old_ms=0.0):
    for p in (p_old, p_new):
        amdahl_ms(t1_ms, s, p, overhead_old_ms)
    rate_old, rate_new = 1 / p_old, 1 / p_new
    return overhead_old_ms + t1_ms * (1 - s) * (rate_old - rate_new)


def judge_upgrade(t1_ms, s, p_old, overhead_old_ms, p_new, overhead_new_ms):
    amdahl_ms(t1_ms, s, p_new, overhead_new_ms)
    even = break_even_overhead_ms(t1_ms, s, p_old, p_new, overhead_old_ms)
    if math.isclose(overhead_new_ms, even, rel_tol=1e-9):
        return "tie"
    return "gain" if overhead_new_ms < even else "loss"
