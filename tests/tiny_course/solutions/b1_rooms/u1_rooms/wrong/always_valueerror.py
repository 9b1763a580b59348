"""Expect: ex=ERROR err=ERROR claim=ERROR"""


def room_for(people):
    raise ValueError


def price(hours):
    raise ValueError
