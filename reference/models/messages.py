"""Cost of sending bytes as messages: a fixed start-up for each, then a charge for each byte.

The latency-bandwidth model (Hockney's t = t0 + q / r_inf) explains with two numbers why a thousand
small messages can be a hundred times slower than a single large one. Messages are sent one after
another and nothing overlaps. All sizes are bytes, all times seconds; prefixes are decimal.

Source: R. W. Hockney, "The communication challenge for MPP: Intel Paragon and Meiko CS-2",
Parallel Computing 20 (1994), 389-398, where the half-bandwidth size is called n_1/2.
"""

from __future__ import annotations

import math


def transfer_s(total_bytes: float, messages: int, latency_s: float, bytes_per_s: float) -> float:
    """Return the time to send `total_bytes` as `messages` equal messages, T = n L + Q / beta.

    Parameters
    ----------
    total_bytes : float
        Q >= 0, bytes of all messages together.
    messages : int
        n >= 1. A message may hold a fraction of a byte: only the sum matters.
    latency_s : float
        L >= 0, seconds that every message costs before its first byte moves.
    bytes_per_s : float
        beta > 0, sustained rate.

    Returns
    -------
    float
        Seconds.

    Raises
    ------
    ValueError
        An argument is NaN, infinite or outside its range.
    """
    _check_link(latency_s, bytes_per_s)
    if not (math.isfinite(total_bytes) and total_bytes >= 0):
        raise ValueError(f"total_bytes must be finite and at least 0, not {total_bytes}")
    if messages < 1:
        raise ValueError(f"messages must be at least 1, not {messages}")
    return messages * latency_s + total_bytes / bytes_per_s


def effective_bytes_per_s(message_bytes: float, latency_s: float, bytes_per_s: float) -> float:
    """Return the rate that a stream of equal messages reaches, q / (L + q / beta).

    Parameters
    ----------
    message_bytes : float
        q > 0, bytes of one message.
    latency_s : float
        L >= 0, seconds.
    bytes_per_s : float
        beta > 0.

    Returns
    -------
    float
        Bytes per second; beta when L = 0, below it otherwise.

    Raises
    ------
    ValueError
        An argument is NaN, infinite or outside its range.
    """
    _check_link(latency_s, bytes_per_s)
    if not (math.isfinite(message_bytes) and message_bytes > 0):
        raise ValueError(f"message_bytes must be finite and positive, not {message_bytes}")
    return message_bytes / (latency_s + message_bytes / bytes_per_s)


def half_bandwidth_bytes(latency_s: float, bytes_per_s: float) -> float:
    """Return the message size that runs at half the sustained rate, n_1/2 = L beta.

    Parameters
    ----------
    latency_s : float
        L >= 0, seconds. With L = 0 every size runs at the full rate and the answer is 0.
    bytes_per_s : float
        beta > 0.

    Returns
    -------
    float
        Bytes.

    Raises
    ------
    ValueError
        An argument is NaN, infinite or outside its range.
    """
    _check_link(latency_s, bytes_per_s)
    return latency_s * bytes_per_s


def min_message_bytes(fraction: float, latency_s: float, bytes_per_s: float) -> float:
    """Return the smallest message that reaches `fraction` of beta, f / (1 - f) L beta.

    Solves q / (L + q / beta) = f beta for q.

    Parameters
    ----------
    fraction : float
        0 < f < 1.
    latency_s : float
        L >= 0, seconds. With L = 0 the answer is 0, the limit of ever smaller latencies.
    bytes_per_s : float
        beta > 0.

    Returns
    -------
    float
        Bytes.

    Raises
    ------
    ValueError
        An argument is NaN, infinite or outside its range.
    """
    _check_link(latency_s, bytes_per_s)
    if not 0 < fraction < 1:
        raise ValueError(f"fraction must lie strictly between 0 and 1, not {fraction}")
    return fraction / (1 - fraction) * latency_s * bytes_per_s


def _check_link(latency_s: float, bytes_per_s: float) -> None:
    if not (math.isfinite(latency_s) and latency_s >= 0):
        raise ValueError(f"latency_s must be finite and at least 0, not {latency_s}")
    if not (math.isfinite(bytes_per_s) and bytes_per_s > 0):
        raise ValueError(f"bytes_per_s must be finite and positive, not {bytes_per_s}")
