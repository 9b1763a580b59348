"""Without these every attack would "fail" before a judge that fails everybody."""

from __future__ import annotations

from grader.box import Returned
from grader.outcome import Status
from tests.attacks.conftest import Arena

FULL = {"ex": "1", "claim": "2", "err": "1"}


def test_honest_work_earns_everything(each_arena: Arena) -> None:
    """The solutions: PASSED everywhere, all points."""
    rooms = each_arena.judge(each_arena.solution())
    assert (rooms.statuses, rooms.points) == ({Status.PASSED}, FULL)
    counter = each_arena.judge(each_arena.solution("u2_counter"), unit="u2_counter")
    assert counter.points == {"ex": "2", "prop": "2", "err": "1"}


def test_a_mistake_costs_what_it_touches(each_arena: Arena) -> None:
    """`price` forgets its rate: its two checks are WRONG, the rest is PASSED."""
    came = each_arena.judge(each_arena.solution(), "def price(hours):\n    return 3 * hours")
    assert came.points == {"ex": "0.5", "claim": "2", "err": "0.5"}
    assert came.statuses == {Status.PASSED, Status.WRONG}


def test_a_notebook_may_do_what_notebooks_do(each_arena: Arena) -> None:
    """Files, threads, asyncio, a silenced print: PASSED."""
    habits = """
import asyncio, contextlib, os, threading
with open(os.devnull, "w") as nowhere, contextlib.redirect_stdout(nowhere):
    print("not for the eyes of anybody")
with open("notes.txt", "w") as file:
    file.write("42")
async def answer():
    return int(open("notes.txt").read())
thread = threading.Thread(target=asyncio.run, args=(answer(),))
thread.start()
thread.join()
"""
    assert each_arena.judge(each_arena.solution(), habits).points == FULL
    assert each_arena.ask(habits + "def f():\n    return asyncio.run(answer())") == Returned(42)
