"""Expect: ex=ERROR prop=ERROR err=ERROR

Refuses every call.
"""


def transfer_s(total_bytes, messages, latency_s, bytes_per_s):
    raise ValueError("no")


def effective_bytes_per_s(message_bytes, latency_s, bytes_per_s):
    raise ValueError("no")


def half_bandwidth_bytes(latency_s, bytes_per_s):
    raise ValueError("no")


def min_message_bytes(fraction, latency_s, bytes_per_s):
    raise ValueError("no")
