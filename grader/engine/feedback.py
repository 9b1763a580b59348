"""The feedback pages of a class: `feedback/<student>/<bundle>/<bundle>.html`, beside nbgrader's."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path, PurePath

from grader.course import Feedback
from grader.engine.classroom import Classroom
from grader.errors import UsageError
from grader.files import write_atomically
from grader.messages import Lang, say
from grader.outcome import StudentReport
from grader.report.html import feedback_page
from grader.report.html_unit import TIMING_PAGE
from grader.report.standing import NO_MARKS, Marks


def write_feedback(
    classroom: Classroom,
    reports: Sequence[StudentReport],
    langs: Sequence[Lang],
    feedback: Feedback,
    marks: Marks = NO_MARKS,
) -> tuple[Path, ...]:
    """Write one page per report and return the pages; one that would not change is left alone.

    Parameters
    ----------
    langs
        Languages to show; both for one page in two languages.
    feedback
        How much of a failed hidden check the bundle lets students see.
    marks
        What people gave, which counts instead of what the checks gave.

    Raises
    ------
    UsageError
        A student's id cannot be the name of one folder. No page is written then.
    """
    paths = [page_path(classroom.folder, r.student, r.bundle) for r in reports]
    for path, report in zip(paths, reports, strict=True):
        timed = [
            unit.row.unit
            for unit in report.units
            if (path.parent / f"{unit.row.unit}{TIMING_PAGE}").is_file()
        ]
        page = feedback_page(report, langs, feedback, marks, timed).encode()
        if not path.is_file() or path.read_bytes() != page:
            write_atomically(path, page, safe=False)
    return tuple(paths)


def page_path(class_dir: Path, student: str, bundle: str) -> Path:
    """Return where a student's page lies, always inside the class's feedback folder.

    Raises
    ------
    UsageError
        The student's id is empty, hidden, or more than one name; or a link leads outside.
    """
    folder = class_dir / "feedback"
    path = folder / student / bundle / f"{bundle}.html"
    # Linux takes a backslash for a letter, Windows for the end of a folder: Python knows which.
    one_name = PurePath(student).name == student and "\0" not in student
    if not student or not one_name or student.startswith(".") or not _within(path, folder):
        raise UsageError(say("feedback.bad_student", student=student))
    return path


def _within(path: Path, folder: Path) -> bool:
    return path.resolve().is_relative_to(folder.resolve())
