"""Expect: ex=PASSED prop=PASSED err=PASSED

Cuts each side into the lengths of its blocks and adds those up.
"""


def _lengths(size, tile):
    full, remainder = divmod(size, tile)
    return [tile] * full + [remainder] * (remainder > 0)


def tiled_traffic_elems(M, N, K, Tm, Tn):
    if min(M, N, K) < 0:
        raise ValueError("a negative size")
    if min(Tm, Tn) < 1:
        raise ValueError("an empty block")
    heights, widths = _lengths(M, Tm), _lengths(N, Tn)
    return {
        "a": K * sum(heights) * len(widths),
        "b": K * sum(widths) * len(heights),
        "c": sum(heights) * sum(widths),
    }
