"""What the course hands to `grader time`: cases, exact results, and rungs that compute them."""

from __future__ import annotations

import subprocess
import sys
from typing import Any
from unittest.mock import patch

import click
import numba  # noqa: F401 - before the patch of sys.modules, which would forget it
import numpy as np
import pytest

from reference import panels, timings
from reference.timings import TIMINGS, Timing

NAMES = sorted(TIMINGS)


def filled(timing: Timing, size: int) -> Any:
    """Return a case whose inputs are small integers and whose outputs are NaN."""
    case = timing.case(size)
    rng = np.random.default_rng(1)
    for name, value in case.kwargs.items():
        if name in case.outputs:
            value[...] = np.nan
        elif isinstance(value, np.ndarray):
            value[...] = rng.integers(-8, 9, value.shape)
            value.flags.writeable = False
    return case


def test_the_units_that_can_be_timed() -> None:
    assert NAMES == [
        "c01_gemm_ikj",
        "c02_gemm_tiled",
        "x07_linear_layer_gemm",
        "x16_fused_operator",
    ]


@pytest.mark.parametrize("name", NAMES)
def test_every_rung_computes_what_is_expected(name: str) -> None:
    timing = TIMINGS[name]
    for rung in timing.rungs:
        space: dict[str, Any] = {}
        # A rung's first cell puts modules of its own in the place of ours.
        with patch.dict(sys.modules):
            for cell in rung.cells:
                exec(cell, space)
        for size in (1, 7, 40):
            case = filled(timing, size)
            expected = timing.expected(case.kwargs)
            assert expected.keys() == set(case.outputs)
            space[rung.entry_point](**case.kwargs)
            for output in case.outputs:
                assert np.array_equal(case.kwargs[output], expected[output])


@pytest.mark.parametrize("name", NAMES)
def test_a_wrong_result_differs_from_the_expected_one(name: str) -> None:
    case = filled(TIMINGS[name], 7)
    first = TIMINGS[name].expected(case.kwargs)
    for value in case.kwargs.values():
        if isinstance(value, np.ndarray) and value.flags.writeable is False:
            value.flags.writeable = True
            value.flat[0] += 1
    second = TIMINGS[name].expected(case.kwargs)
    assert all(not np.array_equal(first[output], second[output]) for output in first)


@pytest.mark.parametrize("name", NAMES)
def test_rungs_and_bytes_are_named_in_both_languages(name: str) -> None:
    timing = TIMINGS[name]
    for text in (timing.moved, *(rung.name for rung in timing.rungs)):
        assert text.keys() == {"zh", "en"}
        assert all(text.values())
    for lang in ("zh", "en"):
        names = [rung.name[lang] for rung in timing.rungs]
        assert len(set(names)) == len(names)


@pytest.mark.parametrize("name", NAMES)
def test_sizes_ascend(name: str) -> None:
    sizes = TIMINGS[name].sizes
    assert list(sizes) == sorted(set(sizes))


def test_the_work_is_counted_by_the_models() -> None:
    product = TIMINGS["c01_gemm_ikj"].case(512)
    assert (product.flop, product.moved_bytes) == (2 * 512**3, 3 * 512**2 * 4)
    tiled = TIMINGS["c02_gemm_tiled"].case(64)
    assert (tiled.kwargs["T"], tiled.label) == (32, "M = N = K = 64, T = 32")
    chain = TIMINGS["x16_fused_operator"].case(10)
    assert (chain.flop, chain.moved_bytes) == (20, 160)


def test_a_rung_runs_where_no_file_of_ours_can_be_seen() -> None:
    """As in a box: a process without the checkout on its path."""
    rung = TIMINGS["x16_fused_operator"].rungs[1]
    check = (
        "import numpy as np\nx, y, w = (np.float32([i, 2, 3]) for i in (1, 4, 7))\n"
        "z = np.empty(3, np.float32)\nrung(x=x, y=y, w=w, z=z)\nprint(z.tolist())\n"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-s", "-c", "\n".join([*rung.cells, check])],
        cwd="/",
        env={"PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == "[35.0, 8.0, 18.0]\n", done.stderr


# --- the roof and the drawing ---------------------------------------------------------------------


def test_a_roof_by_name_and_what_lies_beneath() -> None:
    roof = timings.roof("h200", "fp32", "en")
    assert (roof.flop_per_s, roof.bytes_per_s) == (67e12, 4.8e12)
    under = timings.beneath(roof, 2, 1, 4.8e12)
    assert (under.attainable_flop_per_s, under.limiter, under.share) == (9.6e12, "bandwidth", 0.5)


@pytest.mark.parametrize(
    ("lang", "said"), [("zh", "错误：没有名为"), ("en", "Error: there is no machine named")]
)
def test_an_unknown_machine_is_a_sentence(lang: str, said: str) -> None:
    with pytest.raises(click.ClickException) as refused:
        timings.roof("nowhere", "fp32", lang)
    assert refused.value.exit_code == 2
    assert refused.value.message.startswith(said)


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_the_drawing_is_svg_and_the_same_every_time(lang: str) -> None:
    pytest.importorskip("matplotlib")
    roof = timings.roof("h200", "fp32", lang)
    first = timings.drawing(roof, 85.3, [("mine", 1e12), ("theirs", 2e12)], lang)
    assert first.startswith(b"<?xml")
    assert b"<script" not in first
    assert timings.drawing(roof, 85.3, [("mine", 1e12), ("theirs", 2e12)], lang) == first


def test_the_plugin_imports_this_only_when_it_is_asked() -> None:
    code = "import sys, reference.panels as p; assert 'numpy' not in sys.modules; p.timing()"
    subprocess.run([sys.executable, "-c", code], check=True)
    assert panels.timing() is timings
