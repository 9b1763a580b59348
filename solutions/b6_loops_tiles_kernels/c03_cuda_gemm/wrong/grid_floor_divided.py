"""Expect: ex=WRONG prop=WRONG err=PASSED trace=PASSED

Rounds the grid down: what is left over gets no block.
"""


def launch_config(M, N, tile):
    if tile < 1 or M < 0 or N < 0:
        raise ValueError("tile must be at least 1, M and N at least 0")
    return (N // tile, M // tile), (tile, tile)
