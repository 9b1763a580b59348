"""Expect: ex=PASSED prop=PASSED err=PASSED

np.polyfit, a packing by cumulative sums and searchsorted, times as an array with argmin.
"""

import numpy as np


def pack_messages(sizes, max_bytes):
    sizes = np.array(sizes, dtype=np.int64)
    if max_bytes < 1 or (sizes < 1).any() or (sizes > max_bytes).any():
        raise ValueError("out of range")
    ends = np.concatenate(([0], np.cumsum(sizes)))
    groups, start = [], 0
    while start < len(sizes):
        stop = int(np.searchsorted(ends, ends[start] + max_bytes, side="right")) - 1
        groups.append(np.arange(start, stop))
        start = stop
    return groups


def fit_latency_bandwidth(sizes_bytes, times_s):
    q, t = np.asarray(sizes_bytes, dtype=float), np.asarray(times_s, dtype=float)
    if q.shape != t.shape or np.unique(q).size < 2:
        raise ValueError("points")
    if not (np.isfinite(q).all() and np.isfinite(t).all() and (q >= 0).all() and (t >= 0).all()):
        raise ValueError("out of range")
    slope, intercept = np.polyfit(q, t, 1)
    if not slope > 0:
        raise ValueError("slope")
    return intercept, 1 / slope


def _times(total_bytes, chunks, hops, latency_s, bytes_per_s):
    numbers = np.array([total_bytes, latency_s, bytes_per_s], dtype=float)
    if not np.isfinite(numbers).all() or (numbers < 0).any() or bytes_per_s == 0 or hops < 1:
        raise ValueError("out of range")
    return (chunks + hops - 1) * (latency_s + np.float64(total_bytes) / bytes_per_s / chunks)


def pipelined_s(total_bytes, chunks, hops, latency_s, bytes_per_s):
    if chunks < 1:
        raise ValueError("chunks")
    return _times(total_bytes, chunks, hops, latency_s, bytes_per_s)


def best_chunks(total_bytes, hops, latency_s, bytes_per_s, max_chunks):
    if max_chunks < 1:
        raise ValueError("max_chunks")
    counts = np.arange(1, max_chunks + 1)
    times = _times(total_bytes, counts, hops, latency_s, bytes_per_s)
    return counts[times.argmin()]
