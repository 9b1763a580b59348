"""Expect: ex=WRONG prop=WRONG err=PASSED

Times become floats.
"""

whole_makespan = chunk_makespan


def chunk_makespan(costs, workers, chunk, overhead):
    return float(whole_makespan(costs, workers, chunk, overhead))
