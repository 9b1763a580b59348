"""Readers of what others wrote raise their own errors and no others, whatever comes.

Here is a seeded sample. `./dev long` fuzzes for 30 CPU minutes, all targets together, guided by
coverage, where atheris is installed (`pip install atheris`; Linux on x86-64); GRADER_FUZZ_MINUTES
says how many instead. `python -m tests.fuzz.guided` fuzzes one target alone. What it finds becomes
a test beside the reader that is mended.
"""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fuzz.course_files import FILES, course_file
from tests.fuzz.targets import TARGETS, Target
from tests.fuzz.varied import varied

SAMPLE = {"course-files": 2000}
USUAL_SAMPLE = 12_000
"""Inputs of a target, 0.1 ms each; a file of a course takes 1 ms. Together about 8 CPU s."""
MINUTES = float(os.environ.get("GRADER_FUZZ_MINUTES", "30"))
ROOT = Path(__file__).parents[2]
WALL_PER_CPU = 20
"""How much longer it may take on a machine that has other work before it is given up."""


@pytest.mark.parametrize("name", TARGETS)
def test_honest_inputs_are_read(name: str) -> None:
    for seed in TARGETS[name].seeds():
        TARGETS[name].read(seed)


@pytest.mark.parametrize("name", TARGETS)
def test_changed_inputs_raise_nothing_unforeseen(name: str) -> None:
    for data in varied(TARGETS[name], name, SAMPLE.get(name, USUAL_SAMPLE)):
        try:
            TARGETS[name].read(data)
        except Exception as error:
            error.add_note(f"input: {data!r}")
            raise


FOUND = {
    "lists 3000 deep": b"a = " + b"[" * 3000,
    "tables 3000 deep": b"a = " + b"{b=" * 3000,
    "a number of 5000 digits": b"minutes = " + b"9" * 5000,
}


@pytest.mark.parametrize("file", range(len(FILES)), ids=[file.path for file in FILES])
@pytest.mark.parametrize("found", FOUND)
def test_what_was_found_is_mended_in_every_file_of_a_course(found: str, file: int) -> None:
    course_file(bytes([file]) + FOUND[found])


@pytest.mark.parametrize("name", [b"\\u0000", b"../" * 2000, b"a" * 5000])
def test_a_class_may_name_no_folder_at_all(name: bytes) -> None:
    number = next(i for i, file in enumerate(FILES) if file.path == "class/class.toml")
    course_file(bytes([number]) + b'course = "' + name + b'"\n')


def read_all(target: Target, inputs: int) -> None:
    for data in varied(target, "seed", inputs):
        target.read(data)


def test_a_reader_that_raises_something_else_is_found() -> None:
    honest = TARGETS["frame-from-box"]
    target = Target(lambda data: data.decode("ascii") and None, honest.seeds, honest.words)
    with pytest.raises(UnicodeDecodeError):
        read_all(target, 100)


def test_changes_are_many_and_the_same_each_time() -> None:
    target = TARGETS["answer"]
    once, again = (list(varied(target, "seed", 500)) for _ in range(2))
    assert once == again
    assert len(set(once)) > 400
    assert list(varied(target, "other", 500)) != once


@pytest.mark.long
@pytest.mark.parametrize("name", TARGETS)
def test_fuzzing_guided_by_coverage_finds_nothing(name: str, tmp_path: Path) -> None:
    if importlib.util.find_spec("atheris") is None:
        pytest.skip("atheris is not installed")
    cpu_s = MINUTES * 60 / len(TARGETS)
    done = subprocess.run(
        [sys.executable, "-m", "tests.fuzz.guided", name, str(cpu_s), str(tmp_path)],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        capture_output=True,
        text=True,
        errors="replace",
        timeout=60 + WALL_PER_CPU * cpu_s,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-4000:]
    assert f"{name}: " in done.stdout
