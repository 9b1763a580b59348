"""numba's documented examples give the same numbers, bit by bit, as in numba's own simulator."""

from __future__ import annotations

import os
import runpy
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from grader.box.inside.simt.machine import machine
from tests.box.simt.device import Device, Told, zeros

EXAMPLES = Path(__file__).with_name("examples.py")


@pytest.fixture(scope="module")
def numbas(tmp_path_factory: pytest.TempPathFactory) -> dict[str, np.ndarray]:
    """Return what numba's simulator computes. It is chosen for a whole process."""
    to = tmp_path_factory.mktemp("numba") / "results.npz"
    environment = os.environ | {"NUMBA_ENABLE_CUDASIM": "1"}
    subprocess.run([sys.executable, EXAMPLES, to], env=environment, check=True)
    with np.load(to) as found:
        return dict(found)


@pytest.mark.parametrize("order", [0, -1, 3])
def test_results_are_bit_equal_to_numbas(
    numbas: dict[str, np.ndarray],
    device: Device,
    order: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(machine, "order", order)
    ours = runpy.run_path(str(EXAMPLES))["results"]()
    assert ours.keys() == numbas.keys()
    for name, values in ours.items():
        theirs = numbas[name]
        assert (values.dtype, values.shape) == (theirs.dtype, theirs.shape), name
        assert values.tobytes() == theirs.tobytes(), name


def test_and_what_they_should_be(numbas: dict[str, np.ndarray]) -> None:
    wanted = np.arange(115).reshape(5, 23) @ (np.ones((23, 7)) + np.arange(7))
    assert np.array_equal(numbas["products: tiled, not square"], wanted)
    assert np.array_equal(numbas["products: as wide as K"], wanted)
    assert not np.array_equal(numbas["products: too few steps"], wanted)
    assert numbas["reductions: sum"][0] == sum(range(256))
    assert numbas["heat: in a block"].sum() == pytest.approx(10000)
    assert numbas["functions: logic"][0] == pytest.approx(-126.79644737231007)


NOT_SIMULATED = {
    "cuda.cg.this_grid": """
        @cuda.jit
        def kernel(M):
            g = cuda.cg.this_grid()
            for row in range(1, M.shape[0]):
                M[row] = M[row - 1] + 1
                g.sync()

        def host(out): kernel[1, 1](out)
        """,
    "cuda.random.create_xoroshiro128p_states": """
        from numba.cuda.random import create_xoroshiro128p_states, xoroshiro128p_uniform_float32

        @cuda.jit
        def kernel(out, states):
            out[0] = xoroshiro128p_uniform_float32(states, 0)

        def host(out): kernel[1, 1](out, create_xoroshiro128p_states(1, seed=42))
        """,
    "cuda.reduce": """
        @cuda.reduce
        def total(a, b):
            return a + b

        def host(out): return total(out)
        """,
    "np.sin of whole arrays": """
        @cuda.jit
        def kernel(out, x):
            np.sin(x, out)

        def host(out): kernel[1, 1](out, np.arange(4, dtype=np.float32))
        """,
    "cuda.declare_device": """
        mul = cuda.declare_device("mul_f32_f32", "float32(float32, float32)")

        @cuda.jit(link=["functions.cu"])
        def kernel(out):
            out[0] = mul(out[0], out[0])

        def host(out): kernel[1, 1](out)
        """,
}


@pytest.mark.parametrize("construct", NOT_SIMULATED)
def test_examples_that_are_not_simulated_say_so(device: Device, construct: str) -> None:
    told: Told = device.cell(NOT_SIMULATED[construct]).call("host", out=zeros(4))
    assert (told.fault["kind"], told.fault["texts"]) == ("unsupported", (construct,))
