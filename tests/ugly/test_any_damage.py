"""Whatever is done to a notebook, reading it gives a work or a sentence, and nothing else."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.course import load_course
from grader.engine.submissions import Work, read_work
from grader.errors import SubmissionError
from grader.messages import LANGS
from grader.notebooks.build import build_notebook
from tests.ugly.case import FILE, UNIT, Released, dumps
from tests.ugly.ugly_class import TINY

COURSE = load_course(TINY)
UNITS = [unit.id for unit in COURSE.units]
JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 10**60),
    st.floats(),
    st.text(max_size=6),
    st.sampled_from(["code", "markdown", "u1_rooms", "u1_rooms-ex", "u1_rooms-wr", "\ud800", "[]"]),
    st.lists(st.integers(), max_size=2),
    st.dictionaries(st.sampled_from(["cells", "nbgrader", "source"]), st.integers(), max_size=2),
)


@pytest.fixture(scope="module")
def solved() -> dict[str, Any]:
    built = {u: build_notebook(COURSE.unit(u), ("zh", "en"), {}, set(), "r") for u in UNITS}
    return Released(built[UNIT], {}).solved()


def read(data: bytes) -> Work | None:
    """Return the work; None if it was refused with a sentence, as anything else is a failure."""
    try:
        work = read_work(data, FILE, COURSE.unit(UNIT), UNITS)
    except SubmissionError:
        return None
    assert work.answers is not None
    assert all(note.text(lang).isprintable() for note in work.notes for lang in LANGS)
    return work


def places(value: object, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path of every value inside `value`."""
    inside: Any = ()
    if isinstance(value, dict):
        inside = value.items()
    elif isinstance(value, list):
        inside = enumerate(value)
    for key, inner in inside:
        yield (*path, key)
        yield from places(inner, (*path, key))


def replaced(whole: Any, path: tuple[Any, ...], value: object) -> Any:
    whole = copy.deepcopy(whole)
    holder = whole
    for key in path[:-1]:
        holder = holder[key]
    holder[path[-1]] = value
    return whole


def test_undamaged_it_is_read_whole(solved: dict[str, Any]) -> None:
    work = read(dumps(solved))
    assert work is not None
    assert work.answers is not None
    assert (work.answers.unanswered, work.written, work.notes) == (frozenset(), True, ())


@settings(deadline=None, max_examples=300)
@given(data=st.data())
def test_any_value_replaced(solved: dict[str, Any], data: st.DataObject) -> None:
    path = data.draw(st.sampled_from(list(places(solved))))
    damaged = replaced(solved, path, data.draw(JUNK))
    work = read(json.dumps(damaged).encode())
    if path[0] in ("metadata", "nbformat", "nbformat_minor"):
        assert work is not None
        assert work.answers is not None
        assert not work.answers.unanswered


@settings(deadline=None)
@given(st.integers(0, 6000), st.integers(0, 400), st.binary(max_size=5))
def test_any_bytes_replaced(solved: dict[str, Any], start: int, length: int, put: bytes) -> None:
    whole = dumps(solved)
    read(whole[:start] + put + whole[start + length :])
