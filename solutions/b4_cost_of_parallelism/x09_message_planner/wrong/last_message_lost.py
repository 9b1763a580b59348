"""Expect: ex=WRONG prop=WRONG err=PASSED

A message is put out when it is full; the last one stays behind.
"""

right_pack_messages = pack_messages


def pack_messages(sizes, max_bytes):
    value = right_pack_messages(sizes, max_bytes)
    return value[:-1]
