"""Expect: ex=PASSED err=WRONG claim=PASSED"""


def room_for(people):
    return "small" if people <= 2 else "large" if people <= 10 else "none"
