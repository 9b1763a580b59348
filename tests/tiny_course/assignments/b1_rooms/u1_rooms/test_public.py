"""Checks that students run themselves."""

from grader import check, exact


@check("ex", of="room_for")
def test_two_people(student):
    """两个人用小房间。

    Two people take the small room.
    """
    exact(student.call("room_for", people=2), "small")
