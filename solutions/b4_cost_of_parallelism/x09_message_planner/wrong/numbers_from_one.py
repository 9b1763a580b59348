"""Expect: ex=WRONG prop=WRONG err=PASSED

Numbers start at 1.
"""

right_pack_messages = pack_messages


def pack_messages(sizes, max_bytes):
    right_pack_messages(sizes, max_bytes)
    groups, room = [], 0
    for item, size in enumerate(sizes):
        if size > room:
            groups.append([])
            room = max_bytes
        groups[-1].append(item + 1)
        room -= size
    return groups
