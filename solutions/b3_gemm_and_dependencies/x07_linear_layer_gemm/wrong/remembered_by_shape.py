"""Expect: ex=PASSED prop=WRONG err=PASSED trace=WRONG

Both functions compute a shape once and hand out the same answer ever after.
"""

_known = {}
_multiply, _layer = matmul_flat, linear


def matmul_flat(a, b, c, M, N, K):
    _demand_flat(a, b, c, M, N, K)
    if (M, N, K) not in _known:
        _multiply(a, b, c, M, N, K)
        _known[M, N, K] = c.copy()
    c[:] = _known[M, N, K]


def linear(x, weight, bias=None):
    _demand_layer(x, weight, bias)
    key = x.shape, weight.shape, bias is None
    if key not in _known:
        _known[key] = _layer(x, weight, bias)
    return _known[key]
