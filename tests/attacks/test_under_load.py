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
