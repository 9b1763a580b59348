"""What `grader time` may time: for each unit the call, its exact result, its work, its rungs.

`panels.timing` hands this module out; the grader, which knows no course, uses `TIMINGS`, `roof` and
`drawing` and imports nothing of ours. It runs in the keeper only. A rung becomes a submission like
any other: the sources of our kernels, run in a box of its own, so that both sides of a ratio were
compiled and called in the same way. Units are registered by name; one that a course does not have
harms nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from io import BytesIO
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from reference.models import gemm
from reference.models.traffic import gemm_traffic_bytes
from reference.panels import PanelError

if TYPE_CHECKING:
    from reference.roofs import Comparison, Roof

Text = Mapping[str, str]
"""Language -> text."""
TILE = 32
"""T of the tiled product: three tiles of 4 KiB, together in any first cache."""
PACKAGE = ("reference", "reference.kernels", "reference.kernels.cpu")
LOADER = """\
import sys, types
for name, source in {sources!r}.items():
    sys.modules[name] = module = types.ModuleType(name)
    module.__path__ = []
    exec(compile(source, f"<{{name}}>", "exec", dont_inherit=True), vars(module))
"""


@dataclass(frozen=True)
class Rung:
    """One reference: cells that define `entry_point`, with the arguments of the unit's."""

    name: Text
    cells: tuple[str, ...]
    entry_point: str = "rung"


@dataclass(frozen=True)
class Case:
    """One call: its arguments and what it has to do."""

    label: str
    kwargs: Mapping[str, Any]
    outputs: tuple[str, ...]
    flop: int
    moved_bytes: int


@dataclass(frozen=True)
class Timing:
    """How one unit is timed."""

    entry_point: str
    sizes: tuple[int, ...]
    """From one that interpreted loops finish in tenths of a second up to the usual one."""
    case: Callable[[int], Case]
    """The call of a size >= 1."""
    expected: Callable[[Mapping[str, Any]], Mapping[str, Any]]
    """The exact outputs, for inputs that are small integers."""
    rungs: tuple[Rung, ...]
    moved: Text
    """What `Case.moved_bytes` counts."""
    format: str = "fp32"


ONCE: Text = {"zh": "每个数组各搬一次", "en": "each array moved once"}


def roof(machine: str, format: str, lang: str) -> Roof:
    """Return the roof of a machine by name, file or `this`; `PanelError` if there is none."""
    from reference.roofline_panel import Refusal, look_up

    try:
        return look_up(machine, format, None, sparse=False)
    except Refusal as refusal:
        _refuse(refusal.text(lang), lang)


def beneath(roof: Roof, flop: int, moved_bytes: int, flop_per_s: float) -> Comparison:
    """Return what bounds a computation on a machine, and how near to that a rate is."""
    from reference.roofs import Point, compare

    return compare(roof, Point("", flop / moved_bytes, flop_per_s))


def check_drawing(lang: str) -> None:
    """Refuse, before anything is measured, if nothing can be drawn here."""
    if find_spec("matplotlib") is None:
        from reference.roofline_panel import say

        _refuse(say("error.no_matplotlib", lang), lang)


def drawing(roof: Roof, intensity: float, rates: Sequence[tuple[str, float]], lang: str) -> bytes:
    """Return the roofline with a point for each name and FLOP/s, as SVG."""
    check_drawing(lang)
    import matplotlib as mpl

    from reference.plots.roofline import draw_roofline
    from reference.roofs import Point

    points = [Point(name, intensity, rate) for name, rate in rates]
    out = BytesIO()
    with mpl.rc_context({"svg.hashsalt": "roofline"}):
        draw_roofline([roof], points, lang).savefig(out, format="svg", metadata={"Date": None})
    return out.getvalue()


def _refuse(detail: str, lang: str) -> NoReturn:
    from reference.roofline_panel import say

    raise PanelError(say("error", lang, detail=detail))


# --- cases ----------------------------------------------------------------------------------------


def _product(N: int, **more: Any) -> Case:
    A, B, C = (np.zeros((N, N), np.float32) for _ in range(3))
    label = f"M = N = K = {N}" + "".join(f", {name} = {value}" for name, value in more.items())
    return Case(label, {"A": A, "B": B, "C": C, **more}, ("C",), *_gemm_work(N))


def _flat_product(N: int) -> Case:
    a, b, c = (np.zeros(N * N, np.float32) for _ in range(3))
    kwargs = {"a": a, "b": b, "c": c, "M": N, "N": N, "K": N}
    return Case(f"M = N = K = {N}", kwargs, ("c",), *_gemm_work(N))


def _chain(n: int) -> Case:
    x, y, w, z = (np.zeros(n, np.float32) for _ in range(4))
    return Case(f"n = {n}", {"x": x, "y": y, "w": w, "z": z}, ("z",), 2 * n, 4 * n * 4)


def _gemm_work(N: int) -> tuple[int, int]:
    return 2 * N**3, gemm_traffic_bytes(N, N, N, 4, "ideal")


def _flat_expected(given: Mapping[str, Any]) -> Mapping[str, Any]:
    M, N, K = given["M"], given["N"], given["K"]
    return {"c": gemm.product(given["a"].reshape(M, K), given["b"].reshape(K, N)).reshape(-1)}


# --- rungs ----------------------------------------------------------------------------------------


def _rung(zh: str, en: str, module: str, function: str, code: str) -> Rung:
    """Return a rung that imports `function` of one of our kernels and defines `rung` with it."""
    imported = f"from reference.kernels.cpu.{module} import {function}\n"
    return Rung({"zh": zh, "en": en}, (_loader(module), imported + code))


def _loader(module: str) -> str:
    """Return a cell that makes one of our kernels importable where no file of ours can be seen."""
    names = [*PACKAGE, *(f"{PACKAGE[-1]}.{name}" for name in (*NEEDS.get(module, ()), module))]
    return LOADER.format(sources={name: _source(name) for name in names})


def _source(name: str) -> str:
    spec = find_spec(name)
    assert spec is not None
    assert spec.origin is not None
    with open(spec.origin, encoding="utf-8") as file:
        return file.read()


NEEDS = {"fused": ("triad",)}
"""Kernels that a kernel imports."""
FLAT = "def rung(a, b, c, M, N, K):\n    gemm(a.reshape(M, K), b.reshape(K, N), c.reshape(M, N))\n"
NAIVE = ("i-j-k 参考", "reference i-j-k", "gemm_1_naive", "gemm")
IKJ = ("i-k-j 参考", "reference i-k-j", "gemm_2_ikj", "gemm")
TILED = (f"分块参考 T = {TILE}", f"reference tiled, T = {TILE}", "gemm_3_tiled", "gemm")
PLAIN = "def rung(A, B, C, T=None):\n    gemm(A, B, C)\n"

TIMINGS: dict[str, Timing] = {
    "c01_gemm_ikj": Timing(
        entry_point="gemm_ikj",
        sizes=(64, 128, 256, 512),
        case=_product,
        expected=lambda given: {"C": gemm.product(given["A"], given["B"])},
        rungs=(
            _rung(*NAIVE, PLAIN),
            _rung(*IKJ, PLAIN),
            _rung(*TILED, f"def rung(A, B, C):\n    gemm(A, B, C, {TILE})\n"),
        ),
        moved=ONCE,
    ),
    "c02_gemm_tiled": Timing(
        entry_point="gemm_tiled",
        sizes=(64, 128, 256, 512),
        case=lambda N: _product(N, T=TILE),
        expected=lambda given: {"C": gemm.product(given["A"], given["B"])},
        rungs=(
            _rung(*NAIVE, PLAIN),
            _rung(*IKJ, PLAIN),
            _rung(*TILED, "def rung(A, B, C, T):\n    gemm(A, B, C, T)\n"),
        ),
        moved=ONCE,
    ),
    "x07_linear_layer_gemm": Timing(
        entry_point="matmul_flat",
        sizes=(64, 128, 256, 512),
        case=_flat_product,
        expected=_flat_expected,
        rungs=(_rung(*NAIVE, FLAT), _rung(*IKJ, FLAT)),
        moved=ONCE,
    ),
    "x16_fused_operator": Timing(
        entry_point="fused_add_mul",
        sizes=(2**12, 2**16, 2**20, 2**22),
        case=_chain,
        expected=lambda given: {"z": (given["x"] + given["y"]) * given["w"]},
        rungs=(
            _rung(
                "融合参考",
                "reference fused",
                "fused",
                "fused_add_mul",
                "def rung(x, y, w, z):\n    fused_add_mul(x, y, w, z)\n",
            ),
            _rung(
                "两遍参考",
                "reference in two passes",
                "fused",
                "unfused_add_mul",
                "import numpy as np\nu = np.empty(0, np.float32)\n"
                "def rung(x, y, w, z):\n    global u\n"
                "    if len(u) != len(z):\n        u = np.empty_like(z)\n"
                "    unfused_add_mul(x, y, w, u, z)\n",
            ),
        ),
        moved=ONCE,
    ),
}
