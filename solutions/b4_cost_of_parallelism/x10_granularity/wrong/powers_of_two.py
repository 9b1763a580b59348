"""Expect: ex=WRONG prop=WRONG err=PASSED

Tries only powers of two.
"""

right_best_chunk = best_chunk


def best_chunk(costs, workers, overhead):
    right_best_chunk(costs, workers, overhead)
    sizes = [2**p for p in range(len(costs).bit_length()) if 2**p <= len(costs)]
    return min(sizes, key=lambda chunk: chunk_makespan(costs, workers, chunk, overhead))
