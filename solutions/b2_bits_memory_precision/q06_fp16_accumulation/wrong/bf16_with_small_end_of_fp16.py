"""Expect: ex=WRONG prop=WRONG err=PASSED

BF16 has 8 bits and its large exponents, but the subnormal numbers begin where those of FP16 do.
"""

FORMATS["bf16"] = (8, -14, 127)
