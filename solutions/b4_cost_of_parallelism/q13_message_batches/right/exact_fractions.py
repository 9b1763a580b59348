"""Expect: ex=PASSED prop=PASSED err=PASSED

Counts in Fraction and rounds at the end; checks by matching a list of truths.
"""

from fractions import Fraction


def transfer_s(total_bytes, messages, latency_s, bytes_per_s):
    def exact(x, ok):
        if not math.isfinite(x) or not ok(x):
            raise ValueError(f"bad value {x}")
        return Fraction(x)

    q = exact(total_bytes, lambda x: x >= 0)
    n = exact(messages, lambda x: x >= 1)
    lat = exact(latency_s, lambda x: x >= 0)
    beta = exact(bytes_per_s, lambda x: x > 0)
    return float(n * (lat + q / n / beta))


def effective_bytes_per_s(message_bytes, latency_s, bytes_per_s):
    if not message_bytes > 0 or math.isinf(message_bytes):
        raise ValueError("message_bytes must be positive and finite")
    return message_bytes / transfer_s(message_bytes, 1, latency_s, bytes_per_s)


def half_bandwidth_bytes(latency_s, bytes_per_s):
    return min_message_bytes(0.5, latency_s, bytes_per_s)


def min_message_bytes(fraction, latency_s, bytes_per_s):
    match [math.isfinite(x) for x in (fraction, latency_s, bytes_per_s)]:
        case [True, True, True] if 0 < fraction < 1 and latency_s >= 0 and bytes_per_s > 0:
            odds = Fraction(fraction) / (1 - Fraction(fraction))
            return float(odds * Fraction(latency_s) * Fraction(bytes_per_s))
        case _:
            raise ValueError("fraction, latency_s or bytes_per_s out of range")
