"""Expect: ex=WRONG prop=WRONG err=PASSED

Items are sorted by size first.
"""

right_pack_messages = pack_messages


def pack_messages(sizes, max_bytes):
    right_pack_messages(sizes, max_bytes)
    groups, room = [], 0
    for item in sorted(range(len(sizes)), key=lambda item: sizes[item]):
        if sizes[item] > room:
            groups.append([])
            room = max_bytes
        groups[-1].append(item)
        room -= sizes[item]
    return groups
