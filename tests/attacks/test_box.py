"""Tries to get out of a box, to answer without answering, to stay. Each file of `box/` is one try.

A file comes as a cell behind the solution of `u1_rooms` and the tools of `inside_box.py`. The first
line of its docstring says what comes of it, exactly: the verdict of each key, and of the cell. What
gets through says so in its output. Each is judged on rung A and on rung B by whoever runs the
suite; where that is root, `./dev long` repeats them all as an ordinary user
(`tests/box/test_ordinary_user.py`).
"""

from __future__ import annotations

import ast
import platform
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from grader.box import BoxDied, Returned, Rung
from grader.box.walls import machines, seccomp
from grader.course import Course
from grader.outcome import Status
from tests.attacks import inside_box
from tests.attacks.conftest import Arena, Came
from tests.attacks.inside_box import THROUGH, World

FOLDER = Path(__file__).parent / "box"
FILES = sorted(FOLDER.glob("*.py"))
LIMITS = {"cpu_s": 0.15, "cell_cpu_s": 4, "unit_cpu_s": 20, "memory_mb": 256}
SMALL = {"disk_mb": 4, "output_kb": 64, "threads": 16}

SOLVED, TOOLS, ATTACK = range(3)
"""The cells of a submission."""
ANSWERS = re.compile(r"^(def room_for|def price|price = )", re.MULTILINE)
SAFE_WITHOUT_WALLS = ("proc", "network", "gradebook_row", "pidfd")
"""What leaves nothing on a machine that does not stop it."""

pytestmark = pytest.mark.skipif(
    platform.machine() != "x86_64", reason="the attacks know the calls of x86-64 by their numbers"
)


def announced(source: str) -> str:
    return str(ast.get_docstring(ast.parse(source))).partition("\n")[0]


def judged(arena: Arena, world: World, source: str, *, alike: bool = True) -> Came:
    """Judge a submission with this attack by scripts, and live too if it has answers."""
    more = {
        "zygote": arena.zygote._host._program.pid,
        "memory_bytes": int(LIMITS["memory_mb"]) << 20,
        "disk_bytes": SMALL["disk_mb"] << 20,
    }
    cells = (arena.solution(), world.cell(**more), source)
    # A cell runs in the same way in both; what a call does may depend on who else is called.
    live = bool(ANSWERS.search(source))
    return arena.judge(*cells, alike=alike, live=live, **LIMITS, **SMALL)


def verdicts(came: Came) -> str:
    cells = {note.cell: note.status for note in came.judged.result.cells}
    said = [f"{key.key}={key.status}" for key in came.judged.result.keys]
    return " ".join(["Expect:", *said, f"cell={cells.get(ATTACK, Status.PASSED)}"])


def children(pid: int) -> set[int]:
    """Return the processes that descend from `pid`, in whatever namespace."""
    parents: dict[int, int] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            text = path.read_text("utf-8", "replace")
        except OSError:
            continue
        parents[int(path.parent.name)] = int(text.rpartition(")")[2].split()[1])
    found, grown = {pid}, True
    while grown:
        more = {child for child, parent in parents.items() if parent in found} - found
        found |= more
        grown = bool(more)
    return found


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    with inside_box.stage() as built:
        yield built


def next_student(arena: Arena) -> bytes:
    """Return the record of the honest submission, which earns everything, of whoever comes next."""
    came = arena.judge(arena.solution(), **LIMITS, **SMALL)
    assert came.points == {"ex": "1", "claim": "2", "err": "1"}
    return msgspec.json.encode(came.judged.result)


@pytest.fixture(scope="module")
def honest_record() -> dict[Rung, bytes]:
    """The records of the honest submission, by rung: what it comes to before any attack."""
    return {}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_nothing_is_gained(
    each_arena: Arena, world: World, honest_record: dict[Rung, bytes], path: Path
) -> None:
    """The verdicts are the announced ones; nothing was reached, changed, left or stopped."""

    rung = each_arena.rung
    if rung not in honest_record:
        honest_record[rung] = next_student(each_arena)
    zygote = each_arena.zygote._host._program.pid
    before, processes = world.state, children(zygote)
    source = path.read_text("utf-8")
    want = announced(source)
    came = judged(each_arena, world, source, alike="TIME_LIMIT" not in want)
    assert verdicts(came) == want
    assert THROUGH not in came.judged.result.output
    assert came.judged.log == ""
    assert world.state == before
    assert world.silent()
    assert children(zygote) == processes
    if "next_student" in path.name or path is FILES[-1]:
        assert next_student(each_arena) == honest_record[rung]


def test_only_the_honest_one_and_harmless_ones_are_announced_to_pass() -> None:
    """A file that passes answers with the solution: one that defines an answer may not pass."""
    sources = {path.stem: path.read_text("utf-8") for path in FILES}
    assert {"honest", "wrong"} < sources.keys()
    for name, source in sources.items():
        assert not (ANSWERS.search(source) and "ex=PASSED" in announced(source)), name


@pytest.mark.parametrize("name", SAFE_WITHOUT_WALLS)
def test_without_walls_it_would_get_through(tiny: Course, name: str) -> None:
    """The control: a try that never succeeds proves nothing about the walls."""
    with inside_box.stage() as open_world:
        arena = Arena(tiny, Rung.D)
        try:
            source = (FOLDER / f"{name}.py").read_text("utf-8")
            came = judged(arena, open_world, source, alike=False)
        finally:
            arena.zygote.close()
    assert THROUGH in came.judged.result.output


def test_calls_that_no_honest_program_makes_end_the_box(each_arena: Arena) -> None:
    """The tools of attackers, one box each: CRASHED, with the sentence that says why."""
    for name in seccomp._KILLED.split():
        number = machines.NUMBERS["x86_64"][name]
        with pytest.raises(BoxDied) as died:
            each_arena.ask(f"import ctypes\ndef f():\n    ctypes.CDLL(None).syscall({number})")
        assert (died.value.status, died.value.why.id) == (Status.CRASHED, "box.forbidden_call")


def test_every_other_call_is_refused(each_arena: Arena) -> None:
    """All numbers up to 600 that the filter does not know, newer kernels' too: EPERM."""
    # Newer kernels ask no filter about these two: what returns from a probe. Called by anybody else
    # they end the process with SIGILL.
    uretprobe, uprobe = 335, 336
    known = sorted(machines.NUMBERS["x86_64"].values())
    source = f"""
import ctypes, errno
libc = ctypes.CDLL(None, use_errno=True)
def f():
    came = {{}}
    for number in set(range(600)) - set({known}) - {{{uretprobe}, {uprobe}}}:
        came[number] = libc.syscall(number, 0, 0, 0, 0, 0, 0), ctypes.get_errno()
    return sorted(n for n, what in came.items() if what != (-1, errno.EPERM)), len(came)
"""
    assert each_arena.ask(source) == Returned(([], 598 - len(known)))
