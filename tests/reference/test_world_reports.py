"""Published figures and reports meet the models: what they say, and whether it can be true.

Only facts and figures are taken; each is named with title and year of its source. A report gives
the time or the rate that was published, and the model its verdict: intensities of textbooks and
vendor guides, consistent runs, cache-resident ones, dense and sparse peaks, PCIe and HBM.
"""

from fractions import Fraction

import pytest

from reference.models import diagnosis, operators, roofline
from tests.reference.literals import quoted

A100_DENSE = 312e12  # NVIDIA GPU Performance Background User's Guide (2023): peak dense FP16
A100_80_BYTES_PER_S = 2039e9  # the same
V100_FLOP_PER_S, V100_BYTES_PER_S = 125e12, 900e9  # NVIDIA V100 data sheet (2020), FP16 tensor
H100_SPARSE, H100_DENSE = 1979e12, 989.5e12  # NVIDIA H100 data sheet (2023): "1/2 without sparsity"
H100_BYTES_PER_S = 3.35e12  # the same
RTX_5090 = {"peak_bw": (1.792, "TB/s"), "peak_flop_per_s": 104.8e12}  # NVIDIA (2025), FP32
PCIE_3_X16, PCIE_4_X16 = 15.754e9, 31.508e9  # PCI-SIG: 16 lanes of 8 and 16 GT/s, 128b/130b, B/s

REPORT = {
    "flop_per_item": 0,
    "synchronised": True,
    "warm": False,
    "cache_bytes": 1,
    "advice": "none",
}


def streaming(n, itemsize, reads, writes, **facts):
    """Return a report that claims the traffic its kernel needs, unless told otherwise."""
    sizes = {"n": n, "itemsize": itemsize, "reads": reads, "writes": writes}
    return REPORT | sizes | {"traffic": (n * itemsize * (reads + writes), "B")} | facts


def intensity(op, dims, itemsize):
    return operators.intensity(*operators.op_cost(op, dims, itemsize))


@pytest.mark.parametrize(
    ("op", "n_bytes", "flop"),
    # The STREAM table of McCalpin, "Sustainable Memory Bandwidth in Current High Performance
    # Computers" (1996): FP64, per iteration. Its triad is an axpy that writes to a third array.
    [("copy", 16, 0), ("scale", 16, 1), ("add", 24, 1), ("axpy", 24, 2)],
)
def test_stream_counts(op, n_bytes, flop):
    assert operators.op_cost(op, {"N": 1}, 8) == (flop, n_bytes)


def test_grokking_gpu_programming_counts():
    # "Grokking GPU Programming" (Manning liveBook, undated), chapters 10 and 12: an increment
    # kernel has 0.125 FLOP/B; 1,024 multiply-adds without reuse are 2,048 FLOP and 8,192 B read.
    increment = operators.elementwise_cost(1, 1, 1, 1, 4)
    assert operators.intensity(*increment) == 0.125
    flop, n_bytes = operators.op_cost("gemm_no_reuse", {"M": 1, "N": 1, "K": 1024}, 4)
    assert (flop, n_bytes) == (2048, 8192 + 4)  # the book leaves out the one result that is written
    assert flop / n_bytes == quoted("0.25")


@pytest.mark.parametrize(
    ("dims", "printed", "limiter"),
    [
        # NVIDIA, "Matrix Multiplication Background User's Guide" (2023), FP16 on a V100.
        ({"M": 8192, "N": 128, "K": 8192}, "124.1", "bandwidth"),
        ({"M": 8192, "N": 8192, "K": 8192}, "2730.7", "compute"),  # printed there as 2730
        # NVIDIA, "GPU Performance Background User's Guide" (2023): linear layers with 4096 outputs
        # and 1024 inputs, batch 512 and batch 1.
        ({"M": 512, "N": 4096, "K": 1024}, "315", "compute"),
        ({"M": 1, "N": 4096, "K": 1024}, "1", "bandwidth"),
    ],
)
def test_layers_of_the_vendor_guides(dims, printed, limiter):
    assert intensity("gemm_ideal", dims, 2) == quoted(printed)
    row = operators.roofline_row("gemm_ideal", dims, 2, V100_FLOP_PER_S, V100_BYTES_PER_S)
    assert row["limiter"] == limiter


def test_relu_of_the_vendor_guide():
    # The same guide: a ReLU in FP16 has 0.25 FLOP/B.
    assert operators.intensity(*operators.elementwise_cost(10**6, 1, 1, 1, 2)) == 0.25


def test_ridges_of_the_vendor_guides():
    # The same guides: 138.9 FLOP/B for a V100.
    assert roofline.ridge_flop_per_byte(V100_FLOP_PER_S, V100_BYTES_PER_S) == quoted("138.9")
    # 108 SMs, 1.41 GHz, 1024 multiply-adds a clock make the dense 312 TFLOP/s of an A100.
    clock_hz, fma_per_clock = 1.41e9, 108 * 1024
    assert clock_hz * fma_per_clock * 2 == quoted("312", 1e12)
    assert roofline.ridge_flop_per_byte(A100_DENSE, A100_80_BYTES_PER_S) == quoted("153.0")


@pytest.mark.parametrize(
    ("kernel", "per_byte", "limiter"),
    [
        # Williams, Waterman, Patterson, "Roofline" (CACM 52(4), 2009): an Opteron X2 with
        # 17.6 GFLOP/s and 15 GB/s. SpMV before and after register blocking; LBMHD with and without
        # write-allocate.
        ("SpMV", 0.17, "bandwidth"),
        ("SpMV, blocked", 0.25, "bandwidth"),
        ("LBMHD", 0.70, "bandwidth"),
        ("LBMHD, no-allocate store", 1.07, "bandwidth"),
        ("far right of the figure", 16.0, "compute"),
    ],
)
def test_kernels_of_the_roofline_paper(kernel, per_byte, limiter):
    found = roofline.bounds(per_byte * 1e9, 1e9, 17.6e9, 15e9)
    assert found["limiter"] == limiter, kernel
    assert found["attainable_flop_per_s"] == pytest.approx(min(17.6e9, per_byte * 15e9))


def test_a_ridge_computed_from_the_sparse_peak():
    # "GPU Programming with Triton" (Manning liveBook, undated) gives roughly 590 FLOP/B for an
    # H100: the FP16 peak with sparsity over the HBM bandwidth. Dense code turns at half of it.
    assert roofline.ridge_flop_per_byte(H100_SPARSE, H100_BYTES_PER_S) == quoted("590.7")
    assert roofline.ridge_flop_per_byte(H100_DENSE, H100_BYTES_PER_S) == quoted("295.4")
    between = roofline.bounds(400e9, 1e9, H100_DENSE, H100_BYTES_PER_S)
    assert between["limiter"] == "compute"
    mistaken = roofline.bounds(400e9, 1e9, H100_SPARSE, H100_BYTES_PER_S)
    assert mistaken["limiter"] == "bandwidth"


@pytest.mark.parametrize(
    ("rate", "of_sparse", "of_dense"),
    [
        # NVIDIA/Megatron-LM issue 1565, "How to calculate MFU based on the flops?" (2025):
        # 420 TFLOP/s in training on an H200, whose tensor peaks are those of an H100.
        (420e12, "0.212", "0.4245"),
        # foundation-model-stack/fms-fsdp issue 89, "Question on 7B H100 MFU" (2024).
        (480e12, "0.243", "0.485"),
    ],
)
def test_utilisation_against_the_wrong_peak(rate, of_sparse, of_dense):
    assert rate / H100_SPARSE == quoted(of_sparse)
    assert rate / H100_DENSE == quoted(of_dense)
    # Both readings are possible, and the advice differs: dense code has only the dense peak.
    readings = [
        roofline.advise(1000, rate, peak, H100_BYTES_PER_S, near=0.4)
        for peak in (H100_SPARSE, H100_DENSE)
    ]
    assert readings == ["raise_utilisation", "more_compute_peak"]


def test_more_than_all_of_the_wrong_card():
    # karpathy/nanoGPT pull request 464, "fix: h100-mfu-calculation" (2024): 104 % MFU on an H100,
    # because the program divides by the 312 TFLOP/s of an A100.
    rate = 1.04 * A100_DENSE
    assert roofline.advise(1000, rate, A100_DENSE, H100_BYTES_PER_S, near=0.3) == (
        "check_measurement"
    )
    assert roofline.advise(1000, rate, H100_DENSE, H100_BYTES_PER_S, near=0.3) == (
        "more_compute_peak"
    )


def test_a_clock_that_does_not_wait():
    # intel/intel-xpu-backend-for-triton issue 470, "tutorial report-out seems not correct" (2024):
    # TFLOP/s of M x N x K products timed on the host. What was timed is the launch.
    published = {
        (2048, 512, 512): 51.177268e12,
        (2048, 1024, 1024): 178.360381e12,
        (2048, 2048, 2048): 637.677823e12,
        (2048, 4096, 4096): 2853.766101e12,
    }
    work = {
        (M, N, K): operators.op_cost("gemm_ideal", {"M": M, "N": N, "K": K}, 2)
        for M, N, K in published
    }
    times_s = [work[size][0] / rate for size, rate in published.items()]
    assert max(times_s) / min(times_s) < 1.3  # for 64 times the work
    # The last is beyond even an H100 with sparsity.
    flop, n_bytes = work[2048, 4096, 4096]
    assert roofline.time_bound_s(flop, n_bytes, H100_SPARSE, H100_BYTES_PER_S) > times_s[-1]


def test_a_fill_faster_than_the_memory():
    # NVIDIA/nvbench issue 270, "Write-only benchmark exceeds 100% bandwidth" (2025), RTX 5090:
    # 2^24 bytes in 8.182 us are printed as 2.050 TB/s and 114.41 %, 2^28 in 158.758 us as 94.35 %.
    bandwidth, _ = RTX_5090["peak_bw"]
    limits = {"flop_per_s": RTX_5090["peak_flop_per_s"], "bytes_per_s": bandwidth * 1e12}
    fill = {"itemsize": 1, "streams": 1, "flop_per_item": 0}
    small, large = fill | {"n": 2**24}, fill | {"n": 2**28}
    rate = roofline.implied_rates(**small, time_s=8.182e-6)["bytes_per_s"]
    # The printed time is rounded as well as the printed rate.
    assert rate == pytest.approx(2.050e12, rel=1e-3)
    assert rate / limits["bytes_per_s"] == quoted("1.144")
    assert not roofline.is_consistent(**small, time_s=8.182e-6, **limits)
    assert roofline.is_consistent(**large, time_s=158.758e-6, **limits)
    share = roofline.min_time_s(**large, **limits) / 158.758e-6
    assert share == quoted("0.944")


def test_a_stream_benchmark_inside_the_cache():
    # RRZE-HPC/gpu-benches issue 6, "Problem about bandwidht test" (2024): with arrays of 2^20
    # doubles, "scale" shows 697 GB/s on an RTX 4060 Ti with 288 GB/s and 32 MiB of L2.
    needed = 2**20 * 8 * 2
    report = streaming(
        *(2**20, 8, 1, 1),
        flop_per_item=1,
        time=(needed / 697e9, "s"),
        peak_bw=(288, "GB/s"),
        peak_flop_per_s=0.34e12,  # FP64 is 1/64 of the 22 TFLOP/s in FP32
        warm=True,
        cache_bytes=32 * 2**20,
    )
    assert diagnosis.diagnose(report) == {"over_bandwidth", "cache_resident"}
    assert diagnosis.next_step(report) == "enlarge_input_or_name_cache"
    # The size that the benchmark comes with, 128 Mi doubles, is far outside.
    default = report | {"n": 2**27, "traffic": (2**27 * 16, "B"), "time": (1, "s")}
    assert "cache_resident" not in diagnosis.diagnose(default)


@pytest.mark.parametrize(
    ("columns", "fits"),
    [(1024, True), (2048, True), (4096, True), (8192, False), (16384, False)],
)
def test_a_norm_inside_and_outside_the_cache(columns, fits):
    # NVIDIA/TileGym pull request 118 (2026): RMSNorm of 4096 rows in FP16 on a GB200 with about
    # 129 MB of L2. Up to 4096 columns the bandwidth comes out up to 1.6 times too large; 8192 is
    # called borderline (1.06 times).
    report = streaming(
        *(4096 * columns, 2, 1, 1),
        time=(1, "s"),
        peak_bw=(8, "TB/s"),
        peak_flop_per_s=80e12,
        warm=True,
        cache_bytes=129 * 10**6,
    )
    assert ("cache_resident" in diagnosis.diagnose(report)) is fits
    flushed = report | {"warm": False}
    assert diagnosis.diagnose(flushed) == set()


@pytest.mark.parametrize(
    ("n", "itemsize", "time_us", "printed_share", "step"),
    [
        # NVIDIA/cccl pull request 9881 (2026), RTX 5090, kernels that read two arrays and write
        # one: bytes, 2^20 items, and 16-byte items, 2^28 of them.
        (2**20, 1, 6.141, "0.286", "raise_utilisation"),
        (2**28, 16, 8192, "0.878", "cut_traffic"),
    ],
)
def test_consistent_runs_near_and_far_from_the_bound(n, itemsize, time_us, printed_share, step):
    report = streaming(n, itemsize, 2, 1, time=(time_us, "us"), **RTX_5090)
    assert diagnosis.diagnose(report) == set()
    assert diagnosis.next_step(report) == step
    used = roofline.effective_bytes_per_s(n * itemsize * 3, time_us * 1e-6)
    assert used / 1.792e12 == quoted(printed_share)


@pytest.mark.parametrize(
    ("streams", "time_s", "printed_gb_per_s"),
    [(3, 8.1658e-05, "77.046"), (2, 6.4427e-05, "65.102"), (2, 0.00012704, "33.015")],
)
def test_counts_of_another_stream_benchmark(streams, time_s, printed_gb_per_s):
    # alpaka-group/alpaka pull request 2420, "fix bablestream benchmark" (2024/25): add, copy,
    # dot of 2^19 FP32 items on an RTX A500 laptop GPU, with 6.2915 and 4.1943 MB of data.
    rates = roofline.implied_rates(2**19, 4, streams, 1, time_s)
    assert rates["bytes"] == quoted({3: "6.2915", 2: "4.1943"}[streams], 1e6)
    # The times have five digits, which is what their quotient is good for.
    assert rates["bytes_per_s"] == pytest.approx(float(printed_gb_per_s) * 1e9, rel=1e-4)


def test_pcie_taken_for_device_memory():
    # NVIDIA/nvbandwidth issue 42 (2025): 512 MiB from host to an A100-SXM4-40GB at 25.13 GB/s. The
    # HBM of this card has 1555 GB/s (NVIDIA data sheet, 2021): the copy is slow only if that is
    # taken for its limit. Against a PCIe 4.0 link of 16 lanes it is a good one.
    transfer = {"n": 512 * 2**20, "itemsize": 1, "streams": 1, "flop_per_item": 0}
    time_s = 512 * 2**20 / 25.13e9
    shares = [
        roofline.min_time_s(**transfer, flop_per_s=A100_DENSE, bytes_per_s=limit) / time_s
        for limit in (1555e9, PCIE_4_X16)
    ]
    assert shares[0] == quoted("0.016")
    assert shares[1] == quoted("0.80")
    # Over a link of the generation before, the same figure could not be.
    limits = {"flop_per_s": A100_DENSE, "bytes_per_s": PCIE_3_X16}
    assert not roofline.is_consistent(**transfer, time_s=time_s, **limits)


def test_device_memory_taken_for_pcie():
    # Output of the CUDA sample bandwidthTest for a GeForce RTX 2060 (Pastebin Fy4S4r7J): device to
    # device 278009.7 MB/s, which counts both directions; its GDDR6 has 336 GB/s (NVIDIA, 2019).
    copy = streaming(
        *(33_554_432, 1, 1, 1),
        time=(2 * 33_554_432 / 278009.7e6, "s"),
        peak_bw=(336, "GB/s"),
        peak_flop_per_s=6.5e12,
        cache_bytes=3 * 2**20,
    )
    assert diagnosis.diagnose(copy) == set()
    assert diagnosis.next_step(copy) == "cut_traffic"
    over_pcie = copy | {"peak_bw": (PCIE_3_X16 / 1e9, "GB/s")}
    assert diagnosis.diagnose(over_pcie) == {"over_bandwidth"}
    assert diagnosis.next_step(over_pcie) == "remeasure"


def test_a_copy_of_which_one_direction_is_counted():
    # NVIDIA/nvbandwidth issue 48 (2025): device_local_copy prints 1.1 TB/s on an H20-3e; a
    # maintainer: that is 1.1 read and 1.1 written, about 2.2 TB/s. Its HBM3e has 4.8 TB/s,
    # but any limit above 2.2 gives the same verdict.
    n_bytes = 512 * 2**20
    report = streaming(
        *(n_bytes, 1, 1, 1),
        traffic=(512, "MiB"),
        time=(n_bytes / 1.1e12, "s"),
        peak_bw=(4.8, "TB/s"),
        peak_flop_per_s=148e12,
    )
    assert diagnosis.diagnose(report) == {"traffic_too_small"}
    assert diagnosis.next_step(report) == "recount_bytes"
    recounted = report | {"traffic": (1, "GiB")}
    assert diagnosis.diagnose(recounted) == set()
    used = roofline.effective_bytes_per_s(2 * n_bytes, n_bytes / 1.1e12)
    assert used == pytest.approx(2.2e12)


def test_a_divisor_of_1024_cubed_under_a_decimal_name():
    # NVIDIA, "CUDA C++ Best Practices Guide" 12.9 (2025), section on effective bandwidth: a copy
    # of 2048 x 2048 floats, (2048² · 4 · 2)/10^9 GB "(or 1024³)". Here is the second under the name
    # of the first. The limit of the V100 is 877 MHz · 4096 bit · 2 = 898 GB/s there.
    bandwidth = Fraction(877 * 10**6 * 4096 * 2, 8)
    assert float(bandwidth) == quoted("898", 1e9)
    needed = 2048 * 2048 * 4 * 2
    report = streaming(
        *(2048 * 2048, 4, 1, 1),
        traffic=(needed / 1024**3, "GB"),
        time=(50, "us"),
        peak_bw=(898, "GB/s"),
        peak_flop_per_s=15.7e12,
    )
    assert diagnosis.diagnose(report) == {"binary_prefix"}
    assert diagnosis.next_step(report) == "fix_units"
    assert diagnosis.diagnose(report | {"traffic": (needed / 10**9, "GB")}) == set()
