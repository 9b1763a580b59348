"""Expect: ex=PASSED prop=PASSED err=PASSED

Small cases run through loops that note every element; only large ones use formulas.
"""

_by_formula = op_cost


def _product(op, dims):
    """Yield, for each time that nothing is kept in between, the elements touched and the FLOP."""
    M, N, K = (dims[name] for name in "MNK")
    T = {"gemm_ideal": max(M, N), "gemm_no_reuse": 1}.get(op) or dims["T"]
    for i0 in range(0, M, T):
        for j0 in range(0, N, T):
            touched, flop = set(), 0
            for i in range(i0, min(i0 + T, M)):
                for j in range(j0, min(j0 + T, N)):
                    for k in range(K):
                        touched |= {("read A", i, k), ("read B", k, j)}
                        flop += 2
                    touched.add(("write C", i, j))
            yield touched, flop


def _axpy(op, dims):
    touched, flop = set(), 0
    for i in range(dims["N"]):
        touched |= {("read x", i), ("read y", i), ("write y", i)}
        flop += 2
    yield touched, flop


def op_cost(op, dims, itemsize):
    flop, n_bytes = _by_formula(op, dims, itemsize)
    if flop > 5000 or not (op == "axpy" or op.startswith("gemm")):
        return flop, n_bytes
    phases = list((_axpy if op == "axpy" else _product)(op, dims))
    return sum(f for _, f in phases), itemsize * sum(len(touched) for touched, _ in phases)
