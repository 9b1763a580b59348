"""Expect: ex=PASSED prop=PASSED err=PASSED claim=PASSED

Speedup and efficiency by way of flop_rate, a table of counts, the root by exp and log, records cut
down to the seven conditions.
"""


def speedup(t1_s, tp_s):
    return flop_rate(t1_s, tp_s) if t1_s > 0 else flop_rate(-1, tp_s)


def efficiency(t1_s, tp_s, processors):
    if processors < 1:
        raise ValueError("processors must be at least 1")
    # p 个处理器一共花的时间是 p·Tp / together they spend p·Tp
    return speedup(t1_s, processors * tp_s)


def gemm_flop(M, N, K, convention):
    try:
        per_output = {
            "fma2": lambda k: k + k,
            "exact": lambda k: k + max(0, k - 1),
        }[convention]
    except KeyError:
        raise ValueError("unknown convention") from None
    if min(M, N, K) < 0:
        raise ValueError("negative size")
    return M * N * per_output(K)


def flop_rate(flop, seconds):
    if 0 <= flop < math.inf and 0 < seconds < math.inf:
        return flop / seconds
    raise ValueError("flop or seconds out of range")


def weak_scaling_side(side, resource_factor):
    for value in (side, resource_factor):
        if not (value > 0 and math.isfinite(value)):
            raise ValueError("must be positive and finite")
    # 体积 n³ 放大 resource_factor 倍 / the volume grows by resource_factor
    return math.exp(math.log(side) + math.log(resource_factor) / 3)


def comparable(a, b):
    seven = {
        "task",
        "correctness_check",
        "dtype",
        "input_shape",
        "timing_boundary",
        "machine",
        "compiler_flags",
    }

    def written(record):
        return {name: record[name] for name in seven if name in record}

    left, right = map(written, (a, b))
    return len(left) == len(seven) and left == right
