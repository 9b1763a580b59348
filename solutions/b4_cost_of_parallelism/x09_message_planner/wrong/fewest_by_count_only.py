"""Expect: ex=WRONG prop=WRONG err=PASSED

Returns how many messages there are.
"""

right_pack_messages = pack_messages


def pack_messages(sizes, max_bytes):
    value = right_pack_messages(sizes, max_bytes)
    return len(value)
