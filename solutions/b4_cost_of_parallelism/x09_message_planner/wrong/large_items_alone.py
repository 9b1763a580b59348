"""Expect: ex=WRONG prop=WRONG err=PASSED

An item of more than half a message travels alone.
"""

right_pack_messages = pack_messages


def pack_messages(sizes, max_bytes):
    right_pack_messages(sizes, max_bytes)
    groups, room = [], 0
    for item, size in enumerate(sizes):
        if size > room or 2 * size > max_bytes:
            groups.append([])
            room = max_bytes
        groups[-1].append(item)
        room = 0 if 2 * size > max_bytes else room - size
    return groups
