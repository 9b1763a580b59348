"""Expect: ex=WRONG prop=WRONG err=PASSED

Stops at the first chunk size whose next is not earlier.
"""

right_best_chunk = best_chunk


def best_chunk(costs, workers, overhead):
    right_best_chunk(costs, workers, overhead)
    chunk = 1
    while chunk < len(costs) and chunk_makespan(costs, workers, chunk + 1, overhead) < (
        chunk_makespan(costs, workers, chunk, overhead)
    ):
        chunk += 1
    return chunk
