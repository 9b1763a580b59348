"""What the functions of this unit may be given: operators with sizes, kernels, machines."""

from hypothesis import strategies as st

VECTOR_OPS = ("copy", "scale", "add", "axpy", "sum", "dot", "add_mul_unfused", "add_mul_fused")
MATRIX_OPS = {
    "outer": ("M", "N"),
    "gemv": ("M", "K"),
    "gemm_ideal": ("M", "N", "K"),
    "gemm_no_reuse": ("M", "N", "K"),
    "gemm_tiled": ("M", "N", "K", "T"),
}
ELEMENTWISE_OPS = ("copy", "scale", "add", "axpy", "add_mul_fused")
# How the time of arithmetic relates to the time of memory: equal but for rounding, or apart by far
# more.
FACTORS_OF_BALANCE = (0.5, 0.99, 1 - 1e-7, 1 - 1e-15, 1, 1 + 1e-15, 1 + 1e-7, 1.01, 2)


def itemsizes():
    """Argument itemsize."""
    return st.sampled_from((1, 2, 4, 8, 16))


def _rates(lowest_exponent, highest_exponent):
    """Two-digit rates, equally often of every magnitude; some int, some float."""
    digits = st.integers(10, 99)
    exponents = st.integers(lowest_exponent - 1, highest_exponent - 1)
    ints = st.builds(lambda d, e: d * 10**e, digits, exponents)
    return st.one_of(ints, ints.map(float))


def limits():
    """Arguments flop_per_s and bytes_per_s, of a CPU core up to a large accelerator."""
    return st.fixed_dictionaries({"flop_per_s": _rates(10, 15), "bytes_per_s": _rates(9, 13)})


def _work(ops, dims):
    return st.fixed_dictionaries({"op": ops, "dims": dims, "itemsize": itemsizes()})


def vectors(least=0):
    """Arguments op, dims and itemsize of an operator on vectors."""
    lengths = st.one_of(st.integers(least, 100), st.integers(least, 10**9))
    return _work(st.sampled_from(VECTOR_OPS), st.fixed_dictionaries({"N": lengths}))


def _sizes(names, largest):
    size = st.integers(1, largest)
    # K may be 0. T is often 1 or larger than the matrix, and often divides nothing.
    special = {"K": st.integers(0, largest), "T": st.integers(1, 2 * largest)}
    return st.fixed_dictionaries({name: special.get(name, size) for name in names})


def matrices(largest=3000):
    """Arguments op, dims and itemsize of an operator on matrices."""
    one_op = [
        _work(st.just(op), st.one_of(_sizes(names, min(largest, 40)), _sizes(names, largest)))
        for op, names in MATRIX_OPS.items()
    ]
    return st.one_of(one_op)


def products():
    """Sizes M, N, K of a matrix product and a T smaller than, equal to or larger than them."""
    return st.one_of(_sizes("MNKT", 12), _sizes("MNKT", 3000))


def small_work():
    """Arguments op, dims and itemsize with sizes that a plain loop can run through."""
    lengths = st.fixed_dictionaries({"N": st.integers(1, 40)})
    one_op = [
        _work(st.just(op), st.fixed_dictionaries(dict.fromkeys(names, st.integers(1, 6))))
        for op, names in MATRIX_OPS.items()
    ]
    return st.one_of(_work(st.sampled_from(VECTOR_OPS), lengths), *one_op)


def any_work():
    """Arguments op, dims and itemsize with something to move."""
    return st.one_of(vectors(least=1), matrices())


def kernels():
    """Arguments of elementwise_cost."""
    return st.fixed_dictionaries(
        {
            "n": st.one_of(st.integers(0, 100), st.integers(0, 10**9)),
            "inputs": st.integers(0, 6),
            "outputs": st.integers(0, 3),
            "flop_per_elem": st.one_of(st.integers(0, 4), st.integers(0, 1000)),
            "itemsize": itemsizes(),
        }
    )


def elementwise_ops():
    """One of the operators that go through their arrays element by element."""
    return st.sampled_from(ELEMENTWISE_OPS)


def lengths():
    """The length of an array."""
    return st.integers(1, 10**9)


def counts():
    """Arguments flop and n_bytes."""
    return st.fixed_dictionaries(
        {
            "flop": st.one_of(st.integers(0, 100), st.integers(0, 10**15)),
            "n_bytes": st.one_of(st.integers(1, 100), st.integers(1, 10**13)),
        }
    )


def scales():
    """A factor by which work and traffic are both multiplied."""
    return st.integers(2, 1000)


def factors_of_balance():
    """How compute_s relates to memory_s."""
    return st.sampled_from(FACTORS_OF_BALANCE)
