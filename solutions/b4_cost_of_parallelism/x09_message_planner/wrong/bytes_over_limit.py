"""Expect: ex=WRONG prop=WRONG err=PASSED

Cuts the row into the bytes over the limit, rounded up, messages of as many items.
"""

right_pack_messages = pack_messages


def pack_messages(sizes, max_bytes):
    right_pack_messages(sizes, max_bytes)
    if not sizes:
        return []
    count = -(-sum(sizes) // max_bytes)
    each = -(-len(sizes) // count)
    return [list(range(at, min(at + each, len(sizes)))) for at in range(0, len(sizes), each)]
