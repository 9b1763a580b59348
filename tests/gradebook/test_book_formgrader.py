"""The class in a running formgrader, over HTTP: list, open, mark, comment, regrade, still there."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.engine.classroom import Classroom
from tests.gradebook.formgrader_server import Formgrader, formgrader
from tests.gradebook.small_class import BUNDLE, EX, OTHER, PROP, UNIT, WR, SmallClass

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("jupyter_server") is None, reason="Jupyter's server is not installed"
)

ANSWER = "Because <script>document.title = 'owned'</script> of latency."


def record(small: SmallClass, prop: str) -> None:
    small.record(
        small.report(
            "ada",
            small.unit("ada", {"ex": "3", "prop": prop}),
            small.unit("ada", {"ex": "1"}, OTHER),
        ),
        small.report(
            "李雷",
            small.unit("李雷", {"ex": "", "prop": "2.5"}),
            small.nothing(OTHER, problem=None),
        ),
    )


@pytest.fixture
def server(small: SmallClass, tmp_path: Path) -> Iterator[Formgrader]:
    Classroom.create(small.folder, tmp_path / "course")
    small.hand_in("ada", answer=ANSWER)
    small.hand_in("ada", OTHER)
    small.hand_in("李雷")
    record(small, "1.25")
    scratch = tmp_path / "jupyter"
    scratch.mkdir()
    with formgrader(small.folder, scratch) as running:
        yield running


def test_a_class_is_marked_in_formgrader(small: SmallClass, server: Formgrader) -> None:
    # The list: the assignment, and every student with points.
    (assignment,) = server.get("assignments")
    assert (assignment["name"], assignment["max_score"]) == (BUNDLE, 10.5)
    assert assignment["num_submissions"] == 2
    listed = {s["student"]: s for s in server.get(f"submissions/{BUNDLE}")}
    assert {name: s["score"] for name, s in listed.items()} == {"ada": 5.25, "李雷": 2.5}
    assert all(s["autograded"] and s["needs_manual_grade"] for s in listed.values())
    units = {u["student"]: u for u in server.get(f"submitted_notebooks/{BUNDLE}/{UNIT}")}
    others = {u["student"] for u in server.get(f"submitted_notebooks/{BUNDLE}/{OTHER}")}
    assert set(units) == {"ada", "李雷"}
    assert others == {"ada"}  # the other one has no page: it was not handed in

    # The page: our report in the test cell, the answer to mark, nothing of the student's acting.
    submission = units["ada"]["id"]
    page = server.page(f"submissions/{submission}/")
    assert "prop: more messages take longer." in page
    assert "expected: 3.25" in page
    assert "of latency." in page
    assert "<script>document.title" not in page

    # A person marks the answer and a part, and comments.
    grades = {g["name"]: g for g in server.get(f"grades?submission_id={submission}")}
    assert (grades[PROP]["auto_score"], grades[PROP]["failed_tests"]) == (1.25, True)
    assert (grades[WR]["auto_score"], grades[WR]["needs_manual_grade"]) == (None, True)
    comments = {c["name"]: c for c in server.get(f"comments?submission_id={submission}")}
    server.put(f"grade/{grades[WR]['id']}", manual_score=3.5, extra_credit=None)
    server.put(f"comment/{comments[WR]['id']}", manual_comment="说得对。")
    assert server.get(f"submission/{BUNDLE}/ada")["score"] == 8.75

    # A regrade: new points by the checks, the person's stay.
    record(small, "2.5")
    after = {g["name"]: g for g in server.get(f"grades?submission_id={submission}")}
    assert (after[PROP]["auto_score"], after[PROP]["failed_tests"]) == (2.5, False)
    assert (after[WR]["manual_score"], after[WR]["needs_manual_grade"]) == (3.5, False)
    said = {c["name"]: c for c in server.get(f"comments?submission_id={submission}")}
    assert said[WR]["manual_comment"] == "说得对。"
    graded = server.get(f"submission/{BUNDLE}/ada")
    assert (graded["score"], graded["needs_manual_grade"]) == (10.0, False)
    assert "expected: 3.25" not in server.page(f"submissions/{submission}/")

    # What we could not judge waits for a person until one has marked it.
    waiting = {g["name"]: g for g in server.get(f"grades?submission_id={units['李雷']['id']}")}
    assert [name for name, g in waiting.items() if g["needs_manual_grade"]] == [EX]
    server.put(f"grade/{waiting[EX]['id']}", manual_score=2, extra_credit=None)
    record(small, "2.5")
    assert not server.get(f"submission/{BUNDLE}/李雷")["needs_manual_grade"]
