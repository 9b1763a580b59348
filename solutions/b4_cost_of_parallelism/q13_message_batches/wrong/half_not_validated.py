"""Expect: ex=PASSED prop=PASSED err=WRONG

half_bandwidth_bytes computes with whatever it gets.
"""


def half_bandwidth_bytes(latency_s, bytes_per_s):
    return latency_s * bytes_per_s


def min_message_bytes(fraction, latency_s, bytes_per_s):
    demand_link(latency_s, bytes_per_s)
    if not 0 < fraction < 1:
        raise ValueError("fraction must lie strictly between 0 and 1")
    return fraction / (1 - fraction) * latency_s * bytes_per_s
