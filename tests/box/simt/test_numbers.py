"""Numbers as on the device: 32 bits overflow, a value has to fit its array, bits are counted."""

from __future__ import annotations

import pytest

from tests.box.simt.device import Device, ramp, zeros


def test_an_index_that_overflowed_says_where(device: Device) -> None:
    body = """
    i = int32(cuda.grid(1) + 70000)
    j = i * i
    out[0] = a[j]
    """
    fault = device.run(body, 1, 1, zeros(1), zeros(8)).fault
    assert fault["kind"] == "index"
    assert fault["texts"] == (
        "a[605032704]",
        "(8,)",
        "outside",
        "cell 1, line 4, in kernel: j = i * i",
    )


def test_it_is_the_overflow_of_this_thread(device: Device) -> None:
    body = """
    if cuda.threadIdx.x == 0:
        j = np.int32(2**30) * np.int32(4)
    else:
        out[np.int32(9)] = 1
    """
    assert device.run(body, 1, 2, zeros(1)).fault["texts"][3] == ""


def test_an_overflow_by_an_atomic_is_the_callers(device: Device) -> None:
    body = """
    cuda.atomic.add(out, 0, np.int32(2**31 - 1))
    a[out[0]] = 1
    """
    fault = device.run(body, 1, 1, zeros(1, dtype="int32") + 9, zeros(4)).fault
    assert fault["texts"][2] == "negative"
    assert fault["texts"][3].startswith("cell 1, line 3, in kernel: cuda.atomic.add")


def test_an_overflow_without_an_index_is_nothing(device: Device) -> None:
    body = "out[0] = np.int32(2**30) * np.int32(2)"
    assert device.run(body, 1, 1, zeros(1, dtype=int)).after[0].tolist() == [-(2**31)]


@pytest.mark.parametrize(
    ("dtype", "value", "text"),
    [
        ("int32", "2**31", "Python integer 2147483648 out of bounds for int32"),
        ("uint8", "256", "Python integer 256 out of bounds for uint8"),
        ("uint32", "-1", "Python integer -1 out of bounds for uint32"),
    ],
)
def test_a_value_that_its_array_cannot_hold(
    device: Device, dtype: str, value: str, text: str
) -> None:
    fault = device.run(f"\nout[0] = {value}", 1, 1, zeros(1, dtype=dtype)).fault
    assert (fault["kind"], fault["texts"]) == ("overflow", (text,))
    assert fault["where"] == f"cell 1, line 3, in kernel: out[0] = {value}"
    assert fault["segment"] == "out[0]"


@pytest.mark.parametrize("call", ["int32(2**31)", "np.int8(200)", "uint32(-1)"])
def test_a_conversion_that_does_not_fit(device: Device, call: str) -> None:
    fault = device.run(f"x = 1\nout[0] = {call}", 1, 1, zeros(1)).fault
    assert fault["kind"] == "overflow"
    assert "out of bounds" in fault["texts"][0]
    assert fault["where"] == f"cell 1, line 4, in kernel: out[0] = {call}"
    assert fault["segment"] == call


def test_numba_types_convert(device: Device) -> None:
    body = """
    out[0] = int32(3.9) + float32(1) / float32(3) - float64(1) / 3
    out[1] = float64(float16(0.1)) + int8(-3) + uint32(7)
    """
    got = device.run(body, 1, 1, zeros(2, dtype=float)).after[0]
    assert got[0] == pytest.approx(3, abs=1e-7)
    assert got[0] != 3
    assert got[1] == pytest.approx(4.0999755859375, abs=1e-12)


def test_a_float_of_32_bits_stays_one(device: Device) -> None:
    body = """
    total = float32(0)
    for i in range(4):
        total += a[i] * a[i]
    out[0] = total == np.float32(16777216.0)
    out[1] = float64(16777216.0) + 1 == 16777217
    """
    big = zeros(4)
    big[:2] = 4096, 1
    assert device.run(body, 1, 1, zeros(2), big).after[0].tolist() == [1, 1]


def test_dividing_elements_by_zero_is_infinite(device: Device) -> None:
    body = "out[0] = a[1] / a[0]\nout[1] = np.exp(a[2] * 1000)"
    assert device.run(body, 1, 1, zeros(2), ramp(3)).after[0].tolist() == [float("inf")] * 2


@pytest.mark.parametrize(
    ("call", "value"),
    [
        ("popc(0b1011)", 3),
        ("popc(-1)", 32),
        ("popc(np.int64(-1))", 64),
        ("clz(1)", 31),
        ("clz(0)", 32),
        ("clz(np.int64(1))", 63),
        ("ffs(8)", 4),
        ("ffs(0)", 0),
        ("brev(1)", 2**31),
        ("fma(2, 3, 4)", 10),
        ("cbrt(27.0)", 3),
        ("selp(True, 1, 2)", 1),
        ("selp(0, 1, 2)", 2),
    ],
)
def test_operations_on_bits_and_numbers(device: Device, call: str, value: float) -> None:
    assert device.run(f"out[0] = cuda.{call}", 1, 1, zeros(1, dtype=float)).after[0][0] == value
