"""Expect: ex=WRONG prop=WRONG err=PASSED

Pads a block that sticks out of C with zeros.
"""

_clipped = tile_steps


def tile_steps(A, B, i0, j0, tm, tn, tk):
    padded = []
    for block in _clipped(A, B, i0, j0, tm, tn, tk):
        full = np.zeros((tm, tn), np.int64)
        full[: block.shape[0], : block.shape[1]] = block
        padded.append(full)
    return padded
