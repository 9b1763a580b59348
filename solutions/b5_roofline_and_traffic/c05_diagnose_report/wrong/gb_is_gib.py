"""Expect: ex=WRONG prop=WRONG err=PASSED

Gives binary prefixes the size of decimal ones.
"""

BYTES_PER = {"B": 1} | DECIMAL | dict(zip(BINARY, DECIMAL.values(), strict=True))
