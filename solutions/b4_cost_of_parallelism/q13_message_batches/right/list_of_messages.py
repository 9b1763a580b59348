"""Expect: ex=PASSED prop=PASSED err=PASSED

Builds the list of messages and adds up their times.
"""


def transfer_s(total_bytes, messages, latency_s, bytes_per_s):
    demand_link(latency_s, bytes_per_s)
    if not (math.isfinite(total_bytes) and total_bytes >= 0 and messages >= 1):
        raise ValueError("out of range")
    sizes = [total_bytes / messages] * messages
    return sum(latency_s + size / bytes_per_s for size in sizes)
