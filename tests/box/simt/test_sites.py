"""Where accesses and barriers stand: the line, and the very expression, as a report shows them."""

from __future__ import annotations

from typing import Any

from tests.box.simt.device import Device, ramp, zeros


def sites(launch: Any) -> list[tuple[str, str, str]]:
    """Return for each access: read or write, the place in the source, the expression."""
    return [
        (
            "w" if write else "r",
            launch.sites[int(site)].line,
            launch.sites[int(site)].segment,
        )
        for write, site in zip(launch.is_write, launch.site, strict=True)
    ]


def test_two_accesses_in_one_line(device: Device) -> None:
    launch = device.run("out[0] = a[1] * a[0 + 2]", 1, 1, zeros(1), ramp(3)).launch
    assert sites(launch) == [
        ("r", "cell 1, line 3", "a[1]"),
        ("r", "cell 1, line 3", "a[0 + 2]"),
        ("w", "cell 1, line 3", "out[0]"),
    ]
    assert launch.sites[0].where == "cell 1, line 3, in kernel: out[0] = a[1] * a[0 + 2]"


def test_an_augmented_assignment_is_one_expression(device: Device) -> None:
    launch = device.run("out[0] += a[1]", 1, 1, zeros(1), ramp(3)).launch
    assert [(kind, segment) for kind, _, segment in sites(launch)] == [
        ("r", "out[0]"),
        ("r", "a[1]"),
        ("w", "out[0]"),
    ]
    assert launch.site[0] == launch.site[2]


def test_an_expression_over_several_lines(device: Device) -> None:
    body = """
    out[0] = (
        a[1]
        + a[
            2
        ]
    )
    """
    launch = device.run(body, 1, 1, zeros(1), ramp(3)).launch
    assert sites(launch) == [
        ("r", "cell 1, line 4", "a[1]"),
        ("r", "cell 1, line 5", "a["),
        ("w", "cell 1, line 3", "out[0]"),
    ]


def test_every_way_to_an_element_has_its_expression(device: Device) -> None:
    body = """
    x = a[1][2]
    x = a[1, :][0]
    x = a.T[0, 1]
    cuda.atomic.add(out, 0, 1)
    out[:] = a[0, 0]
    for y in a[0]: pass
    """
    launch = device.run(body, 1, 1, zeros(1), ramp(2, 3)).launch
    segments = [segment for _, _, segment in sites(launch)]
    assert segments == [
        "a[1][2]",
        "a[1, :][0]",
        "a.T[0, 1]",
        "cuda.atomic.add(out, 0, 1)",
        "cuda.atomic.add(out, 0, 1)",
        "a[0, 0]",
        "out[:]",
        *["for y in a[0]: pass"] * 3,
    ]


def test_an_access_in_a_device_function_stands_there(device: Device) -> None:
    device.cell("""
        @cuda.jit(device=True)
        def load(array, i):
            return array[i]
        """).cell("""
        @cuda.jit
        def kernel(out, a):
            out[0] = load(a, 2)
        """)
    launch = device.launch("kernel", 1, 1, zeros(1), ramp(3)).launch
    assert [launch.sites[int(i)].where for i in launch.site] == [
        "cell 1, line 3, in load: return array[i]",
        "cell 2, line 3, in kernel: out[0] = load(a, 2)",
    ]


def test_each_kind_of_waiting_has_its_place(device: Device) -> None:
    body = """
    cuda.syncthreads()
    cuda.syncwarp()
    x = cuda.shfl_sync(-1, 1, 0)
    n = cuda.syncthreads_count(
        True
    )
    """
    runs = device.run(body, 1, 1, zeros(1)).launch
    stops = list(zip(runs.runs.stop.tolist(), runs.runs.site.tolist(), strict=True))
    assert [stop for stop, _ in stops] == [1, 2, 3, 1, 0]
    assert [runs.sites[site].segment for _, site in stops[:-1]] == [
        "cuda.syncthreads()",
        "cuda.syncwarp()",
        "cuda.shfl_sync(-1, 1, 0)",
        "cuda.syncthreads_count(",
    ]
    assert stops[-1][1] == -1


def test_lines_in_chinese_are_cut_where_they_should(device: Device) -> None:
    launch = device.run("\n数 = a[1]; out[0] = 数  # 甲乙", 1, 1, zeros(1), ramp(3)).launch
    assert [segment for _, _, segment in sites(launch)] == ["a[1]", "out[0]"]


def test_shared_arrays_are_called_as_the_student_calls_them(device: Device) -> None:
    body = """
    tile = cuda.shared.array(shape=(2, 2),
                             dtype=float32)
    more: object = cuda.shared.array(1, float32)
    one, two = cuda.shared.array(1, float32), cuda.shared.array(2, float32)
    """
    launch = device.run(body, 1, 1, zeros(1)).launch
    assert [array.name for array in launch.arrays] == ["out", "tile", "more", "shared3", "shared4"]
