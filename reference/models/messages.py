"""Cost of sending bytes as messages: a fixed start-up for each, then a charge for each byte.

The latency-bandwidth model (Hockney's t = t0 + q / r_inf) explains with two numbers why a thousand
small messages can be a hundred times slower than a single large one. Messages are sent one after
another and nothing overlaps. All sizes are bytes, all times seconds; prefixes are decimal.

Source: R. W. Hockney, "The communication challenge for MPP: Intel Paragon and Meiko CS-2",
Parallel Computing 20 (1994), 389-398, where the half-bandwidth size is called n_1/2.
"""

from __future__ import annotations

from reference.models import domain


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
    TypeError
        An argument is not a number, or `messages` no integer.
    """
    latency, rate = _link(latency_s, bytes_per_s)
    total = domain.real("total_bytes", total_bytes, low=0)
    count = domain.integer("messages", messages, 1)
    # As a float: an integer without end times a float is an error of its own kind.
    return domain.real("messages", count) * latency + total / rate


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
    latency, rate = _link(latency_s, bytes_per_s)
    size = domain.real("message_bytes", message_bytes, above=0)
    # Without latency the time may be too short for a float, but the rate is known.
    return size / (latency + size / rate) if latency else rate


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
    latency, rate = _link(latency_s, bytes_per_s)
    return latency * rate


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
    latency, rate = _link(latency_s, bytes_per_s)
    reached = domain.real("fraction", fraction, above=0, below=1)
    return reached / (1 - reached) * latency * rate


def _link(latency_s: float, bytes_per_s: float) -> tuple[float, float]:
    latency = domain.real("latency_s", latency_s, low=0)
    return latency, domain.real("bytes_per_s", bytes_per_s, above=0)
