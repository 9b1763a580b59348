"""What `grade` itself costs around the judging: its main process by parts, workers left out."""

from __future__ import annotations

import time
from pathlib import Path

from grader.box import best_rung
from grader.engine import grade, publish
from grader.engine.classroom import Classroom
from grader.engine.store import ResultStore
from grading_sides.clock import Clock
from grading_sides.for_grader import BUNDLE

READ, STORE, ROWS, WAIT = "read notebooks", "store of results", "rows and reports", "hand out jobs"
BOOK, PAGES = "gradebook", "feedback pages"
THREADS, WHOLE = "pool threads, JSON", "main process"
PARTS = (READ, WAIT, THREADS, STORE, ROWS, BOOK, PAGES)


def measure(folder: Path) -> dict[str, float]:
    """Grade a class; return CPU seconds by part.

    nbgrader, with which the gradebook is written, is imported before anything is counted.
    """
    import nbgrader.api  # noqa: F401 - seconds, once a run

    clock = Clock()
    clock.watch(grade, "read_bundle", READ)
    clock.watch(ResultStore, "put", STORE)
    clock.watch(ResultStore, "get", STORE)
    clock.watch(grade, "class_report", ROWS)
    clock.watch(grade, "student_reports", ROWS)
    clock.watch(publish, "record_bundle", BOOK)
    clock.watch(publish, "write_feedback", PAGES)
    classroom = Classroom(folder)
    course = classroom.course()
    bundle = course.bundle(BUNDLE)
    rung = best_rung().value
    whole, main = time.process_time(), time.thread_time()
    with classroom.locked(), grade.Grader(course, rung, (folder,)) as grader:
        _, reports = clock.count(WAIT, lambda: grade.grade_bundle(classroom, bundle, grader))
        publish.publish(classroom, course, bundle, reports)
    whole, main = time.process_time() - whole, time.thread_time() - main
    return dict(clock.seconds) | {THREADS: whole - main, WHOLE: whole}
