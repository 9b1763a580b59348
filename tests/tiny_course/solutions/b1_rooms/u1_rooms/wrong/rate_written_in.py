"""Expect: ex=WRONG err=WRONG claim=PASSED"""


def price(hours):
    return 3 * hours
