"""Expect: ex=WRONG prop=WRONG err=PASSED

Later items fill gaps of earlier messages: fewer messages, out of order.
"""

right_pack_messages = pack_messages


def pack_messages(sizes, max_bytes):
    right_pack_messages(sizes, max_bytes)
    groups, rooms = [], []
    for item, size in enumerate(sizes):
        place = next((at for at, room in enumerate(rooms) if size <= room), None)
        if place is None:
            place = len(groups)
            groups.append([])
            rooms.append(max_bytes)
        groups[place].append(item)
        rooms[place] -= size
    return groups
