"""What is changed in a program, what is left alone, and that each change stays a small one."""

from __future__ import annotations

import ast
import textwrap
from pathlib import Path

import pytest

from grader.engine.mutants import Mutant, mutants_of

ROOT = Path(__file__).parents[2]
SOLUTIONS = ("b4_cost_of_parallelism/q13_message_batches", "b6_loops_tiles_kernels/c02_gemm_tiled")


def mutants(text: str) -> list[Mutant]:
    return list(mutants_of(textwrap.dedent(text).lstrip("\n")))


def after(text: str) -> list[str]:
    """Return what the mutants of the last line of a program are."""
    source = textwrap.dedent(text).lstrip("\n")
    last = source.count("\n")
    return [m.after for m in mutants_of(source) if m.line == last]


CHANGES: dict[str, tuple[str, set[str]]] = {
    "a boundary, and what is beyond it": ("x = a < b\n", {"x = a <= b", "x = a >= b"}),
    "both ends of a range": (
        "x = a < b < c\n",
        {
            *("x = a <= b < c", "x = a >= b < c", "x = a < b <= c", "x = a < b >= c"),
            *("x = a < b", "x = b < c"),
        },
    ),
    "a sum and its terms": ("x = a + b\n", {"x = a - b", "x = a", "x = b"}),
    "a quotient also upside down": (
        "x = a / b\n",
        {"x = a * b", "x = a // b", "x = a", "x = b", "x = b / a"},
    ),
    "brackets where they are needed": (
        "x = (a + b) * c\n",
        {
            *("x = (a - b) * c", "x = (a) * c", "x = (b) * c"),
            *("x = (a + b) / c", "x = a + b + c", "x = a + b", "x = c"),
        },
    ),
    "one more and one less": ("x = 3\n", {"x = 4", "x = 2"}),
    "a large number changes visibly": ("x = 10**9\nx = 1000000000\n", {"x = 2000000000", "x = 0"}),
    "a real number": ("x = 0.5\n", {"x = 0.0", "x = 1.0"}),
    "a tolerance changes visibly": ("x = 1e-9\n", {"x = 0.0", "x = 1e-06"}),
    "a word": ('x = "tie"\n', {'x = "tie_"'}),
    "a truth": ("x = True\n", {"x = False"}),
    "and, or, not": ("x = a and not b\n", {"x = a or not b", "x = not b", "x = a", "x = a and b"}),
    "a conditional value": ("x = a if b else c\n", {"x = a", "x = c"}),
    "min is max, or is not there": ("x = min(a, b)\n", {"x = max(a, b)", "x = a", "x = b"}),
    "round and abs are not there": ("x = round(a)\n", {"x = a"}),
    "arguments are exchanged": ("x = f(a, b)\n", {"x = f(b, a)"}),
    "an argument is forgotten": (
        "x = f(a, key=b)\n",
        {"x = f(a)"},
    ),
    "parts of a slice": ("x = a[b:c]\n", {"x = a[:c]", "x = a[b:]"}),
    "a filter of a comprehension": (
        "x = [a for a in b if c]\n",
        {"x = [a for a in b if True]"},
    ),
    "what is added up": ("x += a\n", {"x -= a", "pass", "x = a"}),
    "a call for its effect": ("f(a, b)\n", {"pass"}),
    "what is stored": ("x[a] = b\n", {"pass"}),
}


@pytest.mark.parametrize(("text", "wanted"), CHANGES.values(), ids=CHANGES)
def test_what_changes(text: str, wanted: set[str]) -> None:
    found = after(text)
    assert set(found) == wanted
    assert len(found) == len(wanted)


def test_a_condition_is_forced_both_ways_and_a_refusal_is_forgotten_with_it() -> None:
    found = mutants("""
        def f(a):
            if g(a):
                raise ValueError("words of no importance")
            return a
    """)
    assert [(m.kind, m.before.split("(")[0], m.after) for m in found] == [
        ("condition", "if g", "if False:"),
        ("condition", "if g", "if True:"),
        ("refusal", "raise ValueError", 'raise RuntimeError("words of no importance")'),
    ]


def test_a_refusal_that_stands_alone_is_removed() -> None:
    found = mutants("""
        def f(a):
            for b in a:
                raise ValueError
    """)
    assert "pass" in {m.after for m in found}


def test_a_loop_is_left_out_or_ends_after_one_pass() -> None:
    found = {(m.line, m.before, m.after) for m in mutants("for a in b:\n    c = a\n")}
    assert found == {
        (1, "for a in b:", "for a in ():"),
        (3, "c = a", "c = a\nbreak"),
    }


def test_a_parameter_is_taken_for_its_neighbour_of_the_same_type() -> None:
    found = mutants("""
        def f(a: float, n: int, b: float) -> float:
            return g(a) + n
    """)
    assert "return g(b) + n" in {m.after for m in found}
    assert not any("g(n)" in m.after for m in found)


LEFT_ALONE = {
    "a docstring": 'def f(a):\n    """Return 3 < 4."""\n    return a\n',
    "an annotation": "def f(a: Literal[3] = a) -> Literal[4]: pass\n",
    "a decorator": "@njit(cache=True)\ndef f(a):\n    return a\n",
    "strict": "zip(*a, strict=True).x\n",
    "arguments that may be exchanged": "x = math.isclose(a, b)\n",
    "an import": "import math\nfrom a import b\n",
    "a part of an f-string": 'x = f"{a + 1}"\n',
}


@pytest.mark.parametrize("text", LEFT_ALONE.values(), ids=LEFT_ALONE)
def test_what_is_left_alone(text: str) -> None:
    assert mutants(text) == []


def test_the_words_of_an_error_are_left_alone() -> None:
    found = mutants('raise RuntimeError(f"{a + b} is more than {3}", 4)\n')
    assert [m.after for m in found] == ["pass"]


def test_what_means_the_same_is_no_mutant() -> None:
    """Compared as byte code, after the constants were folded: 2 * 1 and 2 / 1 differ, + 0 not."""
    assert {m.after for m in mutants("x = 0 + 0\n")} == {"x = 1 + 0", "x = -1 + 0"}


def test_an_odd_mutant_is_made_without_a_word() -> None:
    """Python warns of a literal after `is` when it compiles it; a warning is an error here."""
    assert "x = b is 3" in {m.after for m in mutants("x = b is int(3)\n")}


def test_equal_mutants_come_once() -> None:
    found = [m.source for m in mutants("x = a + a\n")]
    assert sorted(found) == ["x = a\n", "x = a - a\n"]


def test_everything_else_stays_as_it_was_written() -> None:
    source = 'x = {  # 一 comment\n    "单": f( a,b ), "y" : 3 }\n'
    found = {m.source for m in mutants_of(source)}
    assert 'x = {  # 一 comment\n    "单": f( b,a ), "y" : 3 }\n' in found
    assert 'x = {  # 一 comment\n    "单": f( a,b ), "y" : 4 }\n' in found


def test_a_mutant_says_where_it_is() -> None:
    found = mutants("""
        class A:
            def f(self, a):
                return (
                    a
                    < 3
                )
    """)
    assert {m.function for m in found} == {"A.f"}
    boundary = next(m for m in found if "<=" in m.after)
    assert (boundary.line, boundary.before, boundary.after) == (4, "a\n< 3", "a <= 3")


def test_no_program_has_no_mutants() -> None:
    with pytest.raises(SyntaxError):
        list(mutants_of("def f(:"))


@pytest.mark.parametrize("unit", SOLUTIONS)
def test_mutants_of_a_solution(unit: str) -> None:
    """They differ from it and from each other, come in order of lines, the same every time."""
    source = (ROOT / "solutions" / unit / "solution.py").read_text("utf-8")
    found = list(mutants_of(source))
    assert len(found) > 50
    dumps = {ast.dump(ast.parse(m.source)) for m in found}
    assert len(dumps) == len(found)
    assert ast.dump(ast.parse(source)) not in dumps
    assert [m.source for m in mutants_of(source)] == [m.source for m in found]
