"""Expect: ex=WRONG err=WRONG claim=WRONG"""


def room_for(people):
    return "none"


def price(hours):
    return 0
