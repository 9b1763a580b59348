"""Accesses drawn: everything the picture says stands in the text too, and the policy hides both."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from xml.etree import ElementTree as ET

import msgspec
import pytest
from msgspec.structs import replace

from grader.course import Feedback
from grader.messages import LANGS, say
from grader.outcome import (
    CallShown,
    Failure,
    Picture,
    PictureAccess,
    PictureArray,
    Status,
    StudentReport,
)
from grader.report.evidence import allowed
from grader.report.html import MAX_BYTES, feedback_page
from grader.report.picture import CELL, MOST_CELLS, figure, pictured
from grader.report.reply import why_text
from grader.report.words import Words
from tests.report.small_reports import check, report, unit

OPEN = Feedback()
TWO = Picture(
    arrays=(PictureArray("B", 3, 4), PictureArray("c", 1, 5, flat=True)),
    accesses=(
        PictureAccess(0, "R", 0, 0),
        PictureAccess(1, "W", 0, 3),
        PictureAccess(0, "R", 1, 0),
        PictureAccess(0, "R", 2, 0),
    ),
    broken=2,
    expected=PictureAccess(0, "R", 0, 1),
)
WHY = say("access.hoist", place="B[1, 0]", event=3)

WARP = Picture(
    arrays=(PictureArray("B", 4, 3),),
    accesses=tuple(PictureAccess(0, "R", x, y) for y in range(2) for x in range(2)),
    broken=1,
    expected=PictureAccess(0, "R", 0, 1),
    lanes=("(0,0)", "(1,0)", "(0,1)", "(1,1)"),
)


def of(picture: Picture) -> Failure:
    return Failure(why=WHY, calls=(CallShown("f(B=…)"),), expected="B[0, 1]", picture=picture)


def student(picture: Picture = TWO, count: int = 1) -> StudentReport:
    checks = [check(str(i), Status.WRONG, of(picture), key="trace") for i in range(count)]
    return report(unit(checks, points={"trace": "3"}))


def walk(rows: int, cols: int, broken: int, n: int = 60, flat: bool = False) -> Picture:
    """Return a picture of an array read row by row."""
    accesses = tuple(PictureAccess(0, "R", *divmod(p, cols)) for p in range(n))
    return Picture((PictureArray("B", rows, cols, flat),), accesses, broken)


def warp(places: list[tuple[int, int]], rows: int = 64, cols: int = 64) -> Picture:
    """Return a picture of 32 threads or fewer that read these elements at once."""
    accesses = tuple(PictureAccess(0, "R", row, col) for row, col in places)
    lanes = tuple(f"({x},0)" for x in range(len(places)))
    return Picture((PictureArray("B", rows, cols),), accesses, lanes=lanes)


def numbers(svg: ET.Element) -> list[str | None]:
    return [text.text for text in svg.findall("text[@class='kn']")]


def drawn(picture: Picture) -> list[ET.Element]:
    """Return the grids as XML would be read, attributes quoted as XML wants them."""
    html = figure(Words(["en"]), of(picture))
    found = []
    for part in html.split("<svg ")[1:]:
        body = part[: part.index("</svg>")]
        quoted = _quoted(f"<svg {body}</svg>")
        found.append(ET.fromstring(quoted))
    return found


def tags(picture: Picture) -> list[tuple[str, list[tuple[str, str | None]]]]:
    """Return all elements of a figure with their attributes."""
    found: list[tuple[str, list[tuple[str, str | None]]]] = []
    parser = HTMLParser()
    parser.handle_starttag = lambda tag, attrs: found.append((tag, attrs))  # type: ignore[method-assign]
    parser.feed(figure(Words(LANGS), of(picture)))
    return found


def _quoted(svg: str) -> str:
    return re.sub(r"(\s[a-z-]+)=([^\s\"/>]+)", r'\1="\2"', svg)


# --- the line of text -----------------------------------------------------------------------------


def test_the_line_numbers_the_accesses_and_marks_the_broken_one() -> None:
    line = "(1) B[0, 0] · (2) c[3] ← · ✗ (3) B[1, 0] · (4) B[2, 0]"
    assert pictured(of(TWO)) == line


def test_a_dozen_around_the_broken_one_is_told() -> None:
    line = pictured(of(walk(8, 8, broken=30)))
    assert line.startswith("… · (1) B[3, 1]")
    assert "✗ (6) B[3, 6]" in line
    assert line.endswith("(12) B[4, 4] · …")
    at_the_end = pictured(of(walk(8, 8, broken=59)))
    assert at_the_end.endswith("✗ (12) B[7, 3]")


def test_accesses_that_were_skipped_are_dots() -> None:
    assert pictured(of(replace(TWO, skipped=7))).startswith("… · (1) B[0, 0]")


def test_no_picture_is_no_line() -> None:
    assert pictured(Failure(why=WHY)) == ""
    assert pictured(of(Picture((), ()))) == ""
    assert figure(Words(["en"]), Failure(why=WHY)) == ""


# --- the grids ------------------------------------------------------------------------------------


def test_a_grid_for_each_array_with_name_and_shape() -> None:
    names = [svg.findtext("text[@class='kt']") for svg in drawn(TWO)]
    assert names == ["B (3 × 4)", "c (5)"]


def test_frames_stand_where_the_elements_are() -> None:
    matrix, vector = drawn(TWO)
    solid, dashed = (matrix.find(f"path[@class='{sign}']") for sign in ("kx", "ke"))
    assert solid is not None
    assert solid.get("d") == f"M0 {CELL}h{CELL}v{CELL}h-{CELL}z"
    assert dashed is not None
    assert dashed.get("d") == f"M{CELL} 0h{CELL}v{CELL}h-{CELL}z"
    assert vector.find("path[@class='kx']") is None
    assert vector.find("path[@class='kw']") is not None


def test_numbers_are_those_of_the_line() -> None:
    matrix, vector = drawn(TWO)
    assert [text.text for text in matrix.findall("text[@class='kn']")] == ["1", "3", "4"]
    assert [text.text for text in vector.findall("text[@class='kn']")] == ["2"]


def test_later_is_stronger() -> None:
    (svg,) = drawn(walk(8, 8, broken=0))
    classes = [path.get("class") for path in svg.findall("path")]
    assert classes == ["kg", "k0", "k1", "k2", "k3", "k4", "kx"]


@pytest.mark.parametrize(("rows", "cols", "broken"), [(40, 2, 59), (2, 40, 59), (40, 40, 45)])
def test_of_a_large_array_the_part_around_the_broken_access_is_drawn(
    rows: int, cols: int, broken: int
) -> None:
    (svg,) = drawn(walk(rows, cols, broken))
    assert svg.find("path[@class='kx']") is not None
    _, _, width, height = map(int, str(svg.get("viewBox")).split())
    assert width <= CELL * (MOST_CELLS + 2)
    assert height <= CELL * (MOST_CELLS + 3)
    assert f"({rows} × {cols})" in str(svg.findtext("text[@class='kt']"))


def test_an_expected_element_far_away_leaves_the_broken_one_in_sight() -> None:
    far = replace(walk(40, 40, broken=1), expected=PictureAccess(0, "R", 39, 39))
    (svg,) = drawn(far)
    assert svg.find("path[@class='kx']") is not None
    assert svg.find("path[@class='ke']") is None


def test_an_empty_array_can_be_drawn() -> None:
    assert len(drawn(Picture((PictureArray("B", 0, 3),), ()))) == 1


def test_the_largest_picture_is_small() -> None:
    arrays = tuple(PictureArray(name, 16, 16) for name in "ABCD")
    accesses = tuple(PictureAccess(i % 4, "W", i // 4, i % 16) for i in range(60))
    html = figure(Words(LANGS), of(Picture(arrays, accesses, 0, accesses[7])))
    assert len(html.encode()) < 9_000


@pytest.mark.parametrize("name", ['"><script>', "</svg><b>", "B&amp;", "\u202eB", "B onload=x"])
def test_the_name_of_an_array_is_text_and_nothing_else(name: str) -> None:
    picture = replace(TWO, arrays=(PictureArray(name, 3, 4), TWO.arrays[1]))
    assert tags(picture) == tags(TWO)
    assert "\u202e" not in figure(Words(LANGS), of(picture))


# --- threads --------------------------------------------------------------------------------------


def test_the_line_says_which_thread_touches_what() -> None:
    line = "(0,0) B[0, 0] · ✗ (1,0) B[1, 0] · (0,1) B[0, 1] · (1,1) B[1, 1]"
    assert pictured(of(WARP)) == line


def test_a_cell_has_the_number_of_its_lane_and_every_lane_the_same_shade() -> None:
    (svg,) = drawn(WARP)
    assert numbers(svg) == ["0", "1", "2", "3"]
    assert [path.get("class") for path in svg.findall("path")] == ["kg", "k1", "ke", "kx"]


def test_threads_at_one_element_share_a_cell() -> None:
    picture = warp([(0, 0), (0, 1), (0, 0), (0, 0)])
    (svg,) = drawn(picture)
    assert numbers(svg) == ["0+", "1"]
    assert svg.find("path[@class='k3']") is not None
    html = figure(Words(LANGS), of(picture))
    assert "几个线程访问同一个元素" in html
    assert "several threads touch this element" in html


def test_two_racing_threads_share_the_framed_cell() -> None:
    accesses = (PictureAccess(0, "W", 1, 2), PictureAccess(0, "R", 1, 2))
    race = Picture((PictureArray("sA", 4, 4),), accesses, broken=1, lanes=("(2,1)", "(3,1)"))
    assert pictured(of(race)) == "(2,1) sA[1, 2] ← · ✗ (3,1) sA[1, 2]"
    (svg,) = drawn(race)
    assert numbers(svg) == ["0+"]
    assert svg.find("path[@class='kx']") is not None


@pytest.mark.parametrize("down", [True, False])
def test_a_whole_warp_is_drawn_and_told(down: bool) -> None:
    picture = warp([(x, 40) if down else (40, x + 9) for x in range(32)])
    (svg,) = drawn(picture)
    assert numbers(svg) == [str(x) for x in range(32)]
    assert pictured(of(picture)).count("·") == 31
    assert "…" not in pictured(of(picture))


def test_of_threads_far_apart_the_broken_one_is_drawn_and_all_are_told() -> None:
    picture = replace(warp([(0, 64 * x) for x in range(32)], 1, 4096), broken=7)
    (svg,) = drawn(picture)
    assert numbers(svg) == ["7"]
    assert "(31,0) B[0, 1984]" in pictured(of(picture))


def test_an_array_that_no_thread_touches_is_empty() -> None:
    two = replace(WARP, arrays=(*WARP.arrays, PictureArray("C", 40, 40)))
    assert numbers(drawn(two)[1]) == []


def test_the_legend_tells_that_the_numbers_are_threads() -> None:
    html = figure(Words(LANGS), of(WARP))
    assert "同一个 warp 的线程执行同一行代码" in html
    assert "threads of one warp at one source line" in html
    assert "The stronger the shade" not in html
    assert "several threads" not in html
    assert "warp" not in figure(Words(LANGS), of(TWO))


@pytest.mark.parametrize("name", ["</code><b>", "\u202e(0,0)"])
def test_the_name_of_a_lane_is_text_and_nothing_else(name: str) -> None:
    picture = replace(WARP, lanes=(name, *WARP.lanes[1:]))
    assert tags(picture) == tags(WARP)
    assert "\u202e" not in figure(Words(LANGS), of(picture))


# --- page and reply -------------------------------------------------------------------------------


def test_the_page_has_the_picture_its_text_and_what_the_signs_mean() -> None:
    html = feedback_page(student(), LANGS, OPEN)
    assert "<figure>" in html
    assert "✗ (3) B[1, 0]" in html
    assert "虚线框：这里本应访问 B[0, 1]。" in html
    assert "Dashed frame: B[0, 1], the access that should have come." in html
    assert "aria-hidden=true" in html


def test_a_sign_that_is_not_drawn_is_not_explained() -> None:
    plain = Picture(TWO.arrays[:1], TWO.accesses[:1])
    html = figure(Words(LANGS), of(plain))
    assert "frame" not in html
    assert "写入" not in html


def test_a_reply_has_the_line() -> None:
    text = why_text(student(), "q13_message_batches", "trace", "en", OPEN)
    assert "accesses in order: (1) B[0, 0] · (2) c[3] ← · ✗ (3) B[1, 0] · (4) B[2, 0]\n" in text
    text = why_text(student(), "q13_message_batches", "trace", "zh", OPEN)
    assert "访问顺序：(1) B[0, 0]" in text


def test_pictures_go_before_verdicts_when_a_page_grows_too_large() -> None:
    html = feedback_page(student(walk(16, 16, broken=5), count=40), LANGS, OPEN)
    assert len(html.encode()) <= MAX_BYTES
    assert "<figure>" not in html
    assert "The sentence of 39." in html


# --- policy ---------------------------------------------------------------------------------------


def test_hidden_inputs_hide_the_picture() -> None:
    closed = Feedback(show_inputs=False)
    hidden = allowed(check("a", Status.WRONG, of(TWO), key="trace"), closed)
    assert hidden is not None
    assert hidden.picture is None
    public = allowed(check("a", Status.WRONG, of(TWO), key="trace", public=True), closed)
    assert public is not None
    assert public.picture == TWO
    assert "<figure>" not in feedback_page(student(), LANGS, closed)
    assert "B[1, 0] ·" not in why_text(student(), "q13_message_batches", None, "en", closed)


def test_hidden_expected_values_hide_the_expected_access() -> None:
    shown = allowed(check("a", Status.WRONG, of(TWO)), Feedback(show_expected="never"))
    assert shown is not None
    assert shown.picture == replace(TWO, expected=None)


def test_a_hidden_claim_shows_no_picture() -> None:
    shown = allowed(check("a", Status.WRONG, of(TWO), key="claim"), OPEN)
    assert shown is not None
    assert shown.picture is None


# --- the record -----------------------------------------------------------------------------------


def test_a_picture_survives_the_file() -> None:
    raw = msgspec.json.encode(of(TWO))
    assert msgspec.json.decode(raw, type=Failure) == of(TWO)
    assert b'[0,"R",1,0]' in raw
    assert b"lanes" not in raw
    raw = msgspec.json.encode(of(WARP))
    assert msgspec.json.decode(raw, type=Failure) == of(WARP)


@pytest.mark.parametrize(
    "change",
    [
        {"broken": 4},
        {"broken": -2},
        {"expected": PictureAccess(2, "R", 0, 0)},
        {"expected": PictureAccess(0, "R", 3, 0)},
        {"expected": PictureAccess(0, "R", 0, -1)},
        {"accesses": TWO.accesses * 16},
        {"arrays": TWO.arrays * 3},
        {"arrays": (PictureArray("B" * 41, 3, 4), TWO.arrays[1])},
        {"lanes": ("(0,0)",)},
        {"lanes": ("(0,0)", "(1,0)", "(0,1)", "(1023, 0, 0) ")},
    ],
    ids=["broken", "none", "array", "row", "column", "accesses", "arrays", "name", "lanes", "lane"],
)
def test_a_picture_that_cannot_be_drawn_cannot_be_read_back(change: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"picture|element"):
        replace(TWO, **change)
    raw = msgspec.to_builtins(TWO) | {k: msgspec.to_builtins(v) for k, v in change.items()}
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(raw, type=Picture)


def test_an_unknown_field_of_an_access_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert([0, "R", 0, 0, 1], type=PictureAccess)
