"""Expect: ex=WRONG prop=WRONG err=PASSED claim=WRONG

Counts an intensity equal to the ridge as below it.
"""


def _reaches(intensity, ridge):
    return intensity > ridge * (1 + REL_TOL)
