"""Expect: ex=WRONG prop=WRONG err=PASSED

Returns where messages begin and end instead of the items.
"""

right_pack_messages = pack_messages


def pack_messages(sizes, max_bytes):
    value = right_pack_messages(sizes, max_bytes)
    return [[group[0], group[-1] + 1] for group in value]
