# %%
import math


# %%
def transfer_s(total_bytes: float, messages: int, latency_s: float, bytes_per_s: float) -> float:
    demand_link(latency_s, bytes_per_s)
    if not (math.isfinite(total_bytes) and total_bytes >= 0):
        raise ValueError("total_bytes must be finite and at least 0")
    if messages < 1:
        raise ValueError("messages must be at least 1")
    return messages * latency_s + total_bytes / bytes_per_s


def demand_link(latency_s: float, bytes_per_s: float) -> None:
    if not (math.isfinite(latency_s) and latency_s >= 0):
        raise ValueError("latency_s must be finite and at least 0")
    if not (math.isfinite(bytes_per_s) and bytes_per_s > 0):
        raise ValueError("bytes_per_s must be finite and positive")


# %%
def effective_bytes_per_s(message_bytes: float, latency_s: float, bytes_per_s: float) -> float:
    if not message_bytes > 0:
        raise ValueError("message_bytes must be positive")
    return message_bytes / transfer_s(message_bytes, 1, latency_s, bytes_per_s)


# %%
def half_bandwidth_bytes(latency_s: float, bytes_per_s: float) -> float:
    # At half the rate, moving the bytes takes as long as starting: q / beta = L.
    demand_link(latency_s, bytes_per_s)
    return latency_s * bytes_per_s


# %%
def min_message_bytes(fraction: float, latency_s: float, bytes_per_s: float) -> float:
    # f = (q / beta) / (L + q / beta), solved for q.
    if not 0 < fraction < 1:
        raise ValueError("fraction must lie strictly between 0 and 1")
    return fraction / (1 - fraction) * half_bandwidth_bytes(latency_s, bytes_per_s)
