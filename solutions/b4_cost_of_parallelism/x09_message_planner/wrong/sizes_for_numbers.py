"""Expect: ex=WRONG prop=WRONG err=PASSED

The bytes of the items instead of their numbers.
"""

right_pack_messages = pack_messages


def pack_messages(sizes, max_bytes):
    right_pack_messages(sizes, max_bytes)
    groups, room = [], 0
    for _item, size in enumerate(sizes):
        if size > room:
            groups.append([])
            room = max_bytes
        groups[-1].append(size)
        room -= size
    return groups
