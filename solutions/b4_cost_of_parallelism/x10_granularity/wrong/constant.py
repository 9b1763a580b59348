"""Expect: ex=WRONG prop=WRONG err=WRONG

Answers -1 to everything: nothing has this answer.
"""


def chunk_makespan(costs, workers, chunk, overhead):
    return -1


def best_chunk(costs, workers, overhead):
    return -1


def idle_total(costs, workers, chunk, overhead):
    return -1
