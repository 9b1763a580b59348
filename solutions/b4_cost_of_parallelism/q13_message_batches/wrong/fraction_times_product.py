"""Expect: ex=WRONG prop=WRONG err=PASSED

The smallest message is taken as f times the half-bandwidth point.
"""


def min_message_bytes(fraction, latency_s, bytes_per_s):
    if not 0 < fraction < 1:
        raise ValueError("fraction must lie strictly between 0 and 1")
    return fraction * half_bandwidth_bytes(latency_s, bytes_per_s)
