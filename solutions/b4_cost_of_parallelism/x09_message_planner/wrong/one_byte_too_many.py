"""Expect: ex=WRONG prop=WRONG err=PASSED

A message may exceed the limit by a byte.
"""

right_pack_messages = pack_messages


def pack_messages(sizes, max_bytes):
    right_pack_messages(sizes, max_bytes)
    groups, room = [], 0
    for item, size in enumerate(sizes):
        if not groups or size > room + 1:
            groups.append([])
            room = max_bytes
        groups[-1].append(item)
        room -= size
    return groups
