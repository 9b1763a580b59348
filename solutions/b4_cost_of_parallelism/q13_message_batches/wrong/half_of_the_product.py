"""Expect: ex=WRONG prop=WRONG err=PASSED

"Half" is taken of L times beta instead of the rate.
"""


def half_bandwidth_bytes(latency_s, bytes_per_s):
    demand_link(latency_s, bytes_per_s)
    return latency_s * bytes_per_s / 2


def min_message_bytes(fraction, latency_s, bytes_per_s):
    if not 0 < fraction < 1:
        raise ValueError("fraction must lie strictly between 0 and 1")
    demand_link(latency_s, bytes_per_s)
    return fraction / (1 - fraction) * latency_s * bytes_per_s
