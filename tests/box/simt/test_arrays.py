"""Arrays inside a kernel: elements, rows, slices, types, and the indices that are refused."""

from __future__ import annotations

import numpy as np
import pytest

from tests.box.simt.device import Device, ramp, zeros


def test_rows_slices_and_transposed_views(device: Device) -> None:
    body = """
    row = a[1]
    out[0] = a[1][2] + row[2] + a[1, :][2]
    out[1] = a[:, 2][1]
    out[2] = a.T[2, 1] + a.transpose()[2][1]
    out[3] = a[1, 1:3][0] + a[::2, 0][1] + a[..., 1][0]
    out[4] = a.reshape(12)[6] + a.ravel()[7] + a.reshape((2, 6))[1, 0]
    """
    told = device.run(body, 1, 1, zeros(5), ramp(3, 4))
    assert told.after[0].tolist() == [18, 6, 12, 5 + 8 + 1, 6 + 7 + 6]
    launch = told.launch
    reads = launch.place[(launch.number == 1) & ~launch.is_write]
    assert reads.tolist() == [6, 6, 6, 6, 6, 6, 5, 8, 1, 6, 7, 6]  # elements of the array itself


def test_shapes_and_sizes(device: Device) -> None:
    body = """
    m, n = a.shape
    out[0] = m * n + a.size + a.ndim + len(a) + a.itemsize
    out[1] = a.nbytes + a.strides[0] + a.T.shape[0] + a[1].size + a[:, 1:].shape[1]
    out[2] = len(a[0]) + (a.dtype == np.float32)
    """
    told = device.run(body, 1, 1, zeros(3), ramp(3, 4))
    assert told.after[0].tolist() == [12 + 12 + 2 + 3 + 4, 48 + 16 + 4 + 4 + 3, 5]


def test_assigning_to_rows_and_slices(device: Device) -> None:
    body = """
    out[0] = 7
    out[1, :] = a[0]
    out[2, 1:3] = a[1, 2:]
    out[3][0] = 1
    """
    told = device.run(body, 1, 1, zeros(4, 4), ramp(2, 4))
    want = [[7] * 4, [0, 1, 2, 3], [0, 6, 7, 0], [1, 0, 0, 0]]
    assert told.after[0].tolist() == want
    assert told.launch.finished


def test_arrays_of_no_and_of_three_dimensions(device: Device) -> None:
    body = """
    out[()] = a[1, 0, 2] + a[1][0][2] + a[1, :, 2][0] + a.ndim + out.ndim
    """
    told = device.run(body, 1, 1, np.zeros((), np.float32), ramp(2, 2, 3))
    assert told.after[0].tolist() == 8 * 3 + 3


def test_going_through_an_array(device: Device) -> None:
    body = """
    total = 0.0
    for row in a:
        for value in row:
            total += value
    out[0] = total
    """
    told = device.run(body, 1, 1, zeros(1), ramp(3, 4))
    assert told.after[0].tolist() == [66]
    assert np.count_nonzero(told.launch.number == 1) == 12


@pytest.mark.parametrize(
    "dtype",
    [
        *("float16", "float32", "float64", "bool"),
        *("int8", "int16", "int32", "int64"),
        *("uint8", "uint16", "uint32", "uint64"),
    ],
)
def test_types_of_elements(device: Device, dtype: str) -> None:
    body = "i = cuda.grid(1)\nout[i, 0] = a[i]\nout[i, 1] = a[i] == 0"
    told = device.run(body, 1, 3, zeros(3, 2, dtype=dtype), ramp(3, dtype=dtype))
    assert told.after[0][:, 0].tolist() == ramp(3, dtype=dtype).tolist()
    assert told.launch.arrays[0].before.dtype == dtype


def test_large_integers_come_through(device: Device) -> None:
    big = np.array([2**63 - 1, -(2**63), 2**53 + 1])
    told = device.run("out[cuda.grid(1)] = a[cuda.grid(1)]", 1, 3, zeros(3, dtype=int), big)
    assert told.after[0].tolist() == big.tolist()
    assert told.launch.finished


@pytest.mark.parametrize("dtype", ["complex64", "datetime64[s]", "U3"])
def test_other_types_are_not_simulated(device: Device, dtype: str) -> None:
    fault = device.run("pass", 1, 1, np.zeros(2, dtype)).fault
    assert (fault["kind"], fault["texts"]) == ("unsupported", (f"{np.dtype(dtype)} arrays",))


@pytest.mark.parametrize(
    ("index", "shown", "kind"),
    [
        ("-1, 3", "a[-1, 3]", "negative"),
        ("0, -4", "a[0, -4]", "negative"),
        ("3, 0", "a[3, 0]", "outside"),
        ("2, 4", "a[2, 4]", "outside"),
        ("3", "a[3]", "outside"),
        ("1:2, 4", "a[1:2, 4]", "outside"),
        ("np.int64(3), 0", "a[3, 0]", "outside"),
        ("np.int8(-1), 0", "a[-1, 0]", "negative"),
    ],
)
def test_an_index_out_of_range(device: Device, index: str, shown: str, kind: str) -> None:
    fault = device.run(f"x = 1 + a[{index}]", 2, 3, zeros(1), zeros(3, 4)).fault
    assert fault["kind"] == "index"
    assert fault["texts"] == (shown, "(3, 4)", kind, "")
    assert (fault["kernel"], fault["block"], fault["thread"]) == ("kernel", (0, 0, 0), (0, 0, 0))
    assert fault["where"] == f"cell 1, line 3, in kernel: x = 1 + a[{index}]"
    assert fault["segment"] == f"a[{index}]"


def test_writing_out_of_range_and_in_a_view(device: Device) -> None:
    fault = device.run("out[cuda.grid(1)] = 1", 1, 4, zeros(3)).fault
    assert fault["texts"] == ("out[3]", "(3,)", "outside", "")
    assert fault["thread"] == (3, 0, 0)
    fault = device.run("a[0][4] = 1", 1, 1, zeros(1), zeros(3, 4)).fault
    assert fault["texts"] == ("a[4]", "(4,)", "outside", "")
    fault = device.run("tile = cuda.shared.array(4, int32)\ntile[-1] = 1", 1, 1, zeros(1)).fault
    assert fault["texts"][:3] == ("tile[-1]", "(4,)", "negative")
    fault = device.run("mine = cuda.local.array(4, int32)\nmine[4] = 1", 1, 1, zeros(1)).fault
    assert fault["texts"][:3] == ("mine[4]", "(4,)", "outside")


def test_a_fault_counts_though_the_kernel_catches_it(device: Device) -> None:
    body = """
    try:
        out[5] = 1
    except Exception:
        out[0] = 1
    """
    assert device.run(body, 1, 1, zeros(1)).fault["kind"] == "index"


@pytest.mark.parametrize("index", ["1.0", "cuda.grid(1) / 2", "np.float32(0)", "'0'", "None"])
def test_an_index_is_an_integer(device: Device, index: str) -> None:
    with pytest.raises(TypeError, match="an index is an integer"):
        device.run(f"out[{index}] = 1", 1, 1, zeros(4))
    with pytest.raises(TypeError, match="an index is an integer"):
        device.run(f"out[0] = a[0, {index}]", 1, 1, zeros(4), zeros(4, 4))


def test_too_many_indices(device: Device) -> None:
    with pytest.raises(IndexError, match="out has 1 dimensions, not 2"):
        device.run("out[0, 0] = 1", 1, 1, zeros(4))
    for access in ("a[0, 0, 0]", "a[0, 0, 0] = 1"):
        with pytest.raises(IndexError, match="a has 2 dimensions, not 3"):
            device.run(access, 1, 1, zeros(4), zeros(4, 4))


def test_small_integers_of_numpy_as_indices(device: Device) -> None:
    body = """
    i = b[cuda.grid(1)]
    out[i] = a[i, 299] + a[i][i]
    """
    narrow = np.array([0, 3], np.int8)
    told = device.run(body, 1, 2, zeros(4), ramp(4, 300), narrow)
    assert told.after[0].tolist() == [299, 0, 0, 1199 + 903]


@pytest.mark.parametrize(
    "expression",
    [
        "np.sum(a)",
        "a + 1",
        "np.dot(a[0], a[1])",
        "np.sqrt(a)",
        "a[0] @ a[1]",
        "np.asarray(a)",
        "np.add(a[0], a[1])",
        "np.zeros(4) * a[0]",
        "a[0] * a[1]",
    ],
)
def test_numpy_on_whole_arrays_is_refused(device: Device, expression: str) -> None:
    with pytest.raises(TypeError):
        device.run(f"out[0] = {expression}", 1, 1, zeros(1), ramp(2, 4))


def test_numpy_and_math_on_elements(device: Device) -> None:
    body = """
    out[0] = np.sqrt(a[4]) + math.sqrt(a[9]) + abs(-a[1]) + min(a[2], a[3]) + max(a[2], 5)
    out[1] = math.floor(a[3] / 2) + round(a[2]) + int(a[5])
    """
    told = device.run(body, 1, 1, zeros(2), ramp(10))
    assert told.after[0].tolist() == [2 + 3 + 1 + 2 + 5, 1 + 2 + 5]


def test_an_element_holds_no_row(device: Device) -> None:
    for body in ("out[0] = a[0]", "a[0, 0] = a[1]"):
        with pytest.raises(TypeError, match="an element cannot hold an array"):
            device.run(body, 1, 1, zeros(1), zeros(2, 2))


def test_slices_of_another_shape(device: Device) -> None:
    with pytest.raises(ValueError, match="shapes differ"):
        device.run("a[0, :] = a[:, 0]", 1, 1, zeros(1), zeros(2, 3))


def test_views_are_reshaped_only_in_one_piece(device: Device) -> None:
    with pytest.raises(NotImplementedError, match="contiguous"):
        device.run("a.T.reshape(6)", 1, 1, zeros(1), zeros(2, 3))
    with pytest.raises(ValueError, match="cannot reshape"):
        device.run("a.reshape(5)", 1, 1, zeros(1), zeros(2, 3))
