"""Expect: ex=PASSED prop=PASSED err=WRONG trace=PASSED

Uses assert: that raises AssertionError, not ValueError.
"""


def _demand_flat(a, b, c, M, N, K):
    assert min(M, N, K) >= 0
    assert (a.size, b.size, c.size) == (M * K, K * N, M * N)


def _demand_layer(x, weight, bias):
    assert x.shape[1] == weight.shape[1]
    assert bias is None or bias.shape == weight.shape[:1]
