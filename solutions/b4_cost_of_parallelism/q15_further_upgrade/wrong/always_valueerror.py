"""Expect: ex=ERROR prop=ERROR err=ERROR claim=ERROR

Refuses every call.
"""


def amdahl_ms(t1_ms, s, p, overhead_ms=0.0):
    raise ValueError("no")


def break_even_overhead_ms(t1_ms, s, p_old, p_new, overhead_old_ms=0.0):
    raise ValueError("no")


def judge_upgrade(t1_ms, s, p_old, overhead_old_ms, p_new, overhead_new_ms):
    raise ValueError("no")
