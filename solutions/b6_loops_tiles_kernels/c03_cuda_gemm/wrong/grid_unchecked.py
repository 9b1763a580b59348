"""Expect: ex=PASSED prop=PASSED err=WRONG trace=PASSED

Takes any tile and any size: 0 ends in a ZeroDivisionError, the rest in nonsense.
"""


def launch_config(M, N, tile):
    return (-(-N // tile), -(-M // tile)), (tile, tile)
