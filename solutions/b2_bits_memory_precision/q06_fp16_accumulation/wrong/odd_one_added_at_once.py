"""Expect: ex=PASSED prop=WRONG err=PASSED

Adds an odd last element to the last pair instead of moving it up.
"""


def add_pairwise(terms, fmt):
    while len(terms) > 1:
        pairs = [fl(terms[i] + terms[i + 1], fmt) for i in range(0, len(terms) - 1, 2)]
        if len(terms) % 2:
            pairs[-1] = fl(pairs[-1] + terms[-1], fmt)
        terms = pairs
    return terms[0] if terms else 0.0
