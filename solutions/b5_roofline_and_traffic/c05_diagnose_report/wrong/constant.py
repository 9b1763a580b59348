"""Expect: ex=WRONG prop=WRONG err=WRONG

Answers the same to every call.
"""


def diagnose(report):
    return {"unsynchronised"}


def next_step(report):
    return "remeasure"
