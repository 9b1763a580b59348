"""Expect: ex=WRONG err=PASSED claim=WRONG"""

_room_for = room_for


def room_for(people):
    return "large" if _room_for(people) == "small" else _room_for(people)
