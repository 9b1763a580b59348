"""Expect: ex=WRONG prop=WRONG err=PASSED

Adds the latency's share to the rate, so that messages run faster than the link.
"""


def effective_bytes_per_s(message_bytes, latency_s, bytes_per_s):
    demand_link(latency_s, bytes_per_s)
    if not (math.isfinite(message_bytes) and message_bytes > 0):
        raise ValueError("message_bytes must be finite and positive")
    return bytes_per_s + latency_s / message_bytes
