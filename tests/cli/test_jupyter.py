"""A released notebook runs from top to bottom in a real kernel, as a student opens it."""

from __future__ import annotations

import datetime as dt
import json
import zipfile
from pathlib import Path

import pytest

from grader.engine.classroom import Classroom
from grader.engine.demo import answered
from grader.engine.fixtures import unit_fixtures
from grader.engine.grade import Grader
from grader.engine.release import release_bundle
from tests.engine.tiny_class import BUNDLE

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")

SAYS = {"zh": "还没有作答", "en": "is not answered yet"}


def run_notebook(path: Path) -> str:
    """Return all that the notebook's cells print."""
    notebook = nbformat.read(path, as_version=4)
    client = nbclient.NotebookClient(
        notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": path.parent}}
    )
    client.execute()
    outputs = [o for cell in notebook.cells for o in cell.get("outputs", [])]
    return "".join(o.get("text", "") for o in outputs)


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_a_released_notebook_runs_in_jupyter(
    lang: str, tmp_path: Path, tiny_grader: Grader
) -> None:
    course = tiny_grader.course
    classroom = Classroom.create(tmp_path / "class", course.root)
    released = release_bundle(
        classroom,
        course.bundle(BUNDLE),
        tiny_grader,
        tmp_path,
        langs=(lang,),  # type: ignore[arg-type]
        today=dt.date(2026, 11, 30),
    )
    assert released.path is not None
    with zipfile.ZipFile(released.path) as bundle:
        bundle.extractall(tmp_path)
    blank = tmp_path / BUNDLE / "u1_rooms.ipynb"
    assert SAYS[lang] in run_notebook(blank)
    solution = next(iter(unit_fixtures(course.unit("u1"))))
    blank.write_bytes(answered(blank.read_bytes(), solution))
    said = run_notebook(blank)
    assert "✓" in said
    assert "✗" not in said
    assert json.loads(blank.read_bytes())["metadata"]["rooflab"]["unit"] == "u1_rooms"
