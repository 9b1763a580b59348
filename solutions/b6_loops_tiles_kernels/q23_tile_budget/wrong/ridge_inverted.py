"""Expect: ex=WRONG prop=WRONG err=PASSED claim=WRONG

Divides the bandwidth by the peak.
"""

_peak_over_bandwidth = tile_verdict


def tile_verdict(N, T, itemsize, budget_bytes, flop_per_s, bytes_per_s):
    return _peak_over_bandwidth(N, T, itemsize, budget_bytes, bytes_per_s, flop_per_s)
