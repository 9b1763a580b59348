"""Expect: ex=WRONG prop=WRONG err=PASSED

The batch pays the latency once, however many messages it has.
"""


def transfer_s(total_bytes, messages, latency_s, bytes_per_s):
    demand_link(latency_s, bytes_per_s)
    if not (math.isfinite(total_bytes) and total_bytes >= 0 and messages >= 1):
        raise ValueError("out of range")
    return latency_s + total_bytes / bytes_per_s
