"""Expect: ex=ERROR prop=ERROR err=ERROR

Refuses every call.
"""


def chunk_makespan(costs, workers, chunk, overhead):
    raise ValueError("no")


def best_chunk(costs, workers, overhead):
    raise ValueError("no")


def idle_total(costs, workers, chunk, overhead):
    raise ValueError("no")
