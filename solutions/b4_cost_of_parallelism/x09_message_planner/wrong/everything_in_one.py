"""Expect: ex=WRONG prop=WRONG err=PASSED

Everything in a single message.
"""

right_pack_messages = pack_messages


def pack_messages(sizes, max_bytes):
    right_pack_messages(sizes, max_bytes)
    return [list(range(len(sizes)))] if sizes else []
