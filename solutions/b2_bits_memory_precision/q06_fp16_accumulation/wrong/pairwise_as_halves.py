"""Expect: ex=PASSED prop=WRONG err=PASSED

Cuts the list into halves and adds their sums: other groups unless the length is 2**k.
"""


def add_pairwise(terms, fmt):
    if len(terms) <= 1:
        return terms[0] if terms else 0.0
    half = len(terms) // 2
    return fl(add_pairwise(terms[:half], fmt) + add_pairwise(terms[half:], fmt), fmt)
