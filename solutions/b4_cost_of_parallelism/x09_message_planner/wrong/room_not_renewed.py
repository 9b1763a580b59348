"""Expect: ex=WRONG prop=WRONG err=PASSED

The new message starts with the room that was left over.
"""

right_pack_messages = pack_messages


def pack_messages(sizes, max_bytes):
    right_pack_messages(sizes, max_bytes)
    groups, used = [[]] if sizes else [], 0
    for item, size in enumerate(sizes):
        if used + size > max_bytes:
            groups.append([])
            used = 0
        else:
            used += size
        groups[-1].append(item)
    return groups
