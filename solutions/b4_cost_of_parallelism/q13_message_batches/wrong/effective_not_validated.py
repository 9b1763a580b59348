"""Expect: ex=PASSED prop=PASSED err=WRONG

effective_bytes_per_s computes with whatever it gets.
"""


def effective_bytes_per_s(message_bytes, latency_s, bytes_per_s):
    return message_bytes / (latency_s + message_bytes / bytes_per_s)
