"""Expect: ex=PASSED prop=PASSED err=WRONG

transfer_s computes with whatever it gets.
"""

right_transfer_s = transfer_s


def transfer_s(total_bytes, messages, latency_s, bytes_per_s):
    return messages * latency_s + total_bytes / bytes_per_s


def effective_bytes_per_s(message_bytes, latency_s, bytes_per_s):
    if not message_bytes > 0:
        raise ValueError("message_bytes must be positive")
    return message_bytes / right_transfer_s(message_bytes, 1, latency_s, bytes_per_s)
