"""Expect: ex=WRONG prop=WRONG err=WRONG claim=WRONG

Answers the same to every call.
"""


def amdahl_ms(t1_ms, s, p, overhead_ms=0.0):
    return 1.0


def break_even_overhead_ms(t1_ms, s, p_old, p_new, overhead_old_ms=0.0):
    return 1.0


def judge_upgrade(t1_ms, s, p_old, overhead_old_ms, p_new, overhead_new_ms):
    return "tie"
