"""Launch configurations and arguments: what a launch takes, and how it says no."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from grader.box.inside.simt import kernels, record
from grader.box.inside.simt.record import MOST_LAUNCHES
from tests.box.simt.device import Device, Told, ramp, zeros

FILL = """
@cuda.jit
def fill(out):
    i = cuda.grid(1)
    if i < out.size:
        out.ravel()[i] = i
"""


@pytest.mark.parametrize(
    ("grid", "block"),
    [
        (1, 1024),
        (1, (1024, 1, 1)),
        (1, (1, 1024)),
        (1, (4, 4, 64)),
        ((1, 1, 3), (2, 2, 2)),
        (np.int64(2), np.int32(3)),
    ],
)
def test_launches_within_the_limits(device: Device, grid: Any, block: Any) -> None:
    told = device.cell(FILL).launch("fill", grid, block, zeros(8))
    assert told.launch.finished
    threads = int(np.prod(grid) * np.prod(block))
    assert len(told.launch.runs) == threads


def test_the_longest_grid_along_y(device: Device) -> None:
    told = device.cell("@cuda.jit\ndef nothing(): pass").launch("nothing", (1, 65535), 1)
    assert len(told.payload["launches"][0]["runs"]) == 65535


@pytest.mark.parametrize(
    ("grid", "block", "texts"),
    [
        (1, 1025, ("block_x", "1025", "1024")),
        (1, (1, 2000), ("block_y", "2000", "1024")),
        (1, (1, 1, 65), ("block_z", "65", "64")),
        (1, (32, 33), ("threads_per_block", "1056", "1024")),
        ((1, 65536), 1, ("grid_y", "65536", "65535")),
        ((1, 1, 65536), 1, ("grid_z", "65536", "65535")),
        (2**31, 1, ("grid_x", "2147483648", "2147483647")),
        (0, 1, ("empty", "grid.x = 0", "1")),
        ((1, 0), 1, ("empty", "grid.y = 0", "1")),
        (1, (0, 4), ("empty", "block.x = 0", "1")),
        (-1, 1, ("empty", "grid.x = -1", "1")),
        (2.0, 1, ("not_integer", "grid = (2.0,)", "")),
        ((1, 2.5), 1, ("not_integer", "grid = (1, 2.5)", "")),
        (1, (8 / 2, 4), ("not_integer", "block = (4.0, 4)", "")),
        ((1, 1, 1, 1), 1, ("dimensions", "grid = (1, 1, 1, 1)", "3")),
    ],
)
def test_launches_beyond_them(
    device: Device, grid: Any, block: Any, texts: tuple[str, str, str]
) -> None:
    told = device.cell(FILL).launch("fill", grid, block, zeros(8))
    assert (told.fault["kind"], told.fault["texts"]) == ("launch", texts)
    assert told.fault["thread"] == (-1, -1, -1)
    assert told.after[0].tolist() == [0] * 8


def host(device: Device, body: str, **arrays: Any) -> Told:
    """Call a host function with this body, in which `fill` is a kernel."""
    device.cell(FILL)
    device.cell(f"def host({', '.join(arrays)}):\n    {body}\n")
    return device.call("host", **arrays)


@pytest.mark.parametrize(
    "body",
    [
        "fill[2, 4](out)",
        "fill[2, 4, 0](out)",
        "fill[2, 4, cuda.stream(), 16](out)",
        "fill[(2,), (4,)](out)",
        "fill.configure(2, 4)(out)",
        "fill.forall(8)(out)",
        "fill.forall(8, tpb=4)(out)",
        "fill.specialize(out)[2, 4](out)",
    ],
)
def test_ways_to_launch(device: Device, body: str) -> None:
    assert host(device, body, out=zeros(8)).after[0].tolist() == [*range(8)]


def test_a_call_without_configuration(device: Device) -> None:
    fault = host(device, "fill(out)", out=zeros(8)).fault
    assert (fault["kind"], fault["texts"][0]) == ("launch", "no_configuration")


@pytest.mark.parametrize("configuration", ["4", "4,", "1, 2, 3, 4, 5"])
def test_a_configuration_is_a_grid_and_a_block(device: Device, configuration: str) -> None:
    with pytest.raises(ValueError, match="grid, block"):
        host(device, f"fill[{configuration}](out)", out=zeros(8))


def test_a_kernel_returns_nothing(device: Device) -> None:
    fault = device.run("out[0] = 1\nreturn out", 1, 1, zeros(1)).fault
    assert (fault["kind"], fault["texts"]) == ("arguments", ("return Vector",))
    assert device.run("out[0] = 1\nreturn None", 1, 1, zeros(1)).launch.finished


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("[1, 2]", "a: list"),
        ("None", "a: NoneType"),
        ("'x'", "a: str"),
        ("(1, [2])", "a[1]: list"),
        ("np.zeros((4, 4))[:, ::2]", "a: not contiguous"),
    ],
)
def test_arguments_that_no_kernel_takes(device: Device, value: str, text: str) -> None:
    device.cell(f"""
        @cuda.jit
        def kernel(a): pass

        def host(): kernel[1, 1]({value})
        """)
    fault = device.call("host").fault
    assert (fault["kind"], fault["texts"]) == ("arguments", (text,))


def test_arguments_that_it_takes(device: Device) -> None:
    device.cell("""
        @cuda.jit
        def kernel(out, whole, part, yes, pair, scalar):
            out[0] = whole + part + yes + pair[0] + pair[1][0] + scalar

        def host(out):
            kernel[1, 1](out, 1, 0.5, True, (2, np.ones(1)), np.float32(4))
        """)
    told = device.call("host", out=zeros(1))
    assert told.after[0].tolist() == [9.5]
    assert [array.name for array in told.launch.arrays] == ["out", "pair[1]"]


def test_the_number_of_arguments(device: Device) -> None:
    with pytest.raises(TypeError, match="takes 1 arguments, 2 were given"):
        host(device, "fill[1, 1](out, out)", out=zeros(8))


def test_the_same_array_twice_is_one_array(device: Device) -> None:
    device.cell("""
        @cuda.jit
        def kernel(out, a):
            i = cuda.grid(1)
            out[i] = a[i] + 1

        def host(x): kernel[1, 4](x, x)
        """)
    told = device.call("host", x=ramp(4))
    assert told.after[0].tolist() == [1, 2, 3, 4]
    assert len(told.launch.arrays) == 1


def test_arrays_that_overlap_are_not_simulated(device: Device) -> None:
    device.cell("""
        @cuda.jit
        def kernel(out, a): pass

        def host(x): kernel[1, 4](x[1:], x[:-1])
        """)
    fault = device.call("host", x=ramp(4)).fault
    assert (fault["kind"], fault["texts"]) == ("unsupported", ("overlapping arguments",))


@pytest.mark.parametrize("order", "CF")
def test_memory_is_described_as_it_lies(device: Device, order: Any) -> None:
    given = np.asarray(ramp(2, 3), order=order)
    told = device.run("out[0] = a[1, 0]\na[0, 2] = 9", 1, 1, zeros(1), given)
    assert told.after[0].tolist() == [3]
    assert told.after[1].tolist() == [[0, 1, 9], [3, 4, 5]]
    strides = told.launch.arrays[1].strides
    assert strides == ((3, 1) if order == "C" else (1, 2))


def test_an_exception_has_the_line_of_the_student(device: Device) -> None:
    body = """
    i = cuda.threadIdx.x
    out[i] = 10 // (2 - i)
    """
    with pytest.raises(ZeroDivisionError) as raised:
        device.run(body, 1, 4, zeros(4))
    last = raised.traceback[-1]
    assert (last.path.name, last.lineno + 1, last.name) == ("cell_1.py", 4, "kernel")
    # The device is ready for the next launch.
    assert device.cell(FILL).launch("fill", 1, 4, zeros(4)).launch.finished


def test_no_kernel_at_all(device: Device) -> None:
    device.cell("def plain(out): out[0] = 1")
    with pytest.raises(TypeError, match=r"@cuda\.jit is missing"):
        device.launch("plain", 1, 1, zeros(1))


def test_a_launch_too_large_to_be_recorded_is_nobodys_mistake(device: Device) -> None:
    fault = device.cell(FILL).launch("fill", 1025, 1024, zeros(8)).fault
    assert (fault["kind"], fault["texts"]) == ("unsupported", ("launches of 1049600 threads",))


def test_so_are_too_many_launches(device: Device) -> None:
    body = f"for _ in range({MOST_LAUNCHES}): fill[1, 1](out)"
    assert len(host(device, body, out=zeros(8)).launches) == MOST_LAUNCHES
    fault = host(device, body + "\n    fill[1, 1](out)", out=zeros(8)).fault
    assert fault["kind"] == "unsupported"
    assert fault["texts"] == (f"more than {MOST_LAUNCHES} launches in one call",)


def test_so_are_too_many_threads_in_several_launches(
    device: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernels, "MOST_THREADS", 16)
    assert len(host(device, "fill[2, 4](out); fill[2, 4](out)", out=zeros(8)).launches) == 2
    fault = host(device, "fill[2, 4](out); fill[3, 3](out)", out=zeros(8)).fault
    assert (fault["kind"], fault["texts"]) == ("unsupported", ("launches of 17 threads",))


@pytest.mark.parametrize("most", ["MOST_EVENTS", "MOST_RUNS"])
def test_a_record_too_long_is_dropped_while_the_threads_run_on(
    device: Device, monkeypatch: pytest.MonkeyPatch, most: str
) -> None:
    monkeypatch.setattr(record, most, 20)
    body = "for _ in range(out[0]): cuda.syncthreads(); out[1] = 7"
    counts = zeros(2, dtype=np.int32)
    counts[0] = 50
    told = device.run(body, 1, 1, counts)
    assert told.fault["kind"] == "unsupported"
    assert "accesses" in told.fault["texts"][0]
    assert told.after[0].tolist() == [50, 7]
    assert len(told.payload["launches"][0]["codes"]) == 0


def test_the_record_of_a_call_has_room_for_all_of_its_launches(
    device: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(record, "MOST_EVENTS", 20)
    body = "fill[1, 8](out)\n    fill[1, 8](out)"
    assert len(host(device, body, out=zeros(8)).launches) == 2
    assert host(device, body + "\n    fill[1, 8](out)", out=zeros(8)).fault["kind"] == "unsupported"


def test_an_exception_goes_before_a_record_too_long(
    device: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(record, "MOST_EVENTS", 20)
    device.cell("""
        @cuda.jit
        def breaks(out):
            for _ in range(30):
                out[0] = 1
            cuda.syncthreads()
            out[0] = 1 // 0
    """)
    with pytest.raises(ZeroDivisionError):
        device.launch("breaks", 1, 1, zeros(8))
    body = "try: breaks[1, 1](out)\n    except ZeroDivisionError: pass"
    assert host(device, body, out=zeros(8)).fault["kind"] == "unsupported"


def test_a_kernel_that_touches_nothing(device: Device) -> None:
    launch = device.run("pass", 2, 3, zeros(1)).launch
    assert len(launch) == 0
    assert len(launch.runs) == 6


def test_inputs_may_be_read_only(device: Device) -> None:
    given = ramp(3)
    given.flags.writeable = False
    device.cell("""
        @cuda.jit
        def copy(out, a):
            out[cuda.grid(1)] = a[cuda.grid(1)]

        def host(out, a): copy[1, 3](out, a)
        """)
    assert device.call("host", out=zeros(3), a=given).after[0].tolist() == [0, 1, 2]


def test_a_write_to_a_read_only_input_is_in_the_record(device: Device) -> None:
    given = ramp(3)
    given.flags.writeable = False
    device.cell("@cuda.jit\ndef kernel(a): a[0] = 5")
    from grader.box.inside.simt import asked

    told = Told(asked.launch(device.names["kernel"], [given], grid=(1,), block=(1,), order=0))
    assert told.launch.is_write.tolist() == [True]
