"""Expect: ex=WRONG prop=WRONG err=PASSED

The last message first.
"""

right_pack_messages = pack_messages


def pack_messages(sizes, max_bytes):
    value = right_pack_messages(sizes, max_bytes)
    return value[::-1]
