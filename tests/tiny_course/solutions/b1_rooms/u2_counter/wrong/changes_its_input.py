"""Expect: ex=FORBIDDEN prop=FORBIDDEN err=FORBIDDEN"""


def running_sum(x, total):
    if len(x) != len(total):
        raise ValueError
    for i in range(len(x)):
        total[i] = sum(x[: i + 1])
    if len(x):
        x.setflags(write=True)
        x[0] += 1
