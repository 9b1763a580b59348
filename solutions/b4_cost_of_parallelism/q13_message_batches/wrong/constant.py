"""Expect: ex=WRONG prop=WRONG err=WRONG

Answers 1.0 to everything.
"""


def transfer_s(total_bytes, messages, latency_s, bytes_per_s):
    return 1.0


def effective_bytes_per_s(message_bytes, latency_s, bytes_per_s):
    return 1.0


def half_bandwidth_bytes(latency_s, bytes_per_s):
    return 1.0


def min_message_bytes(fraction, latency_s, bytes_per_s):
    return 1.0
