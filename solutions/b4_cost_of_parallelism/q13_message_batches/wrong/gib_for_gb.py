"""Expect: ex=WRONG prop=WRONG err=PASSED

GB/s is read as GiB/s.
"""

right_transfer_s = transfer_s
right_half_bandwidth_bytes = half_bandwidth_bytes


def transfer_s(total_bytes, messages, latency_s, bytes_per_s):
    return right_transfer_s(total_bytes, messages, latency_s, bytes_per_s * 2**30 / 1e9)


def half_bandwidth_bytes(latency_s, bytes_per_s):
    return right_half_bandwidth_bytes(latency_s, bytes_per_s * 2**30 / 1e9)
