"""Expect: ex=WRONG prop=WRONG err=PASSED

A message holds two items at most.
"""

right_pack_messages = pack_messages


def pack_messages(sizes, max_bytes):
    right_pack_messages(sizes, max_bytes)
    groups, room = [], 0
    for item, size in enumerate(sizes):
        if size > room or len(groups[-1]) == 2:
            groups.append([])
            room = max_bytes
        groups[-1].append(item)
        room -= size
    return groups
