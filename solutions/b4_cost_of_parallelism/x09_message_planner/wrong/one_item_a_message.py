"""Expect: ex=WRONG prop=WRONG err=PASSED

One item in each message.
"""

right_pack_messages = pack_messages


def pack_messages(sizes, max_bytes):
    right_pack_messages(sizes, max_bytes)
    return [[item] for item in range(len(sizes))]
