"""Expect: ex=PASSED prop=PASSED err=WRONG

Items of 0 bytes are accepted.
"""


def pack_messages(sizes, max_bytes):
    if max_bytes < 1 or any(not 0 <= size <= max_bytes for size in sizes):
        raise ValueError("range")
    groups, room = [], 0
    for item, size in enumerate(sizes):
        if not groups or size > room:
            groups.append([])
            room = max_bytes
        groups[-1].append(item)
        room -= size
    return groups
