"""The reply says what the page says, as plain text, and hides what the page hides."""

from __future__ import annotations

from grader.course import Feedback
from grader.messages import Lang, say
from grader.outcome import Key, Status, StudentReport
from grader.report.reply import CAUSES, why_text
from grader.report.standing import NO_MARKS, Mark, Marks
from tests.report.small_reports import EMPTY, RAISED, WRONG, check, report, unit, unread

STUDENT = report(
    unit(
        [check("a"), check("b", Status.WRONG, WRONG, cases=67), check("c", key="ex")],
        points={"ex": "2", "prop": "6", "wr": "4"},
        written="answered",
        answer="因为",
    )
)
CLOSED = Feedback(show_inputs=False, show_expected="never")


def reply(
    student: StudentReport = STUDENT,
    key: Key | None = None,
    lang: Lang = "en",
    feedback: Feedback = Feedback(),  # noqa: B008 - a frozen record
    marks: Marks = NO_MARKS,
) -> str:
    return why_text(student, "q13_message_batches", key, lang, feedback, marks)


ENGLISH = """\
✗ Message batches (q13_message_batches): 5 / 12 points, wrong
(provisional: something is still to be judged or marked.)

✓ examples: 2 / 2 points (passed)
  2 = 2
  ✓ Checks passed: 1; inputs tried: 100.

✗ random inputs and properties: 3 / 6 points (wrong)
  3 = 3
  ✗ The sentence of b.
    wrong · inputs tried: 67 · 3 pt · hidden check
    the number is off: it is 0.25 times what it should be (relative error allowed: 1e-09).
    smallest failing input: transfer_s(total_bytes=1.0, messages=2) → 0.5
    first difference: [0]
    expected: 2.0
    hint: How often is the latency counted?
  ✓ Checks passed: 1; inputs tried: 100.

written answer: Received; a person will mark it, up to 4 points.

What to do next:
- Wrong: call your function with the input shown (or a small one of your own), work out the result \
by hand, and compare step by step.
"""


def test_a_whole_reply() -> None:
    assert reply() == ENGLISH


def test_the_same_in_chinese() -> None:
    text = reply(lang="zh")
    for part in ("消息分批（q13_message_batches）：5 / 12 分，答案不对", "应为：2.0", "下一步："):
        assert part in text
    assert "expected:" not in text


def test_one_key_alone() -> None:
    text = reply(key="ex")
    assert "examples: 2 / 2" in text
    assert "random inputs" not in text
    assert "written answer" not in text
    assert "What to do next" not in text


def test_the_written_answer_alone() -> None:
    marks = {("李雷", "q13_message_batches", "wr"): Mark("3", "想想边界。")}
    text = reply(key="wr", marks=marks)
    assert "Marked by a person: 3 / 4 points." in text
    assert "想想边界。" in text
    assert "examples" not in text


def test_the_policy_holds_in_a_reply() -> None:
    text = reply(feedback=CLOSED)
    assert "total_bytes" not in text
    assert "2.0" not in text
    assert "0.25 times" not in text


def test_a_reply_about_a_unit_is_cut_and_one_about_a_key_is_not() -> None:
    many = report(unit([check(str(i), Status.WRONG, WRONG) for i in range(8)]))
    assert reply(many).count("expected: 2.0") == CAUSES
    assert "Not passed (details left out here):" in reply(many)
    assert reply(many, key="prop").count("expected: 2.0") == 8


def test_missing_functions_are_said_once() -> None:
    student = report(unit([check(str(i), Status.UNANSWERED, EMPTY) for i in range(5)]))
    assert reply(student).count("transfer_s is not answered yet") == 1


def test_an_exception_brings_its_lines() -> None:
    text = reply(report(unit([check("a", Status.ERROR, RAISED)])))
    assert "your code: cell 3, line 2, in transfer_s: return 1 / total_bytes" in text


def test_a_file_that_cannot_be_read() -> None:
    text = reply(report(unread(say("notebook.empty", name="q13.ipynb"))))
    assert "0 / 3 points, file could not be read" in text
    assert "the file is empty" in text


def test_a_reply_is_safe_to_paste_into_a_terminal() -> None:
    why = say("student.raised", type="E", message="\x1b[2J\u202eevil\r\nsecond line")
    text = reply(report(unit([check("a", Status.ERROR, type(RAISED)(why=why, traceback=("x",)))])))
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert "\\u001b[2J\\u202eevil  second line" in text
