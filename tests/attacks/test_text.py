"""Tries to reach the terminal, the page or the record through text: names, messages, output."""

from __future__ import annotations

import re

import msgspec
import pytest

from grader.checks.lines import check_lines
from grader.outcome import Status, UnitResult
from tests.attacks.conftest import Arena

HOSTILE = "<script>alert(1)</script>\x1b[2J\x1b]0;title\x07\u202e\u2028\ud800{why}%s\r\n"
CONTROL = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2028\u2029\ud800-\udfff]"
)
WAYS = {
    "message": "raise RuntimeError(HOSTILE)",
    "value": "return HOSTILE",
    "key": "return {HOSTILE: {HOSTILE}}",
    "bytes": "return HOSTILE.encode('utf-8', 'surrogatepass')",
    "type": "raise type(HOSTILE.replace('\\ud800', ''), (Exception,), {})",
    "refused_type": "return type(HOSTILE.replace('\\ud800', ''), (), {})()",
    "line": "exec(compile('raise KeyError', '/box/cell_1\\x1b[2J.py', 'exec'))",
    "function": "exec('def g(): raise KeyError'); g = locals()['g']; "
    "g.__code__ = g.__code__.replace(co_name='\\x1b[2J', co_filename='/box/cell_1.py'); g()",
}


@pytest.mark.parametrize("way", WAYS)
def test_text_is_made_harmless_where_it_enters(arena: Arena, way: str) -> None:
    """Escapes, bidi marks and half surrogates in all that a failure quotes: written out."""
    body = f"HOSTILE = {HOSTILE!r}\nprint(HOSTILE)\ndef price(hours):\n    {WAYS[way]}"
    came = arena.judge(arena.solution(), body)
    check = came.check("test_price_follows_the_rate")
    assert check.status in (Status.ERROR, Status.WRONG)
    shown = "\n".join(check_lines(check, "en")) + came.judged.result.output
    assert "\\u001b[2J" in shown or "\\x1b[2J" in shown or way in ("type", "refused_type")
    assert CONTROL.search(shown) is None
    record = msgspec.json.encode(came.judged.result)
    assert CONTROL.search(record.decode("utf-8")) is None
    assert msgspec.json.decode(record, type=UnitResult) == came.judged.result


def test_a_cell_that_fails_with_hostile_text_is_noted_harmlessly(arena: Arena) -> None:
    """The note of a failed cell quotes the same text: written out, and the checks are PASSED."""
    came = arena.judge(arena.solution(), f"raise RuntimeError({HOSTILE!r})")
    assert came.statuses == {Status.PASSED}
    (note,) = came.judged.result.cells
    for line in (note.why.text("zh"), note.why.text("en"), *note.traceback):
        assert CONTROL.search(line) is None


def test_the_name_of_a_box_s_folder_is_in_no_record(each_arena: Arena) -> None:
    """Where it is one of the host's, it is another in each box, and every warning names it."""
    cell = (
        "import os, warnings\n"
        "warnings.warn('mind the gap')\n"
        "def price(hours):\n"
        "    raise ValueError(os.getcwd())\n"
        "open(os.path.abspath('nothing'))"
    )
    came = each_arena.judge(each_arena.solution(), cell)  # live and by scripts: the same record
    assert "cell_2.py:2: UserWarning: mind the gap" in came.judged.result.output
    again = each_arena.judge(each_arena.solution(), cell)
    assert again.judged.result == came.judged.result
