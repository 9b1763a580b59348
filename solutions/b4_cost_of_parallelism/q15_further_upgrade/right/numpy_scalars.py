"""Expect: ex=PASSED prop=PASSED err=PASSED claim=PASSED

NumPy scalars throughout; the verdict is looked up by the sign of the difference.
"""

import numpy as np


def amdahl_ms(t1_ms, s, p, overhead_ms=0.0):
    numbers = np.array([t1_ms, s, overhead_ms], dtype=float)
    if not np.isfinite(numbers).all() or np.isnan(p) or (numbers < 0).any():
        raise ValueError("bad number")
    if t1_ms == 0 or s > 1 or p <= 0:
        raise ValueError("out of range")
    weights = np.array([s, 1 - s])
    return np.dot(weights, t1_ms / np.array([1.0, p])) + np.float64(overhead_ms)


def judge_upgrade(t1_ms, s, p_old, overhead_old_ms, p_new, overhead_new_ms):
    old = amdahl_ms(t1_ms, s, p_old, overhead_old_ms)
    new = amdahl_ms(t1_ms, s, p_new, overhead_new_ms)
    sign = 0 if np.isclose(new, old, rtol=1e-9, atol=0) else int(np.sign(new - old))
    return ("tie", "loss", "gain")[sign]
