"""Expect: ex=WRONG prop=WRONG err=PASSED trace=PASSED

Gives x the rows and y the columns: right for squares.
"""


def launch_config(M, N, tile):
    if tile < 1 or M < 0 or N < 0:
        raise ValueError("tile must be at least 1, M and N at least 0")
    return (-(-M // tile), -(-N // tile)), (tile, tile)
