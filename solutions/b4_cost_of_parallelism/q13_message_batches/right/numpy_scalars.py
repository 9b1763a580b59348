"""Expect: ex=PASSED prop=PASSED err=PASSED

Works in NumPy scalars throughout and returns them; other arrangements of the formulas.
"""

import numpy as np


def positive(*values):
    if not all(np.isfinite(v) and v > 0 for v in values):
        raise ValueError("must be finite and positive")


def at_least_0(*values):
    if not all(np.isfinite(v) and v >= 0 for v in values):
        raise ValueError("must be finite and at least 0")


def transfer_s(total_bytes, messages, latency_s, bytes_per_s):
    positive(messages, bytes_per_s)
    at_least_0(total_bytes, latency_s)
    total, rate = np.float64(total_bytes), np.float64(bytes_per_s)
    return messages * (np.float64(latency_s) + total / messages / rate)


def effective_bytes_per_s(message_bytes, latency_s, bytes_per_s):
    positive(message_bytes, bytes_per_s)
    at_least_0(latency_s)
    size, rate = np.float64(message_bytes), np.float64(bytes_per_s)
    return rate / (1 + latency_s * rate / size)


def half_bandwidth_bytes(latency_s, bytes_per_s):
    return min_message_bytes(0.5, latency_s, bytes_per_s)


def min_message_bytes(fraction, latency_s, bytes_per_s):
    positive(fraction, 1 - fraction, bytes_per_s)
    at_least_0(latency_s)
    return np.float64(latency_s) * bytes_per_s / (1 / np.float64(fraction) - 1)
