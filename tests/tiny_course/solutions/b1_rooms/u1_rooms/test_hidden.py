"""Hidden checks of the rooms unit."""

from assignments.b1_rooms.u1_rooms.inputs import rooms
from grader import check, claims, exact, expects


@check("ex", of="price")
def test_price_follows_the_rate(student):
    """价格随 PRICE_PER_HOUR 改变。

    The price follows PRICE_PER_HOUR.
    """
    exact(student.call("price", hours=2), 6)
    student.set("PRICE_PER_HOUR", 7)
    exact(student.call("price", hours=2), 14)


@check("claim", of="room_for")
@claims(rooms(), answers=("small", "large", "none"))
def test_rooms(scenario):
    """每组人都进最小的够大的房间。

    Every group gets the smallest room that is large enough.
    """
    people = scenario.args["people"]
    return "small" if people <= 2 else "large" if people <= 10 else "none"


@check("err", of="room_for", valid={"people": 1})
def test_nobody(student):
    """没有人时拒绝。

    Nobody is refused.
    """
    for people in (0, -1):
        with expects(ValueError):
            student.call("room_for", people=people)


@check("err", of="price", valid={"hours": 0})
def test_negative_hours(student):
    """负的小时数被拒绝。

    Negative hours are refused.
    """
    with expects(ValueError):
        student.call("price", hours=-1)
