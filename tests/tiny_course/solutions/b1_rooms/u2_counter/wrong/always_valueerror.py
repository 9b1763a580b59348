"""Expect: ex=ERROR prop=ERROR err=ERROR"""


class Counter:
    def __init__(self):
        raise ValueError


def running_sum(x, total):
    raise ValueError
