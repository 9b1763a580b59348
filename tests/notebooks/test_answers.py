from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from grader.notebooks.answers import MAX_CELL, Answers, analyse, empty_copies
from grader.notebooks.read import CodeCell


def read(*sources: str) -> Answers:
    cells = [CodeCell(3 * i, source) for i, source in enumerate(sources)]
    return analyse(cells, ["f"])


def answers(*sources: str) -> Answers:
    """Return the verdict on `f`; where it is defined has tests of its own."""
    return replace(read(*sources), defined_in={})


TRIVIAL = Answers(trivial=frozenset("f"))
MISSING = Answers(missing=frozenset("f"))
ANSWERED = Answers()
STUB = "def f(x):\n    raise NotImplementedError\n"
REAL = "def f(x):\n    return x\n"


@pytest.mark.parametrize(
    "body",
    [
        "pass",
        "...",
        '"""Doc."""',
        '"""Doc."""\n    raise NotImplementedError',
        'raise NotImplementedError("write me")',
        "return",
        "return None",
        '"""Doc."""\n    pass\n    return None',
    ],
)
def test_a_body_that_does_nothing_is_unanswered(body: str) -> None:
    assert answers(f"def f(x):\n    {body}\n") == TRIVIAL
    assert answers(f"async def f(x):\n    {body}\n") == TRIVIAL
    assert answers(f"@njit\ndef f(x):\n    {body}\n") == TRIVIAL


@pytest.mark.parametrize(
    "source",
    [
        REAL,
        "def f(x):\n    print('no idea')\n",
        "def f(x):\n    raise ValueError\n",
        "def f(x):\n    return 0\n",
        "f = lambda x: x",
        "f: object = abs",
        "g = f = abs",
        "g, f = abs, abs",
        "from helpers import abs as f",
        "if True:\n    def f(x):\n        return x\n",
        "for f in (abs,):\n    pass",
        "with open('x') as f:\n    pass",
        "class f:\n    def run(self):\n        return 1\n",
        "class f(ValueError):\n    pass",
        "class f:\n    size: int = 3\n",
        "try:\n    def f(x): return x\nexcept ImportError:\n    def f(x): pass\n",
        "match 1:\n    case 1:\n        f = abs\n",
        "await task\n" + REAL,
    ],
)
def test_anything_else_is_an_answer(source: str) -> None:
    assert answers(source) == ANSWERED


@pytest.mark.parametrize(
    "source",
    [
        "",
        "def g(): return 1",
        "def g():\n    def f(x): return x\n",
        "class C:\n    def f(self): return 1\n",
        "f: int",
        "f(3)",
        REAL + "del f\n",
        "# def f(x): return x",
    ],
)
def test_a_name_that_nothing_defines_is_missing(source: str) -> None:
    assert answers(source) == MISSING


@pytest.mark.parametrize(
    "source",
    [
        "class f:\n    pass",
        "class f:\n    'Doc.'\n    def run(self): raise NotImplementedError\n",
        "class f(Base):\n    def run(self): ...\n",
        "if True:\n" + "    def f(x): pass\n",
    ],
)
def test_a_class_or_branch_of_stubs_is_a_stub(source: str) -> None:
    assert answers(source) == TRIVIAL


def test_the_last_definition_decides() -> None:
    assert answers(STUB, REAL) == ANSWERED
    assert answers(REAL, STUB) == TRIVIAL
    assert answers(REAL + STUB) == TRIVIAL


@pytest.mark.parametrize(
    "source",
    [
        "def f(x):\n    return x +\n",
        "def f(x)\n    return x\n",
        "    def f(x): return x\n  x = 1",
        "async def f(x):\n    return (\n",
        "class f\n",
        "def f(x):\n    y = x\nreturn y\n",
        "def f(x): return x\n\x00",
        "def f(x): return " + "(" * 500 + "x" + ")" * 500,
        "def f(x): return " + "-" * 5000 + "x",
        "def f(x): return x\n" + "#" * MAX_CELL,
    ],
)
def test_an_attempt_in_a_cell_that_is_not_python_is_named(source: str) -> None:
    broken = Answers(broken={"f": 3})
    assert answers("x = 1", source) == broken
    assert answers(STUB, source) == broken
    assert answers(REAL, source) == ANSWERED
    assert answers("x = 1", source, REAL) == ANSWERED


def test_a_broken_cell_without_the_name_changes_nothing() -> None:
    assert answers("x = = 1", STUB) == TRIVIAL
    assert answers("def f2(:", "x = 1") == MISSING


@pytest.mark.parametrize(
    "line",
    [
        "%matplotlib inline",
        "!pip install numpy",
        "?print",
        "print?",
        "np.sum??",
        "files = !ls",
        "t = %timeit -o f(1)",
        "if True:\n    !ls",
        "%%time",
    ],
)
def test_ipython_syntax_does_not_break_a_cell(line: str) -> None:
    assert answers(f"{line}\n{REAL}") == ANSWERED
    assert answers(f"{line}\n{STUB}") == TRIVIAL


def test_an_expression_continued_with_a_percent_sign_stays_whole() -> None:
    assert answers("f = (7\n  % 4)\n") == ANSWERED


@pytest.mark.parametrize("magic", ["writefile f.py", "bash", "javascript", "timeit"])
def test_the_body_of_another_cell_magic_defines_nothing(magic: str) -> None:
    assert answers(f"%%{magic}\n{REAL}") == MISSING


@pytest.mark.parametrize(
    ("sources", "empty"),
    [
        ([REAL, STUB], {3}),
        ([REAL, f'"""Doc."""\n# TODO\n{STUB}'], {3}),
        ([REAL, STUB, STUB, REAL, STUB], {3, 6, 12}),
        (["class f:\n    def run(self): return 1\n", "class f:\n    pass"], {3}),
        (["f = abs", STUB], {3}),
        ([f"%%time\n{REAL}", STUB], {3}),
        ([STUB, REAL], set()),  # the released order
        ([STUB, STUB], set()),
        ([REAL, STUB + "x = 1"], set()),  # whatever else a cell does may matter
        ([REAL, STUB + "print(f)"], set()),
        ([REAL, STUB + "def g(): pass"], set()),  # g is answered nowhere
        ([REAL, "del f", STUB], set()),
        ([REAL + STUB], set()),  # within one cell Python's rule holds
        (["def f(x) return x", STUB], set()),
        ([REAL, ""], set()),
        ([REAL, '"""Doc."""'], set()),
    ],
)
def test_an_empty_copy_never_takes_the_place_of_an_answer(
    sources: list[str], empty: set[int]
) -> None:
    assert empty_copies([CodeCell(3 * i, source) for i, source in enumerate(sources)]) == empty


@settings(deadline=None)
@given(st.text(max_size=80), st.text(alphabet="def f():\n\t %!?=x", max_size=40))
def test_any_text_is_judged(one: str, two: str) -> None:
    found = answers(one, two)
    assert empty_copies([CodeCell(0, one), CodeCell(1, two)]) <= {0, 1}
    assert len(found.trivial) + len(found.missing) + len(found.broken) <= 1


def test_the_cell_of_the_last_definition_is_named() -> None:
    assert read(REAL, "x = 1", STUB).defined_in == {"f": 6}
    assert read("x = 1", "def f(x:\n").defined_in == {"f": 3}
    assert read("x = 1").defined_in == {}
