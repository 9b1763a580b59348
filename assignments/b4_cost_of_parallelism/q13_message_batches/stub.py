# %%
import math


# %%
def transfer_s(total_bytes: float, messages: int, latency_s: float, bytes_per_s: float) -> float:
    """返回把 `total_bytes` 字节平均分成 `messages` 条消息、依次发完所用的秒数。

    Return the seconds to send `total_bytes` bytes, split evenly into a number of messages given by
    `messages`, one after another.

    total_bytes >= 0 (B), messages >= 1, latency_s >= 0 (s, 每条 / per message),
    bytes_per_s > 0 (B/s); 否则 / otherwise ValueError.
    """
    raise NotImplementedError


# %%
def effective_bytes_per_s(message_bytes: float, latency_s: float, bytes_per_s: float) -> float:
    """返回一条 message_bytes 字节的消息的有效带宽（字节每秒，启动延迟计入）。

    Return the effective bandwidth of one message of message_bytes bytes, in bytes per second,
    its latency included.

    message_bytes > 0 (B), latency_s >= 0 (s), bytes_per_s > 0 (B/s); 否则 / otherwise ValueError.
    """
    raise NotImplementedError


# %%
def half_bandwidth_bytes(latency_s: float, bytes_per_s: float) -> float:
    """返回半带宽点：有效带宽恰为 bytes_per_s / 2 的消息大小（字节）；延迟为 0 时返回 0。

    Return the half-bandwidth point: the message size, in bytes, whose effective bandwidth is
    bytes_per_s / 2; 0 without latency.

    latency_s >= 0 (s), bytes_per_s > 0 (B/s); 否则 / otherwise ValueError.
    """
    raise NotImplementedError


# %%
def min_message_bytes(fraction: float, latency_s: float, bytes_per_s: float) -> float:
    """返回有效带宽达到 fraction * bytes_per_s 的最小消息（字节）；延迟为 0 时返回 0。

    Return the smallest message, in bytes, whose effective bandwidth reaches
    fraction * bytes_per_s; 0 without latency.

    0 < fraction < 1, latency_s >= 0 (s), bytes_per_s > 0 (B/s); 否则 / otherwise ValueError.
    """
    raise NotImplementedError
