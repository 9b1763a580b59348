"""Expect: ex=PASSED prop=PASSED err=WRONG

Items are not looked at: large ones make messages too large.
"""


def pack_messages(sizes, max_bytes):
    if max_bytes < 1:
        raise ValueError("max_bytes")
    groups, room = [], 0
    for item, size in enumerate(sizes):
        if not groups or size > room:
            groups.append([])
            room = max_bytes
        groups[-1].append(item)
        room -= size
    return groups
