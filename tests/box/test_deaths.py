"""Every way a submission can go over a limit or die, and the verdict for it.

Limits are small and in CPU time, so a loaded machine changes how long a test takes, not its result.
"""

from __future__ import annotations

from typing import Any

import pytest

from grader.box import BoxDied, Raised, Returned
from grader.outcome import Status

COMPILED_LOOP = """
import numba
@numba.njit
def spin(n):
    i = 0
    while i >= 0:
        i = (i + n) % 7
    return i
spin.compile("(int64,)")
def f():
    return spin(1)
"""


IN_A_THREAD = """
import threading
def f():
    thread = threading.Thread(target=lambda: sum(iter(int, 1)))
    thread.start()
    thread.join()
"""
ENDLESS_REPR = """
import sys
sys.setrecursionlimit(10**9)
class A:
    def __repr__(self):
        return repr(self)
def f():
    return repr(A())
"""


def death(box: Any, *args: Any) -> BoxDied:
    """Return how a call of `f` ended the box."""
    with pytest.raises(BoxDied) as caught:
        box.call("f", args, {})
    assert not box.alive
    return caught.value


@pytest.mark.parametrize(
    "source",
    [
        "def f():\n    while True:\n        pass",
        "def f():\n    while 1:\n        try:\n            while 1: pass\n        except: pass",
        "import itertools\ndef f():\n    return sum(itertools.repeat(1))",
        IN_A_THREAD,
        COMPILED_LOOP,
    ],
    ids=["python", "catches_everything", "c_code", "in_a_thread", "compiled"],
)
def test_a_loop_ends_at_its_cpu_limit(open_any: Any, source: str) -> None:
    died = death(open_any(source, cpu_s=0.3))
    assert died.status is Status.TIME_LIMIT
    assert not died.starved
    assert died.why.args == {"seconds": "0.3"}


def test_a_cell_has_a_limit_of_its_own(open_box: Any) -> None:
    box = open_box(cpu_s=60, cell_cpu_s=0.3)
    with pytest.raises(BoxDied) as caught:
        box.run_cell("while True: pass", 0)
    assert caught.value.status is Status.TIME_LIMIT
    assert caught.value.why.args == {"seconds": "0.3"}


def test_each_call_has_the_whole_limit(open_box: Any) -> None:
    source = """
import time
def f():
    end = time.process_time() + 0.2
    while time.process_time() < end:
        pass
    return True
"""
    box = open_box(source, cpu_s=0.5)
    assert [box.call("f", (), {}) for _ in range(4)] == [Returned(True)] * 4


@pytest.mark.parametrize(
    "source",
    [
        "import time\ndef f():\n    time.sleep(1e6)",
        "import threading\nlock = threading.Lock()\nlock.acquire()\ndef f():\n    lock.acquire()",
    ],
    ids=["sleep", "deadlock"],
)
def test_waiting_for_ever_is_a_time_limit_worth_a_rerun(open_any: Any, source: str) -> None:
    died = death(open_any(source, guard_s=0.3))
    assert died.status is Status.TIME_LIMIT
    assert died.starved
    assert (died.why.id, died.why.args) == ("box.waited", {"seconds": "0.3"})


def test_a_huge_array_is_evidence_of_the_memory_limit(open_any: Any) -> None:
    box = open_any("import numpy as np\ndef f():\n    return np.ones(50 * 2**27)", memory_mb=128)
    raised = box.call("f", (), {})
    assert isinstance(raised, Raised)
    assert raised.requested_bytes == 50 * 2**30
    assert raised.memory_evidence


@pytest.mark.parametrize(
    "body",
    [
        "x = []\n    while True: x.append(None)",
        "x = []\n    while True: x.append(bytes(100_000))",
        "d = {}\n    i = 0\n    while True:\n        d[i] = [i]\n        i += 1",
    ],
    ids=["list", "blocks", "dict"],
)
def test_growth_without_end_is_evidence_of_the_memory_limit(open_box: Any, body: str) -> None:
    raised = open_box(f"def f():\n    {body}", memory_mb=128).call("f", (), {})
    assert isinstance(raised, Raised)
    assert raised.type_name == "MemoryError"
    assert raised.memory_evidence


def test_a_memory_error_out_of_nowhere_is_only_an_exception(open_any: Any) -> None:
    raised = open_any("def f():\n    raise MemoryError").call("f", (), {})
    assert raised.builtin_bases[0] == "MemoryError"
    assert not raised.memory_evidence


def test_memory_within_the_limit_is_fine(open_any: Any) -> None:
    source = "import numpy as np\ndef f():\n    return int(np.ones(2**26, np.uint8).sum())"
    assert open_any(source, memory_mb=128).call("f", (), {}) == Returned(2**26)


@pytest.mark.parametrize("write", ["print('x' * 1000)", "os.write(2, b'x' * 1000)"])
def test_a_flood_of_output_ends_the_box(open_any: Any, write: str) -> None:
    box = open_any(f"import os\ndef f():\n    while True:\n        {write}", output_kb=64)
    assert death(box).status is Status.OUTPUT_LIMIT
    assert len(box.stdout()) == 64 * 1024


def test_output_is_counted_over_all_calls(open_box: Any) -> None:
    box = open_box("def f():\n    print('x' * 999)", output_kb=2)
    assert box.call("f", (), {}) == Returned(None)
    assert box.call("f", (), {}) == Returned(None)
    assert death(box).status is Status.OUTPUT_LIMIT
    assert len(box.stdout()) == 2048


def test_an_answer_that_is_too_large_is_an_output_limit(open_any: Any) -> None:
    box = open_any("def f():\n    return list(range(10**6))")
    died = death(box)
    assert (died.status, died.why.id) == (Status.OUTPUT_LIMIT, "box.answer_too_large")


def test_leaving_the_process_is_a_crash_that_names_the_code(open_any: Any) -> None:
    died = death(open_any("import os\ndef f():\n    os._exit(3)"))
    assert died.status is Status.CRASHED
    assert died.why.args == {"code": 3}


@pytest.mark.parametrize(
    "source",
    [
        "import ctypes\ndef f():\n    ctypes.string_at(0)",
        ENDLESS_REPR,
    ],
    ids=["null_pointer", "stack"],
)
def test_a_crash_names_its_signal(open_any: Any, source: str) -> None:
    died = death(open_any(source, memory_mb=2048))
    assert died.status is Status.CRASHED
    assert died.why.args == {"signal": "SIGSEGV"}


def test_deep_recursion_is_an_exception(open_any: Any) -> None:
    raised = open_any("def f(n):\n    return f(n + 1)").call("f", (0,), {})
    assert raised.type_name == "RecursionError"
    assert len(raised.lines) > 0


def test_a_fork_bomb_does_not_start(open_box: Any) -> None:
    raised = open_box("import os\ndef f():\n    while True: os.fork()").call("f", (), {})
    assert raised.type_name == "PermissionError"


def test_threads_are_bounded(open_box: Any) -> None:
    source = """
import threading
def f():
    wait = threading.Event()
    try:
        while True:
            threading.Thread(target=wait.wait, daemon=True).start()
    finally:
        wait.set()
"""
    box = open_box(source, threads=8, memory_mb=64)
    raised = box.call("f", (), {})
    assert raised.type_name in ("RuntimeError", "MemoryError")
    if raised.type_name == "RuntimeError":
        assert (raised.over.status, raised.over.why.args) == (Status.ERROR, {"threads": 8})


def test_threads_that_the_kernel_does_not_count_are_counted_by_the_keeper(open_any: Any) -> None:
    """A box that runs as root is bound by no limit of the kernel's: where the others are refused
    one, it is ended, with the same sentence."""
    # 128 KiB is the least that aarch64 allows.
    source = """
import threading
def f():
    wait = threading.Event()
    threading.stack_size(1 << 17)
    try:
        for _ in range(900):
            threading.Thread(target=wait.wait, daemon=True).start()
        while True:
            pass
    finally:
        wait.set()
"""
    try:
        over = open_any(source, threads=8, cpu_s=60).call("f", (), {}).over
    except BoxDied as died:
        over = died
    assert (over.status, over.why.id, over.why.args) == (
        Status.ERROR,
        "box.threads",
        {"threads": 8},
    )


def test_the_private_folder_is_bounded(open_any: Any) -> None:
    source = """
def f():
    with open("big", "wb") as file:
        while True:
            file.write(bytes(1 << 20))
"""
    raised = open_any(source, disk_mb=4).call("f", (), {})
    assert raised.type_name == "OSError"
    assert (raised.over.status, raised.over.why.id) == (Status.OUTPUT_LIMIT, "box.disk")


def test_a_dead_box_says_the_same_again_and_the_next_is_alive(open_any: Any) -> None:
    box = open_any("import os\ndef f():\n    os._exit(3)")
    first = death(box)
    with pytest.raises(BoxDied) as caught:
        box.run_cell("x = 1", 1)
    assert caught.value is first
    assert open_any("def f():\n    return 1").call("f", (), {}) == Returned(1)
