"""Expect: ex=WRONG prop=WRONG err=PASSED

Begins with an empty message.
"""

right_pack_messages = pack_messages


def pack_messages(sizes, max_bytes):
    value = right_pack_messages(sizes, max_bytes)
    return [[], *value]
