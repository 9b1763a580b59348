"""Expect: ex=WRONG prop=WRONG err=PASSED

A message that is exactly full opens an empty one.
"""

right_pack_messages = pack_messages


def pack_messages(sizes, max_bytes):
    value = right_pack_messages(sizes, max_bytes)
    full = bool(value) and sum(sizes[item] for item in value[-1]) == max_bytes
    return [*value, []] if full else value
