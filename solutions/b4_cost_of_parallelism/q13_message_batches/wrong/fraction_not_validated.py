"""Expect: ex=PASSED prop=PASSED err=WRONG

min_message_bytes accepts fractions of 0 and above 1.
"""


def min_message_bytes(fraction, latency_s, bytes_per_s):
    return fraction / (1 - fraction) * half_bandwidth_bytes(latency_s, bytes_per_s)
