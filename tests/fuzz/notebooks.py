"""A submission as a fuzzer varies it: a work or a sentence for the student, and nothing else."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from grader.course import Course, load_course
from grader.engine.submissions import Work, read_work
from grader.errors import SubmissionError
from grader.messages import LANGS
from grader.notebooks.build import build_notebook
from grader.notebooks.pictures import pictures_of
from tests.ugly.case import FILE, UNIT, Released, dumps

TINY = Path(__file__).parents[1] / "tiny_course"
CODE = """\
%matplotlib inline
import math as m
files = !ls
@staticmethod
def f(x: int = 1, *args, **kwargs):
    '''docstring'''
    raise NotImplementedError("x")
class C(E):
    a: int
    b: int = 3
    async def g(self): return None
for i, (j, *k) in x:
    with open(i) as y: pass
else: del i
try: from a import b as c, d
except* E as e: z = 1
finally: (w := f"{a!r:>{b}}")
match x:
    case [1, *rest]: q = lambda: ...
"""


@cache
def course() -> Course:
    """Return the tiny course."""
    return load_course(TINY)


@cache
def solved() -> dict[str, Any]:
    """Return a notebook with everything answered."""
    rooms = build_notebook(course().unit(UNIT), ("zh", "en"), {}, set(), "r")
    return Released(rooms, {}).solved()


def seeds() -> Iterator[bytes]:
    """Yield notebooks of every format that is read, small, for a fuzzer is quick with these."""
    whole = solved()
    yield dumps(whole)
    yield json.dumps(whole).encode("utf-16")
    for cell in whole["cells"]:
        yield json.dumps({"cells": [cell], "metadata": whole["metadata"]}).encode()
    code = {"cell_type": "code", "metadata": {}, "source": CODE.splitlines(True)}
    yield json.dumps({"cells": [code]}).encode()
    for magic in ("%%time\nx = 1", "%%bash\nls", "def price(:", "x?", "\ud800", "a\r\nb\rc\0"):
        yield json.dumps({"cells": [code | {"source": magic}]}).encode()
    picture = {"cell_type": "markdown", "source": "![](attachment:a.png)"}
    picture |= {"attachments": {"a.png": {"image/png": "aGk="}}}
    yield json.dumps({"cells": [picture]}).encode()
    old = {"cell_type": "heading", "level": 2, "source": "a"}
    code = {"cell_type": "code", "input": "a=1"}
    yield json.dumps({"worksheets": [{"cells": [old, code]}]}).encode()
    yield b"<<<<<<< a\n=======\n>>>>>>> b\n"
    yield b"<!doctype html>"
    yield "核".encode("gb18030") + b'{"cells": []}'
    yield b'{"cells": [1e400, -12345678901234567890123456789012345678901234567890, NaN]}'


def submission(data: bytes) -> None:
    """Read `data` as a student's file."""
    units = [unit.id for unit in course().units]
    try:
        work = read_work(data, FILE, course().unit(UNIT), units)
    except SubmissionError as error:
        sentences = [error.text(lang) for lang in LANGS]
    else:
        sentences = [note.text(lang) for note in work.notes for lang in LANGS]
        _look_at(work, data)
    assert all(line.isprintable() for sentence in sentences for line in sentence.split("\n"))


def _look_at(work: Work, data: bytes) -> None:
    """Do what is done later with a work."""
    pictures_of(data)
    assert work.answers is not None
    assert work.notebook is not None
    for cell in work.notebook.code:
        cell.source.encode()  # it goes into files and frames
