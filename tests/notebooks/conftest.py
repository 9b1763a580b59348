"""A course of two tiny units, on disk, and the first one's notebook."""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from grader.course import Course, Unit, load_course
from grader.notebooks.build import Notebook, build_notebook, dumps
from grader.notebooks.read import ReadNotebook, read_notebook
from grader.outcome import Text

STUB = '''\
import math
from collections.abc import Sequence

# %%
def transfer_s(total_bytes: float, messages: int) -> float:
    """返回传输时间。

    Return the transfer time.
    """
    raise NotImplementedError


# %%
class Link:
    """一条链路。 A link."""

    def send(self, size: int) -> float:
        """发送。 Send."""
        raise NotImplementedError
'''

FILES = {
    "assignments/course.toml": 'title = { zh = "并行计算", en = "Parallel computing" }\n',
    "assignments/b4_cost/bundle.toml": (
        'title = { zh = "通信", en = "Messages" }\nunits = ["q13_message_batches", "q14_plain"]\n'
    ),
    "assignments/b4_cost/q13_message_batches/unit.toml": (
        'title = { zh = "消息分批", en = "Message batches" }\n'
        'track = "core"\nminutes = 40\n'
        "points = { ex = 3, prop = 2.5, wr = 4 }\n"
        'entry_points = ["transfer_s", "Link"]\n'
    ),
    "assignments/b4_cost/q13_message_batches/prompt.zh.md": "一次发完还是分批发？\n",
    "assignments/b4_cost/q13_message_batches/prompt.en.md": (
        "# Batches\n\nAll at once or in batches?\n"
    ),
    "assignments/b4_cost/q13_message_batches/stub.py": STUB,
    "assignments/b4_cost/q13_message_batches/given.py": "LATENCY_S = 1e-5\n",
    "assignments/b4_cost/q13_message_batches/inputs.py": "MESSAGES = range(1, 9)\n",
    "assignments/b4_cost/q13_message_batches/test_public.py": "from .inputs import MESSAGES\n",
    "assignments/b4_cost/q13_message_batches/notes.txt": "An author's own notes.\n",
    "assignments/b4_cost/q14_plain/unit.toml": (
        'title = { zh = "朴素", en = "Plain" }\n'
        'track = "practice"\nminutes = 5\npoints = { ex = 1 }\nentry_points = ["ex"]\n'
    ),
    "assignments/b4_cost/q14_plain/prompt.zh.md": "题目。\n",
    "assignments/b4_cost/q14_plain/prompt.en.md": "The task.\n",
    "assignments/b4_cost/q14_plain/stub.py": "def ex() -> int:\n    raise NotImplementedError\n",
    "solutions/b4_cost/q13_message_batches/solution.py": (
        "def transfer_s(total_bytes, messages):\n"
        "    return messages * LATENCY_S + total_bytes / BYTES_PER_SECOND_OF_LINK\n"
    ),
    "solutions/b4_cost/q13_message_batches/rubric.md": (
        "满分要点：延迟按消息条数计，带宽按字节数计，二者相加。\n"
    ),
}

SENTENCES = {
    "ex": (Text("四条消息的例子。", "The example with four messages."),),
    "prop": (Text("时间随消息数增长。", "More messages take longer."),),
}


@pytest.fixture
def course(tmp_path: Path) -> Course:
    root = tmp_path / "course"
    for name, text in FILES.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return load_course(root)


@pytest.fixture
def unit(course: Course) -> Unit:
    return course.unit("q13")


@pytest.fixture
def notebook(unit: Unit) -> Notebook:
    """The released notebook, both languages, with public checks for `ex` only."""
    return build_notebook(unit, ("zh", "en"), SENTENCES, {"ex"}, "2026.09-1a2b")


Change = Callable[[dict[str, dict[str, Any]], list[dict[str, Any]]], object]


@pytest.fixture
def submit(notebook: Notebook, course: Course) -> Callable[..., ReadNotebook]:
    """Hand the notebook in after `change(cells by name, list of cells)` and read it."""

    def submit(change: Change, name: str = "q13_message_batches.ipynb") -> ReadNotebook:
        handed_in = copy.deepcopy(notebook)
        cells = handed_in["cells"]
        change({cell["id"].partition("-")[2]: cell for cell in cells}, cells)
        return read_notebook(dumps(handed_in), [u.id for u in course.units], name)

    return submit
