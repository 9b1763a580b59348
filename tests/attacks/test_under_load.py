"""Verdicts do not change under load: the same records beside programs that want every processor."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
import pytest

from grader.box import limits as meters
from grader.box import supervision
from grader.checks.loading import MAX_LOADS
from grader.outcome import Status
from tests.attacks.conftest import Arena

SPIN = "import time\n_end = time.process_time() + {}\nwhile time.process_time() < _end: pass\n"
SUBMISSIONS = {
    "right": "",
    "slow_within_its_limit": "_fast = price\ndef price(hours):\n    exec("
    + repr(SPIN.format(0.15))
    + ")\n    return _fast(hours)",
    "rests_a_little": "import time\n_fast = price\ndef price(hours):\n    time.sleep(0.05)\n"
    "    return _fast(hours)",
    "wrong": "def price(hours):\n    return -1",
    "endless": "def price(hours):\n    while True: pass",
    "sleeps_for_ever": "import time\ndef price(hours):\n    time.sleep(1e6)",
    "eats_memory": "def price(hours):\n    x = []\n    while True: x.append(bytes(1 << 20))",
    "floods": "def price(hours):\n    while True: print('x' * 99)",
}
FULL = "def price(hours):\n    open('f', 'wb').write(bytes(5 << 20))"
DEATHS = {
    "prints": (Status.OUTPUT_LIMIT, "os.write(1, bytes(20_000))"),
    "spins": (Status.TIME_LIMIT, "exec(" + repr(SPIN.format(0.4)) + ")"),
    "writes": (Status.OUTPUT_LIMIT, "[open(str(n), 'wb').write(bytes(1 << 20)) for n in range(6)]"),
}
"""What is over a limit of `test_a_death_past_a_limit`, and its verdict; the next line crashes."""
WORST = {
    "right": Status.PASSED,
    "slow_within_its_limit": Status.PASSED,
    "rests_a_little": Status.PASSED,
    "wrong": Status.WRONG,
    "endless": Status.TIME_LIMIT,
    "sleeps_for_ever": Status.TIME_LIMIT,
    "eats_memory": Status.MEMORY_LIMIT,
    "floods": Status.OUTPUT_LIMIT,
}


@contextmanager
def hogs() -> Iterator[None]:
    """Keep every processor busy for the time of a block."""
    source = "print(flush=True)\nwhile True: pass"
    command = [sys.executable, "-c", source]
    busy = [subprocess.Popen(command, stdout=subprocess.PIPE) for _ in range(os.cpu_count() or 1)]
    try:
        for hog in busy:
            assert hog.stdout is not None
            hog.stdout.readline()
        yield
    finally:
        for hog in busy:
            hog.kill()
            hog.communicate()


def records(arena: Arena) -> dict[str, bytes]:
    """Return the record of each submission, judged live and by scripts."""
    came = {}
    for name, cell in SUBMISSIONS.items():
        # Whoever sleeps is given up after three times this; played, in another call than live.
        sleeps = name == "sleeps_for_ever"
        unit_cpu_s = 0.5 if sleeps else 20
        judged = arena.judge(
            arena.solution(),
            cell,
            alike=not sleeps,
            cpu_s=0.3,
            unit_cpu_s=unit_cpu_s,
            output_kb=64,
            memory_mb=128,
        )
        assert judged.judged.result.status is WORST[name], name
        came[name] = msgspec.json.encode(judged.judged.result)
    return came


@pytest.mark.long  # elsewhere it would be the hog of the tests beside it
def test_the_same_records_beside_a_hog(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    """Right, slow, sleeping, endless, too large: byte for byte the same, sentences included."""
    monkeypatch.setattr(meters, "_LEAST_GUARD_S", 1.0)
    alone = records(arena)
    with hogs():
        assert records(arena) == alone


def test_a_limit_says_what_it_was_and_that_it_was_used(arena: Arena) -> None:
    """The sentence of each limit, in both languages, holds its number."""
    said = {}
    for name in ("endless", "eats_memory", "floods"):
        came = arena.judge(arena.solution(), SUBMISSIONS[name], cpu_s=0.3, output_kb=64)
        failure = came.check("test_price_follows_the_rate").failure
        assert failure is not None
        said[name] = failure.why
    failure = arena.judge(arena.solution(), FULL, disk_mb=4).check("test_price_follows_the_rate")
    assert failure.status is Status.OUTPUT_LIMIT
    assert failure.failure is not None
    said["full"] = failure.failure.why
    for name, number in {
        "endless": "0.3",
        "eats_memory": "256",
        "floods": "64",
        "full": "4",
    }.items():
        for lang in ("zh", "en"):
            assert number in said[name].text(lang), name


SEVERAL = """
def price(hours):
    for i in range(4):
        open(f"f{i}", "wb").write(bytes(3 << 20))
    return PRICE_PER_HOUR * hours
"""


@pytest.mark.parametrize("cell", [FULL, SEVERAL], ids=["one_file", "several_files"])
def test_who_fills_the_disk_is_told_the_same_each_time(each_arena: Arena, cell: str) -> None:
    """The call that was too much is blamed, live and by scripts, and no other check for it.

    The keeper looked at the host's folder every 50 ms only: whoever was asked then paid for it.
    """
    wanted = {"test_price_follows_the_rate": Status.OUTPUT_LIMIT, "test_rooms": Status.PASSED}
    for _ in range(3):
        came = each_arena.judge(each_arena.solution(), cell, disk_mb=4)
        assert {name: came.check(name).status for name in wanted} == wanted


@pytest.mark.parametrize("poll_s", [0.001, 60.0])
@pytest.mark.parametrize(
    ("size", "status"),
    [("np.empty(N, np.uint8)", Status.CRASHED), ("np.ones(N, np.uint8)", Status.MEMORY_LIMIT)],
    ids=["untouched", "filled"],
)
def test_memory_at_a_death_is_what_was_filled(
    each_arena: Arena, monkeypatch: pytest.MonkeyPatch, size: str, status: Status, poll_s: float
) -> None:
    """Of a dead box the kernel tells resident memory only; polls told more, if they came in time."""
    monkeypatch.setattr(supervision, "POLL_S", poll_s)
    wait = "exec(" + repr(SPIN.format(0.05)) + ")"
    crash = f"import os, numpy as np\nN = 245 << 20\ndef price(hours):\n    a = {size}\n"
    cell = crash + f"    {wait}\n    os.abort()"
    came = each_arena.judge(each_arena.solution(), cell, live=False, memory_mb=256)
    assert came.check("test_price_follows_the_rate").status is status


@pytest.mark.parametrize("poll_s", [0.001, 60.0])
@pytest.mark.parametrize("name", DEATHS)
def test_a_death_past_a_limit_is_that_limits(
    each_arena: Arena, monkeypatch: pytest.MonkeyPatch, name: str, poll_s: float
) -> None:
    """Over a limit, then a crash: the limit's verdict, whether or not a poll came in between."""
    monkeypatch.setattr(supervision, "POLL_S", poll_s)
    status, body = DEATHS[name]
    hours = f"import os\ndef price(hours):\n    {body}\n    os.abort()"
    limits = {"cpu_s": 0.3, "output_kb": 16, "disk_mb": 2}
    came = each_arena.judge(each_arena.solution(), hours, live=False, **limits)
    assert came.check("test_price_follows_the_rate").status is status


def test_what_a_stopped_cell_had_printed_is_not_told(arena: Arena) -> None:
    """As many endless cells as no load survives: how far the last one came is left out."""
    endless = "n = 0\nwhile True:\n    n += 1\n    if n % 10_000 == 0: print(n)"
    cells = ("print('first')", *[endless] * (MAX_LOADS + 1))
    came = arena.judge(*cells, arena.solution(), live=False, cell_cpu_s=0.1)
    assert came.statuses == {Status.TIME_LIMIT}
    assert came.judged.result.output == "first\\u000a"


@pytest.mark.parametrize("poll_s", [0.001, 60.0])
def test_threads_that_end_before_anybody_looks(
    each_arena: Arena, monkeypatch: pytest.MonkeyPatch, poll_s: float
) -> None:
    """150 threads for an instant where 16 are allowed: ERROR, whether or not a poll saw them."""
    monkeypatch.setattr(supervision, "POLL_S", poll_s)
    crowd = """
import threading
_honest = price
def price(hours):
    ends = threading.Event()
    crowd = [threading.Thread(target=ends.wait) for _ in range(150)]
    try:
        for one in crowd:
            one.start()
    finally:
        ends.set()
    return _honest(hours)
"""
    limits = {"threads": 16, "memory_mb": 2500}
    came = each_arena.judge(each_arena.solution(), crowd, live=False, **limits)
    assert came.check("test_price_follows_the_rate").status is Status.ERROR
