"""The feedback page: complete, small, in the reader's languages, deaf to what students write."""

from __future__ import annotations

import base64
import hashlib
import itertools
import re
from collections.abc import Sequence
from html.parser import HTMLParser

import pytest
from msgspec.structs import replace

from grader.course import Feedback
from grader.messages import LANGS, Lang, say
from grader.outcome import CallShown, CellNote, Failure, Key, Status, StudentReport, Text
from grader.report.html import MAX_BYTES, feedback_page
from grader.report.standing import NO_MARKS, Mark, Marks
from grader.report.words import Words
from tests.report.small_reports import EMPTY, RAISED, WRONG, check, report, unit, unread

OPEN = Feedback()
CLOSED = Feedback(show_inputs=False, show_expected="never")
ONE_OF_EACH = report(
    unit(
        [
            check("a"),
            check("b", Status.WRONG, WRONG),
            check("c", Status.ERROR, RAISED, key="ex", of=("g",)),
            check("d", Status.UNANSWERED, EMPTY, key="err", cases=0),
        ],
        points={"ex": "2", "prop": "6", "err": "1", "wr": "4"},
        written="answered",
        answer="因为延迟。",
        notes=(say("work.renamed", file="张三_q13 (1).ipynb", unit="q13_message_batches"),),
        cells=(CellNote(4, Status.ERROR, RAISED.why, RAISED.traceback),),
    )
)


class Page(HTMLParser):
    """A page taken apart: its text, its tags with attributes, and whether the tags are nested."""

    OMITTED = frozenset({"dt", "dd", "li"})
    """Elements whose end HTML lets us leave out."""
    VOID = frozenset({"meta", "br"})

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.wrong: list[str] = []
        self.text = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open[-1] in self.OMITTED and self.open[-1] != tag:
            self.open.pop()
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.text += data


def page(
    student: StudentReport = ONE_OF_EACH,
    langs: Sequence[Lang] = ("en",),
    feedback: Feedback = OPEN,
    marks: Marks = NO_MARKS,
) -> Page:
    return Page(feedback_page(student, langs, feedback, marks))


# --- what it says ---------------------------------------------------------------------------------


def test_a_failed_check_tells_what_was_tried_what_came_and_what_should_have() -> None:
    text = page().text
    for part in (
        "The sentence of b.",
        "the number is off: it is 0.25 times what it should be",
        "smallest failing inputtransfer_s(total_bytes=1.0, messages=2) → 0.5",
        "expected2.0",
        "first difference[0]",
        "How often is the latency counted?",
    ):
        assert part in text


def test_an_exception_shows_the_students_own_lines() -> None:
    text = page().text
    assert "your code raised ZeroDivisionError: division by zero" in text
    assert "cell 3, line 2, in transfer_s: return 1 / total_bytes" in text


def test_points_arithmetic_notes_cells_and_next_steps_are_there() -> None:
    text = page().text
    assert "3 = 3" in text
    assert "张三_q13 (1).ipynb was renamed" in text
    assert "Cell 5 (error in the code)" in text
    assert "Wrong: call your function with the input shown" in text
    assert "Not answered: complete the function" in text


def test_a_passed_check_says_how_many_inputs_and_points() -> None:
    student = report(unit([check("a", cases=37)]))
    assert "✓ The sentence of a." in page(student).text
    assert "<b>3</b><small>37</small>" in feedback_page(student, ["en"], OPEN)


def test_the_written_answer_waits_and_the_page_is_provisional() -> None:
    text = page().text
    assert "Received; a person will mark it, up to 4 points." in text
    assert "provisional" in text
    assert "Written answers still to be marked by a person: q13." in text


def test_a_mark_and_its_comment_are_shown() -> None:
    marks = {("李雷", "q13_message_batches", "wr"): Mark("3.5", "好。\n第二问呢？")}
    shown = page(marks=marks)
    assert "Marked by a person: 3.5 / 4 points." in shown.text
    assert "第二问呢？" in shown.text
    assert "provisional" not in shown.text


def test_a_mark_for_an_automatic_key_replaces_its_points() -> None:
    marks = {("李雷", "q13_message_batches", "prop"): Mark("5", "接受。")}
    text = page(marks=marks).text
    assert "5 / 6" in text
    assert "Marked by a person: 5 / 6 points." in text
    assert "接受。" in text


def test_a_file_that_cannot_be_read_says_why() -> None:
    text = page(report(unread(say("notebook.empty", name="q13.ipynb")))).text
    assert "✗ file could not be read" in text
    assert "q13.ipynb: the file is empty." in text


# --- what it does not say -------------------------------------------------------------------------


def test_the_policy_holds_on_the_page() -> None:
    text = page(feedback=CLOSED).text
    assert "total_bytes=1.0" not in text
    assert "2.0" not in text
    assert "0.25 times" not in text
    assert "the value is not right." in text


def test_what_we_could_not_judge_keeps_its_details_and_a_name() -> None:
    secret = Failure(why=say("check.author"), got="SECRET", traceback=("test_hidden.py: SECRET",))
    student = report(
        unit([check("a", Status.NOT_JUDGED, secret), check("b")]),
        unread(say("course.toml", detail="SECRET"), status=Status.NOT_JUDGED),
    )
    text = page(student).text
    assert "SECRET" not in text
    assert "the grading system is at fault, not you" in text
    assert "? / 3" in text


def test_the_name_of_a_check_is_nobodys_business() -> None:
    student = report(unit([check("test_secret_trick"), check("b", Status.WRONG, WRONG)]))
    named = replace(
        student.units[0].result.checks[0],  # type: ignore[union-attr]
        title=Text("句子。", "A sentence."),
    )
    result = replace(student.units[0].result, checks=(named,))  # type: ignore[type-var]
    shown = report(replace(student.units[0], result=result))
    assert "test_secret_trick" not in feedback_page(shown, LANGS, OPEN)


# --- languages ------------------------------------------------------------------------------------

HAN = re.compile("[\u4e00-\u9fff]")


def test_an_english_page_has_no_chinese_sentence() -> None:
    text = page(langs=["en"]).text.replace("张三_q13", "").replace("李雷", "")
    assert not HAN.search(text)


def test_a_chinese_page_says_the_same_in_chinese() -> None:
    shown = page(langs=["zh"])
    assert ("html", {"lang": "zh"}) in shown.tags
    for part in ("数值不对：是应有值的 0.25 倍", "最小的出错输入", "应为2.0", "下一步", "暂定"):
        assert part in shown.text
    assert "wrong" not in shown.text


def test_a_page_in_both_has_chinese_first_and_marks_the_english() -> None:
    html = feedback_page(ONE_OF_EACH, ["en", "zh"], OPEN)
    assert "检查 b 的句子。 <i lang=en>The sentence of b.</i>" in html
    english = [attrs for tag, attrs in Page(html).tags if tag == "i"]
    assert english
    assert all(attrs == {"lang": "en"} for attrs in english)


def test_a_sentence_that_is_the_same_in_both_is_said_once() -> None:
    assert Words(LANGS).text(Text("O(n)", "O(n)")) == "O(n)"


def test_a_page_without_a_language_is_refused() -> None:
    with pytest.raises(ValueError, match="language"):
        feedback_page(ONE_OF_EACH, [], OPEN)


# --- hostile text ---------------------------------------------------------------------------------

EVIL = (
    '"><script>alert(1)</script><img src=x onerror=alert(2)>',
    "</style></pre></section><iframe src=//evil.example>",
    "<!-- &lt;script&gt; javascript:alert(3)",
    "\x1b]0;owned\x07\u202efdp.exe\u200b\u2066",
    "e" + "\u0301" * 200,
)


def hostile(text: str) -> StudentReport:
    failure = Failure(
        why=say("student.raised", type=text, message=text),
        calls=(CallShown(text, text), CallShown(text, text)),
        got=text,
        expected=text,
        where=text,
        hint=Text(text, text),
        traceback=(text,),
    )
    title = Text(text, text)
    return report(
        unit(
            [check("a", Status.WRONG, failure, title=title), check("b", title=title)],
            points={"prop": "3", "wr": "1"},
            written="answered",
            answer=text,
            notes=(say("work.renamed", file=text, unit=text),),
            cells=(CellNote(0, Status.ERROR, failure.why, (text,)),),
        ),
        unread(say("notebook.empty", name=text), file=text),
        student=text,
    )


@pytest.mark.parametrize("text", EVIL)
@pytest.mark.parametrize("langs", [["zh"], LANGS], ids=["one", "both"])
def test_hostile_text_becomes_neither_element_nor_attribute(
    text: str, langs: Sequence[Lang]
) -> None:
    marks: dict[tuple[str, str, Key], Mark] = {
        (text, "q13_message_batches", "wr"): Mark("1", f"{text}\n{text}")
    }
    evil, tame = page(hostile(text), langs, marks=marks), page(hostile("x"), langs)
    assert {tag for tag, _ in evil.tags} <= {tag for tag, _ in tame.tags} | {"br", "dl", "dt", "dd"}
    assert not {"script", "img", "iframe", "link", "a"} & {
        tag for tag, attrs in evil.tags if not str(attrs.get("href", "")).startswith("#u")
    }
    assert not any(name.startswith("on") for _, attrs in evil.tags for name in attrs)
    assert evil.wrong == []


@pytest.mark.parametrize("text", EVIL)
def test_hostile_text_holds_no_character_that_acts_unseen(text: str) -> None:
    html = feedback_page(hostile(text), LANGS, OPEN)
    assert [c for c in html if not c.isprintable() and c != "\n"] == []
    assert "\u0301" * 4 not in html


def test_a_name_that_is_no_text_can_be_written() -> None:
    assert feedback_page(report(student="\udcff"), LANGS, OPEN).encode()


# --- the file -------------------------------------------------------------------------------------


def test_the_page_asks_for_nothing_and_its_policy_admits_its_own_style_alone() -> None:
    html = feedback_page(ONE_OF_EACH, LANGS, OPEN)
    style = re.search("<style>(.*?)</style>", html, re.DOTALL)
    assert style is not None
    digest = base64.b64encode(hashlib.sha256(style[1].encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    assert f'content="{policy}"' in html
    assert "url(" not in style[1]
    assert "@import" not in style[1]
    assert not re.search(r"\b(src|href)=(?!\"#u)", html)
    assert "http:" not in html
    assert "https:" not in html


def test_no_tag_has_a_style_that_the_policy_would_refuse() -> None:
    assert not any("style" in attrs for _, attrs in page().tags)


@pytest.mark.parametrize("langs", [["zh"], ["en"], LANGS], ids=["zh", "en", "both"])
def test_tags_are_nested_and_closed(langs: Sequence[Lang]) -> None:
    shown = page(langs=langs)
    assert (shown.wrong, shown.open) == ([], [])


def test_headings_go_down_one_level_at_a_time_and_links_lead_somewhere() -> None:
    tags = page().tags
    levels = [int(tag[1]) for tag, _ in tags if re.fullmatch("h[1-6]", tag)]
    assert levels[0] == 1
    assert all(b - a <= 1 for a, b in itertools.pairwise(levels))
    ids = {attrs["id"] for _, attrs in tags if "id" in attrs}
    links = {str(attrs["href"]).removeprefix("#") for tag, attrs in tags if tag == "a"}
    assert links
    assert links <= ids


def test_a_verdict_has_a_sign_beside_its_colour() -> None:
    html = feedback_page(ONE_OF_EACH, ["en"], OPEN)
    coloured = re.findall(r'class="s[012]">(.)', html)
    assert coloured
    assert set(coloured) <= set("✓✗·?–")


def test_the_same_report_gives_the_same_bytes() -> None:
    assert feedback_page(ONE_OF_EACH, LANGS, OPEN) == feedback_page(ONE_OF_EACH, LANGS, OPEN)


# --- size -----------------------------------------------------------------------------------------


def full_bundle(failed: int, text: str, units: int = 7) -> StudentReport:
    """Return a bundle of 21 checks a unit, `failed` of them with long evidence of their own."""
    long = replace(WRONG, calls=(CallShown(text[:600], text[:400]),), got=text[:400])
    title = Text("字" * 24 + "。", "A sentence of a usual length, about seventy characters long.")
    checks = [
        check(
            str(i),
            Status.WRONG if i < failed else Status.PASSED,
            long if i < failed else None,
            key=("ex", "prop", "err")[i % 3],  # type: ignore[arg-type]
            title=title,
        )
        for i in range(21)
    ]
    points: dict[Key, str] = {"ex": "2", "prop": "4", "err": "1", "wr": "3"}
    return report(*(unit(checks, name=f"q{i}_unit", points=points) for i in range(units)))


@pytest.mark.parametrize("langs", [["zh"], ["en"], LANGS], ids=["zh", "en", "both"])
@pytest.mark.parametrize(("failed", "text"), [(0, ""), (4, "1.0, " * 80), (21, "<'& " * 150)])
def test_a_page_stays_small_and_keeps_every_verdict(
    failed: int, text: str, langs: Sequence[Lang]
) -> None:
    html = feedback_page(full_bundle(failed, text), langs, OPEN)
    assert len(html.encode()) <= MAX_BYTES
    shown = Page(html)
    assert shown.wrong == []
    assert sum(tag == "section" for tag, _ in shown.tags) == 7
    assert sum(tag == "output" for tag, _ in shown.tags) >= 21


def test_a_notebook_of_failing_cells_does_not_fill_the_page() -> None:
    cells = tuple(CellNote(i, Status.ERROR, RAISED.why, ("x" * 200,) * 12) for i in range(3000))
    student = report(*(unit([check()], name=f"q{i}_unit", cells=cells) for i in range(7)))
    html = feedback_page(student, LANGS, OPEN)
    assert len(html.encode()) <= MAX_BYTES
    assert "Cells that did not run" in html


def test_a_page_that_fits_leaves_nothing_out_and_a_shortened_one_says_so() -> None:
    said = say("feedback.shortened").text("en")
    assert said not in page(full_bundle(1, "1.0"), ["en"]).text
    assert said in page(full_bundle(21, "1.0, " * 80), ["en"]).text


def test_what_goes_first_is_what_tells_least() -> None:
    """All of the evidence stays as long as leaving out passed checks is enough."""
    html = feedback_page(full_bundle(3, "1.0, " * 40), LANGS, OPEN)
    assert len(re.findall("<pre>", html)) == 3 * 7
    assert "A sentence of a usual length" in html
    assert "通过 6 项检查" in html
