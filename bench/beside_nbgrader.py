"""CPU seconds a submission: `nbgrader autograde` and `grader grade` on the same notebooks, one run.

Run after `./dev demo`, whose class it copies: python bench/beside_nbgrader.py [STUDENTS]

Both get the same students (right, wrong and accidents mixed) and the same bundles, one notebook
each, and start with nothing graded. nbgrader runs the notebooks as they are, with the public checks
that the released cells call; grader runs the hidden checks too.
"""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

DEMO = Path("build/demo/class")
STUDENTS = 6
GRADED = ("results", "autograded", "feedback", "gradebook.db")


def cpu_s(command: list[str], folder: Path) -> tuple[float, int]:
    """Return the CPU seconds of a command and all it started, and its exit code."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        command, cwd=folder, env=os.environ | {"PATH": path}, capture_output=True, text=True
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return used, done.returncode


def copied(to: Path, students: list[str]) -> Path:
    """Return a copy of the demo's class with a few students and nothing graded."""
    shutil.copytree(DEMO, to, ignore=shutil.ignore_patterns(*GRADED, "*.bak*", "submitted"))
    for student in students:
        shutil.copytree(DEMO / "submitted" / student, to / "submitted" / student)
    config = to / "class.toml"
    course = (DEMO / ".." / ".." / "..").resolve()
    config.write_text(f'course = "{course}"\nname = "bench"\n', "utf-8")
    return to


def main() -> None:
    """Print the table."""
    if not (DEMO / "class.toml").is_file():
        sys.exit("run ./dev demo first: its class is what is graded here")
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else STUDENTS
    every = sorted(p.name for p in (DEMO / "submitted").iterdir())
    students = every[:: max(1, len(every) // wanted)][:wanted]
    bundles = sorted(p.name for p in (DEMO / "source").iterdir())
    python = sys.executable
    with tempfile.TemporaryDirectory() as folder:
        theirs = copied(Path(folder) / "nbgrader", students)
        ours = copied(Path(folder) / "grader", students)
        print(f"students: {', '.join(students)}")
        print(f"{'bundle':<30}{'nbgrader':>10}{'grader':>10}{'ratio':>8}   CPU s a submission")
        for bundle in bundles:
            nbgrader = [python, "-m", "nbgrader"]
            cpu_s([*nbgrader, "generate_assignment", bundle, "--force"], theirs)
            them, code = cpu_s([*nbgrader, "autograde", bundle], theirs)
            us, ours_code = cpu_s([python, "-m", "grader", "grade", bundle, "--class", "."], ours)
            n = len(students)
            print(
                f"{bundle:<30}{them / n:>10.2f}{us / n:>10.2f}{them / us:>8.2f}"
                f"   exit codes {code} and {ours_code}"
            )


if __name__ == "__main__":
    main()
