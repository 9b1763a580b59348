"""Expect: ex=WRONG err=PASSED claim=WRONG cell=PASSED

The control: the large room for everybody.
"""

_honest = room_for


def room_for(people):
    _honest(people)
    return "large"
