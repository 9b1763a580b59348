# %%
import math
from collections.abc import Sequence


# %%
def pack_messages(sizes: Sequence[int], max_bytes: int) -> list[list[int]]:
    if max_bytes < 1 or any(not 1 <= size <= max_bytes for size in sizes):
        raise ValueError("max_bytes and items must be at least 1, no item above max_bytes")
    messages: list[list[int]] = []
    room = 0
    for item, size in enumerate(sizes):
        if size > room:
            messages.append([])
            room = max_bytes
        messages[-1].append(item)
        room -= size
    return messages


# %%
def fit_latency_bandwidth(
    sizes_bytes: Sequence[float], times_s: Sequence[float]
) -> tuple[float, float]:
    if len(sizes_bytes) != len(times_s) or len(set(sizes_bytes)) < 2:
        raise ValueError("one time for each size, and at least two different sizes")
    if not all(math.isfinite(value) and value >= 0 for value in (*sizes_bytes, *times_s)):
        raise ValueError("sizes and times must be finite and at least 0")
    mean_size = sum(sizes_bytes) / len(sizes_bytes)
    mean_time = sum(times_s) / len(times_s)
    spread = sum((size - mean_size) ** 2 for size in sizes_bytes)
    pairs = zip(sizes_bytes, times_s, strict=True)
    slope = sum((size - mean_size) * (time - mean_time) for size, time in pairs) / spread
    if slope <= 0:
        raise ValueError("larger messages must take longer")
    return mean_time - slope * mean_size, 1 / slope


# %%
def pipelined_s(
    total_bytes: float, chunks: int, hops: int, latency_s: float, bytes_per_s: float
) -> float:
    if not (math.isfinite(total_bytes) and total_bytes >= 0):
        raise ValueError("total_bytes must be finite and at least 0")
    if not (math.isfinite(latency_s) and latency_s >= 0):
        raise ValueError("latency_s must be finite and at least 0")
    if not (math.isfinite(bytes_per_s) and bytes_per_s > 0):
        raise ValueError("bytes_per_s must be finite and above 0")
    if chunks < 1 or hops < 1:
        raise ValueError("chunks and hops must be at least 1")
    # The first chunk passes all links, each further one arrives a chunk time later.
    return (hops + chunks - 1) * (latency_s + total_bytes / (chunks * bytes_per_s))


# %%
def best_chunks(
    total_bytes: float, hops: int, latency_s: float, bytes_per_s: float, max_chunks: int
) -> int:
    if max_chunks < 1:
        raise ValueError("max_chunks must be at least 1")

    def seconds(chunks: int) -> float:
        return pipelined_s(total_bytes, chunks, hops, latency_s, bytes_per_s)

    # min keeps the first of several.
    return min(range(1, max_chunks + 1), key=seconds)
