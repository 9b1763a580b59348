"""Expect: ex=PASSED prop=PASSED err=WRONG

Ranges are tested with < alone, which NaN and infinities pass.
"""


def demand_link(latency_s, bytes_per_s):
    if latency_s < 0 or bytes_per_s <= 0:
        raise ValueError("out of range")


def transfer_s(total_bytes, messages, latency_s, bytes_per_s):
    demand_link(latency_s, bytes_per_s)
    if total_bytes < 0 or messages < 1:
        raise ValueError("out of range")
    return messages * latency_s + total_bytes / bytes_per_s


def min_message_bytes(fraction, latency_s, bytes_per_s):
    if fraction <= 0 or fraction >= 1:
        raise ValueError("out of range")
    return fraction / (1 - fraction) * half_bandwidth_bytes(latency_s, bytes_per_s)
