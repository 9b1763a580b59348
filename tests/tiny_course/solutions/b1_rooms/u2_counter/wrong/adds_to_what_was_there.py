"""Expect: ex=WRONG prop=WRONG err=WRONG"""


def running_sum(x, total):
    total[: len(x)] += x[: len(total)]
