"""Code that loops, dies, floods, speaks IPython, or stops half-way down."""

from __future__ import annotations

from grader.outcome import Status
from tests.ugly.case import COST, HALF, ROOM, Case, case, fine, running


def body(*lines: str) -> str:
    """Return `price` with another body."""
    return "\n    ".join(["def price(hours):", *lines])


def in_price(
    name: str, source: str, status: Status, *says: str, cells: tuple[str, ...] = ()
) -> Case:
    """`price` misbehaves when it is called; `room_for` keeps its points."""
    return case(name, running(*cells, cost=source), status, HALF, *says)


def in_a_cell(name: str, source: str, *says: str) -> Case:
    """A cell above the answers misbehaves while it runs; the answers below count in full."""
    return fine(name, running(source, first=True), *says)


FIVE_MINUTES = """
import time
import numpy as np
end = time.process_time() + 300
while time.process_time() < end:
    pass
"""
ENDLESS = """
import sys
sys.setrecursionlimit(10**9)
class Tall:
    def __repr__(self):
        return repr(self)
"""
FORK_BOMB = """
import os
while True:
    os.fork()
"""
NOISY = "import warnings, sys, logging\n" + body(
    'warnings.warn("invalid value encountered", RuntimeWarning)',
    'print("checking", hours, file=sys.stderr)',
    'logging.warning("slow")',
    "if hours < 0:",
    '    raise ValueError("hours are not negative")',
    "return PRICE_PER_HOUR * hours",
)
WITH_NUMPY = """
import numpy as np
def price(hours):
    if hours < 0:
        raise ValueError
    return int(np.multiply(PRICE_PER_HOUR, hours))"""
SYNTAX_ERROR = f"{ROOM}\n\ndef price(hours)\n    return PRICE_PER_HOUR * hours"
HALF_WAY = f"{ROOM}\n\nprint(undefined_name)\n\n{COST}"
TWICE = f"def price(hours):\n    return -1\n\n{COST}"
MAGICS = """
%matplotlib inline
%load_ext autoreload
!pip install numpy
files = !ls
%timeit sum(range(10))
import matplotlib.pyplot as plt
fig, ax = plt.subplots()
ax.plot([1, 2])
plt.show()
"""
AWAITED = f"import asyncio\nawait asyncio.sleep(0)\n{COST}"
KILLERS = tuple(f"import os\nos._exit({code})" for code in range(12))
PROCESSES = "from concurrent.futures import ProcessPoolExecutor\n" + body(
    "with ProcessPoolExecutor(2) as pool:",
    "    return list(pool.map(abs, [hours]))[0]",
)

CALLED = (
    in_price("endless_loop", body("while True:", "    pass"), Status.TIME_LIMIT, "box.time"),
    in_price("endless_loop_in_c", body("return 7 ** 10**9"), Status.TIME_LIMIT, "box.time"),
    in_price(
        "loop_that_catches_everything",
        body("while True:", "    try:", "        while True: pass", "    except: pass"),
        Status.TIME_LIMIT,
        "box.time",
    ),
    in_price("os_exit", "import os\n" + body("os._exit(0)"), Status.CRASHED, "box.exit"),
    in_price(
        "segfault",
        "import ctypes\n" + body("ctypes.string_at(0)"),
        Status.CRASHED,
        "box.signal",
    ),
    in_price("sys_exit", "import sys\n" + body("sys.exit(0)"), Status.ERROR, "student.raised"),
    in_price("recursion", body("return price(hours)"), Status.ERROR, "student.raised"),
    in_price(
        "recursion_without_a_limit",
        ENDLESS + body("return repr(Tall())"),
        Status.CRASHED,
        "box.signal",
    ),
    in_price(
        "array_of_50_gb",
        "import numpy as np\n" + body("return np.ones(50 * 2**27)[hours]"),
        Status.MEMORY_LIMIT,
        "student.over",
    ),
    in_price(
        "bytes_of_50_gb", body("return len(bytes(50 * 2**30))"), Status.ERROR, "student.raised"
    ),
    in_price(
        "list_without_end",
        body("x = []", "while True:", "    x.append(bytes(10**6))"),
        Status.MEMORY_LIMIT,
        "student.over",
    ),
    in_price(
        "fork_bomb", body("import os", "while True: os.fork()"), Status.ERROR, "student.raised"
    ),
    in_price(
        "processes",
        PROCESSES,
        Status.ERROR,
        "student.raised",
    ),
    in_price(
        "flood_of_output",
        body("while True:", "    print('x' * 99)"),
        Status.OUTPUT_LIMIT,
        "box.output",
    ),
    in_price(
        "answer_without_end",
        body("return [0] * 10**6"),
        Status.OUTPUT_LIMIT,
        "box.answer_too_large",
    ),
    in_price(
        "asks_the_keyboard",
        body("return int(input('rate? ')) * hours"),
        Status.ERROR,
        "student.raised",
    ),
    in_price("np_gone", WITH_NUMPY, Status.ERROR, "student.raised", cells=("np = None",)),
    in_price("returns_nothing", body("PRICE_PER_HOUR * hours"), Status.WRONG, "compare.none"),
    in_price("bare_return", body("return"), Status.UNANSWERED, "student.stub"),
    in_price("stub_with_todo", body("# TODO", "pass"), Status.UNANSWERED, "student.stub"),
    in_price(
        "raise_left_above_the_answer",
        body("# TODO", "raise NotImplementedError", "return PRICE_PER_HOUR * hours"),
        Status.UNANSWERED,
        "student.stub",
    ),
    in_price(
        "another_name", COST.replace("def price", "def Price"), Status.UNANSWERED, "student.missing"
    ),
    in_price("another_parameter", COST.replace("hours", "h"), Status.ERROR, "student.raised"),
    in_price("async_function", f"async {COST}", Status.ERROR, "student.unsupported"),
    in_price("no_function", "price = 3", Status.ERROR, "student.raised"),
    in_price(
        "hidden_in_writefile",
        f"%%writefile answer.py\n{COST}",
        Status.UNANSWERED,
        "student.missing",
    ),
    in_price(
        "closes_the_output",
        "import sys\n" + body("sys.stdout.close()", "print(hours)"),
        Status.ERROR,
        "student.raised",
    ),
    case(
        "syntax_error_in_a_cell_of_two",
        running(room="", cost=SYNTAX_ERROR),
        Status.ERROR,
        "0",
        "student.broken_cell",
    ),
    case(
        "name_error_half_way_down",
        running(room="", cost=HALF_WAY),
        Status.ERROR,
        HALF,
        "student.broken_cell",
    ),
    case(
        "conflict_markers_in_a_cell",
        running(room=f"<<<<<<< HEAD\n{ROOM}\n=======\n>>>>>>> b"),
        Status.ERROR,
        "1",
        "student.broken_cell",
    ),
    case(
        "null_character", running(cost=f"{COST}\n\x00"), Status.ERROR, HALF, "student.broken_cell"
    ),
    case(
        "full_width_punctuation",
        running(cost=COST.replace("(hours):", "（hours）：")),
        Status.ERROR,
        HALF,
        "student.broken_cell",
    ),
    case(
        "return_at_top_level",
        running(cost=f"{COST}\nreturn 1"),
        Status.ERROR,
        HALF,
        "student.broken_cell",
    ),
)
LOADED = (
    in_a_cell("import_of_five_minutes", FIVE_MINUTES, "box.time"),
    in_a_cell("loop_in_c_in_a_cell", "import itertools\nsum(itertools.repeat(1))", "box.time"),
    in_a_cell("os_exit_in_a_cell", "import os\nos._exit(3)", "box.exit"),
    in_a_cell("exit_in_a_cell", "exit()", "student.raised"),
    in_a_cell("fork_bomb_in_a_cell", FORK_BOMB, "student.raised"),
    in_a_cell("flood_in_a_cell", "while True:\n    print('x' * 99)", "box.output"),
    in_a_cell("own_test_fails", "assert 1 + 1 == 3", "student.raised"),
    in_a_cell("missing_library", "import tensorflow as tf\nx = tf.zeros(3)", "student.raised"),
    in_a_cell("keyboard_in_a_cell", "n = int(input('n = '))", "student.raised"),
    fine("magics", running(MAGICS, "%%timeit -n 10\nprice(2)", "%%bash\nrm -rf /", "price?")),
    fine("writefile", running("%%writefile notes.txt\nnothing to run")),
    fine("top_level_await", running(cost=AWAITED)),
    fine("timed_cell", running(cost=f"%%time\n{COST}")),
    fine("warnings_and_stderr", running(cost=NOISY)),
    fine("defined_twice", running(cost=TWICE)),
    fine("todo_left_above_code", running(cost=COST.replace("(hours):", "(hours):\n    # TODO:"))),
    case(
        "twelve_cells_that_kill",
        running(*KILLERS, first=True),
        Status.CRASHED,
        "0",
        "box.exit",
    ),
)

CASES = (*CALLED, *LOADED)
