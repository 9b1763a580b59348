"""Expect: ex=PASSED prop=PASSED err=WRONG

Items above the limit get a message of their own.
"""


def pack_messages(sizes, max_bytes):
    if max_bytes < 1 or any(size < 1 for size in sizes):
        raise ValueError("range")
    groups, room = [], 0
    for item, size in enumerate(sizes):
        if not groups or size > room:
            groups.append([])
            room = max_bytes
        groups[-1].append(item)
        room -= size
    return groups
