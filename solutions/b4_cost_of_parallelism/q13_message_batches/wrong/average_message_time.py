"""Expect: ex=WRONG prop=WRONG err=PASSED

Returns the average time of one message instead of the time until all are sent.
"""


def transfer_s(total_bytes, messages, latency_s, bytes_per_s):
    demand_link(latency_s, bytes_per_s)
    if not (math.isfinite(total_bytes) and total_bytes >= 0 and messages >= 1):
        raise ValueError("out of range")
    return latency_s + total_bytes / messages / bytes_per_s


def effective_bytes_per_s(message_bytes, latency_s, bytes_per_s):
    if not message_bytes > 0:
        raise ValueError("message_bytes must be positive")
    return message_bytes / transfer_s(message_bytes, 1, latency_s, bytes_per_s)
