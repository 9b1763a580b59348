"""`grader time` as a person runs it. Times are only ever shown here, never compared."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from grader.checks.timing import TimingReport
from grader.cli import main

ROOT = Path(__file__).parents[2]
TINY = Path(__file__).parents[1] / "tiny_course"
FIXTURES = ROOT / "solutions/b6_loops_tiles_kernels/c01_gemm_ikj"
QUICK = ("--size", "16", "--rounds", "2", "--machine", "h200", "--trust")


def run(*arguments: str | Path, course: Path = ROOT) -> Result:
    words = [str(a) for a in arguments]
    return CliRunner().invoke(main, ["time", *words, "--course", str(course)])


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A compiled submission of c01, as a plain file."""
    path = tmp_path / "mine.py"
    path.write_text(
        "from numba import njit\n"
        "@njit\n"
        "def gemm_ikj(A, B, C):\n"
        "    C[:, :] = 0\n"
        "    for i in range(A.shape[0]):\n"
        "        for k in range(A.shape[1]):\n"
        "            for j in range(B.shape[1]):\n"
        "                C[i, j] += A[i, k] * B[k, j]\n"
    )
    return path


def test_a_plain_file_is_timed_beside_every_reference(mine: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    result = run("c01", mine, *QUICK, "--json", "--page", page)
    assert result.exit_code == 0, result.output
    report: Any = json.loads(result.stdout)
    assert report["unit"] == "c01_gemm_ikj"
    assert report["work"] == {
        "label": "M = N = K = 16",
        "flop": 8192,
        "moved_bytes": 3072,
        "moved": {"zh": "每个数组各搬一次", "en": "each array moved once"},
    }
    assert [t["name"]["en"] for t in report["timed"]] == [
        "the submission",
        "reference i-j-k",
        "reference i-k-j",
        "reference tiled, T = 32",
    ]
    # Two rounds are too few to say anything, whatever the machine does.
    for compared in report["comparisons"]:
        assert compared["direction"] == "inconclusive"
        assert "timing.few_rounds" in [why["id"] for why in compared["reasons"]]
    assert report["roof"]["machine"].startswith("NVIDIA H200")
    text = page.read_text("utf-8")
    assert "data:image/svg+xml;base64," in text
    assert str(page) in result.stderr


def test_a_fixture_follows_the_solution_and_chinese_is_spoken() -> None:
    """`right/njit_fastmath.py` needs the solution's imports; its name is the file's alone."""
    result = run("c01", FIXTURES / "right/row_views.py", *QUICK, "--lang", "zh")
    assert result.exit_code == 0, result.output
    assert "row_views.py" in result.stdout
    assert "INCONCLUSIVE（无法判断）：只测了 2 轮" in result.stdout
    assert "不影响分数" in result.stdout


def test_a_wrong_submission_is_not_timed() -> None:
    result = run("c01", FIXTURES / "wrong/not_cleared.py", *QUICK)
    assert result.exit_code == 1
    assert "the result of gemm_ikj is wrong, so it is not timed: C[0, 0] should be" in " ".join(
        result.stdout.split()
    )
    assert "median" not in result.stdout


def test_json_of_a_refusal_reads_back(tmp_path: Path) -> None:
    import msgspec

    (tmp_path / "empty.py").write_text("x = 1\n")
    result = run("c01", tmp_path / "empty.py", *QUICK, "--json")
    assert result.exit_code == 1
    report = msgspec.json.decode(result.stdout, type=TimingReport)
    assert report.refused is not None
    assert report.refused.id == "timing.missing"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("q22", "MINE"), "units that can be timed: "),
        (("c99", "MINE"), "no unit named c99"),
        (("c01", "NONE"), "no such file"),
        (("c01", "FOLDER"), "no such file"),
        (("c01", "TEXT"), "neither a notebook"),
        (("c01", "LATIN"), "no Python file in UTF-8"),
        (("c01", "BROKEN"), "cannot be read as a notebook"),
        (("c01", "MINE", "--machine", "nowhere"), "no machine named nowhere"),
        (("c01", "MINE", "--size", "0"), "--size"),
        (("c01", "MINE", "--size", "4097"), "size 4097 is too large"),
        (("c01", "MINE", "--size", str(10**30)), "is too large"),
    ],
    ids=lambda value: value if isinstance(value, str) else "-".join(value[:4]),
)
def test_bad_usage_says_what_to_do(
    arguments: tuple[str, ...], says: str, mine: Path, tmp_path: Path
) -> None:
    (tmp_path / "a.txt").write_text("x = 1")
    (tmp_path / "latin.py").write_bytes("# \xe9".encode("latin-1"))
    (tmp_path / "b.ipynb").write_text("no json")
    places = {
        "MINE": mine,
        "NONE": tmp_path / "none.py",
        "FOLDER": tmp_path,
        "TEXT": tmp_path / "a.txt",
        "LATIN": tmp_path / "latin.py",
        "BROKEN": tmp_path / "b.ipynb",
    }
    quick = ("--trust",) if "--machine" in arguments else QUICK
    size = () if "--size" in arguments else ("--size", "8")
    result = run(*(places.get(a, a) for a in (*quick, *size, *arguments)))
    assert result.exit_code == 2, result.output
    assert says in " ".join(result.stderr.split())
    assert "Traceback" not in result.output


def test_a_course_that_times_nothing_says_so(mine: Path) -> None:
    result = run("u1", mine, course=TINY)
    assert result.exit_code == 2
    assert "does not say how to time anything" in result.stderr


def test_a_page_that_cannot_be_written_is_a_sentence(mine: Path) -> None:
    result = run("c01", mine, *QUICK, "--page", mine / "page.html")
    assert result.exit_code == 2
    assert "cannot be written" in result.stderr


def children(pid: int) -> set[int]:
    """Return every descendant of a process."""
    found = set()
    for task in Path(f"/proc/{pid}/task").iterdir():
        for child in (task / "children").read_text().split():
            found |= {int(child), *children(int(child))}
    return found


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
def test_ctrl_c_ends_it_and_leaves_no_process(mine: Path) -> None:
    """Interrupted while the boxes, most of them frozen, are there."""
    mine.write_text(mine.read_text() + "print('x')\n")
    command = [sys.executable, "-c", INTERRUPTED, "time", "c01", str(mine), *QUICK]
    started = subprocess.Popen(
        [*command[:-1], "--trust", "--rounds", "100000"],
        cwd=ROOT,
        env=os.environ | {"GRADER_LANG": "en"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        # A shell starts what runs in the background with Ctrl-C ignored, these tests for example.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    try:
        assert started.stdout is not None
        assert started.stdout.readline() == "round\n"
        left = children(started.pid)
        assert left
        os.killpg(started.pid, signal.SIGINT)
        _, error = started.communicate(timeout=120)
    finally:
        if started.poll() is None:
            os.killpg(started.pid, signal.SIGKILL)
            started.communicate()
    assert started.returncode == 130
    assert "no times were kept" in error
    assert "Traceback" not in error
    for pid in left:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


INTERRUPTED = """
from grader.engine import contender
turn = contender.Contender.turn
def told(self, round_):
    turn(self, round_)
    if len(self.samples) == 2:
        print("round", flush=True)
contender.Contender.turn = told
from grader.cli import main
main()
"""
"""The command, which says when it is in the midst of its rounds."""
