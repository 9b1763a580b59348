"""Expect: ex=ERROR prop=ERROR err=ERROR

Refuses every call, valid ones too.
"""


def diagnose(report):
    raise ValueError


def next_step(report):
    raise ValueError
