"""The host's side: arrays in the memory of the device, copies, streams and events."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.box.simt.device import Device, Told, ramp, zeros

DOUBLE = """
@cuda.jit
def double(a):
    i = cuda.grid(1)
    if i < a.shape[0]:
        a[i] *= 2
"""


def host(device: Device, body: str, **arrays: Any) -> Told:
    lines = "\n".join(f"    {line}" for line in body.strip().splitlines())
    device.cell(DOUBLE)
    device.cell(f"def host({', '.join(arrays)}):\n{lines}\n")
    return device.call("host", **arrays)


def test_a_copy_on_the_device_is_another_array(device: Device) -> None:
    told = host(
        device, "d = cuda.to_device(a)\ndouble[1, 4](d)\nreturn d.copy_to_host()", a=ramp(4)
    )
    assert told.value.tolist() == [0, 2, 4, 6]
    assert told.after[0].tolist() == [0, 1, 2, 3]


def test_an_array_of_the_host_is_copied_back(device: Device) -> None:
    assert host(device, "double[1, 4](a)", a=ramp(4)).after[0].tolist() == [0, 2, 4, 6]


@pytest.mark.parametrize(
    "made",
    [
        "cuda.device_array(4, np.float32)",
        "cuda.device_array((4,), dtype=float32)",
        "cuda.device_array_like(a)",
        "cuda.device_array_like(cuda.to_device(a))",
        "cuda.mapped_array(4, np.float32)",
    ],
)
def test_memory_that_nobody_wrote(device: Device, made: str) -> None:
    value = host(device, f"return {made}.copy_to_host()", a=ramp(4)).value
    assert value.shape == (4,)
    assert value.dtype == np.float32
    assert np.isnan(value).all()


def test_pinned_memory_is_the_hosts(device: Device) -> None:
    body = """
one = cuda.pinned_array(4, np.int32)
two = cuda.pinned_array_like(a)
with cuda.pinned(a):
    return one, two
"""
    one, two = host(device, body, a=ramp(4)).value
    assert one.tolist() == [0x5A5A5A5A] * 4
    assert np.isnan(two).all()


def test_what_the_host_can_ask_of_an_array_on_the_device(device: Device) -> None:
    body = """
d = cuda.to_device(a)
d[0, 0] = 9
return (d.shape, d.dtype.name, d.size, d.ndim, d.nbytes, d.strides, len(d),
        d.is_c_contiguous(), d.is_f_contiguous(), cuda.is_cuda_array(d), cuda.is_cuda_array(a),
        float(d[0, 0]), d[1].copy_to_host(), d.T.copy_to_host(), d.reshape(3, 2).copy_to_host(),
        d.ravel().copy_to_host(), np.asarray(d) + 1, cuda.as_cuda_array(d).shape, d.T.strides)
"""
    value = host(device, body, a=ramp(2, 3)).value
    assert value[:7] == ((2, 3), "float32", 6, 2, 24, (12, 4), 2)
    assert value[7:12] == (True, False, True, False, 9)
    assert value[12].tolist() == [3, 4, 5]
    assert value[13].tolist() == [[9, 3], [1, 4], [2, 5]]
    assert value[14].tolist() == [[9, 1], [2, 3], [4, 5]]
    assert value[15].tolist() == [9, 1, 2, 3, 4, 5]
    assert value[16].tolist() == [[10, 2, 3], [4, 5, 6]]
    assert value[17:] == ((2, 3), (8, 4))


def test_part_of_an_array_on_the_device_is_an_argument(device: Device) -> None:
    body = """
d = cuda.to_device(a)
double[1, 2](d[2:])
double[1, 2](d[::4])
double[1, 4](d.reshape(2, 2)[:, 1])
return d.copy_to_host()
"""
    told = host(device, body, a=ramp(4))
    assert told.value.tolist() == [0, 2, 4, 12]
    assert [launch.arrays[0].strides for launch in told.launches] == [(1,), (4,), (2,)]


def test_copies_between_arrays_that_are_there(device: Device) -> None:
    body = """
d = cuda.device_array_like(a)
d.copy_to_device(a)
e = cuda.device_array_like(d)
e.copy_to_device(d)
e.copy_to_host(b)
f = cuda.to_device(a + 1, to=cuda.device_array_like(a))
return f.copy_to_host()
"""
    told = host(device, body, a=ramp(4), b=zeros(4))
    assert told.after[1].tolist() == [0, 1, 2, 3]
    assert told.value.tolist() == [1, 2, 3, 4]


def test_copies_of_another_shape_or_type_are_refused(device: Device) -> None:
    for other in ("np.zeros(3, np.float32)", "np.zeros(4)"):
        with pytest.raises(ValueError, match="incompatible arrays"):
            host(device, f"cuda.to_device(a).copy_to_host({other})", a=ramp(4))
    with pytest.raises(ValueError, match="non-contiguous"):
        host(device, "cuda.to_device(a[::2])", a=ramp(4))
    with pytest.raises(TypeError, match="cuda array interface"):
        host(device, "cuda.as_cuda_array(a)", a=ramp(4))


def test_streams_events_and_the_device(device: Device) -> None:
    body = """
stream = cuda.stream()
start, end = cuda.event(), cuda.event(timing=True)
with stream.auto_synchronize():
    d = cuda.to_device(a, stream=stream)
    start.record(stream)
    double[1, 4, stream](d)
    end.record(stream)
    d.copy_to_host(a, stream=stream)
stream.synchronize(); end.synchronize(); end.wait(); cuda.synchronize()
milliseconds = start.elapsed_time(end)
gpu = cuda.get_current_device()
with cuda.gpus[0], cuda.defer_cleanup():
    free, total = cuda.current_context().get_memory_info()
return (milliseconds > 0, end.query(), gpu.MAX_THREADS_PER_BLOCK, gpu.WARP_SIZE, len(cuda.gpus),
        free <= total, cuda.detect(), isinstance(gpu.name, bytes), cuda.select_device(0).id)
"""
    told = host(device, body, a=ramp(4))
    assert told.value == (True, True, 1024, 32, 1, True, True, True, 0)
    assert told.after[0].tolist() == [0, 2, 4, 6]


def test_launches_are_recorded_in_order(device: Device) -> None:
    body = "d = cuda.to_device(a)\nfor n in (1, 2, 3): double[n, 4](d)\nreturn d.copy_to_host()"
    told = host(device, body, a=ramp(4))
    assert [launch.grid for launch in told.launches] == [(1, 1, 1), (2, 1, 1), (3, 1, 1)]
    assert told.value.tolist() == [0, 8, 16, 24]
    second = told.launches[1].arrays[0]
    assert second.before.tolist() == [0, 2, 4, 6]


def test_nothing_is_recorded_between_calls(device: Device) -> None:
    device.cell(DOUBLE).cell("x = np.ones(4, np.float32); double[1, 4](x); y = x.sum()")
    assert device.names["y"] == 8
