"""The worker process: a keeper that judges one job after another until its input ends.

`python -m grader.engine.worker`, spoken to by `pool` in JSON lines: first a `Setup`, then
requests; one reply line for each. It dies with the process that started it, and its zygote and
boxes die with it.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import traceback
from pathlib import Path
from typing import Any, BinaryIO, Literal

import msgspec

from grader.course import Course, Limits, load_course
from grader.engine.plan import Job
from grader.errors import BoxError, GraderError
from grader.messages import Message, say
from grader.outcome import Key, Record, Text, UnitResult

PR_SET_PDEATHSIG = 1


class Setup(Record, frozen=True):
    """What a worker serves: one course, one rung, and folders that no box may ever show."""

    course: str
    rung: str
    secrets: tuple[str, ...] = ()
    scripts: str = ""
    """The folder where scripts are kept; empty where none are."""


class DeclaredCheck(Record, frozen=True):
    """What an author declared about one check."""

    name: str
    key: Key
    of: tuple[str, ...]
    weight: int
    public: bool
    title: Text


Scripts = Literal["none", "kept", "write"]
"""Judge live; by scripts where some are kept; also write them, as more such jobs will follow."""


class Request(Record, frozen=True):
    """Judge a job, or describe the checks of a unit."""

    judge: Job | None = None
    scripts: Scripts = "none"
    brief: Limits | None = None
    """Of a job: ask only whether some check fails, under these limits."""
    shrink: bool = True
    """Of a job: make failing inputs smaller."""
    describe: str = ""


class Reply(Record, frozen=True):
    """The answer to one request; `failed` says that we, not the student, are at fault."""

    result: UnitResult | None = None
    log: str = ""
    starved: bool = False
    cpu_s: float = 0.0
    """Of the submission's boxes; told to those who ask briefly."""
    checks: tuple[DeclaredCheck, ...] = ()
    failed: Message | None = None


def main() -> None:
    """Serve requests from standard input until it ends."""
    _die_with_parent()
    answers = _own_stdout()
    lines = sys.stdin.buffer
    setup = msgspec.json.decode(lines.readline(), type=Setup)
    service = _Service(setup)
    try:
        for line in iter(lines.readline, b""):
            reply = service.answer(msgspec.json.decode(line, type=Request))
            answers.write(written(reply) + b"\n")
            answers.flush()
    finally:
        service.close()


def written(reply: Reply) -> bytes:
    """Return a reply as JSON; that it failed, where something in it cannot be written.

    A record holds nothing of the kind. If one did, it would end this worker, and the next one.
    """
    try:
        return msgspec.json.encode(reply)
    except ValueError:  # lone surrogates, integers of thousands of digits
        return msgspec.json.encode(Reply(failed=say("check.unplayed"), log=traceback.format_exc()))


class _Service:
    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._course: Course | None = None
        self._zygote: Any = None
        self._rehearsals: Any = None

    def answer(self, request: Request) -> Reply:
        try:
            if request.judge is not None:
                return self._judge(request.judge, request)
            return Reply(checks=_describe(self._loaded_course(), request.describe))
        except GraderError as error:
            return Reply(failed=error.message, log=traceback.format_exc())
        except Exception:  # noqa: BLE001 - whatever it is, it is ours, and the class goes on
            return Reply(failed=say("check.unplayed"), log=traceback.format_exc())

    def close(self) -> None:
        if self._zygote is not None:
            self._zygote.close()

    def _loaded_course(self) -> Course:
        if self._course is None:
            self._course = load_course(Path(self._setup.course))
        return self._course

    def _judge(self, job: Job, request: Request) -> Reply:
        try:
            return self._judged(job, request)
        except BoxError:
            # The job before may have left a broken zygote: no student pays for another one.
            return self._judged(job, request)

    def _judged(self, job: Job, request: Request) -> Reply:
        from grader.box import Rung, Zygote
        from grader.engine.judge import judge
        from grader.engine.rehearsals import Rehearsals
        from grader.engine.script_store import ScriptStore

        if self._zygote is None:
            secrets = [Path(p) for p in self._setup.secrets]
            self._zygote = Zygote(Rung(self._setup.rung), secrets=secrets)
        try:
            course = self._loaded_course()
            if self._rehearsals is None:
                folder = Path(self._setup.scripts) if self._setup.scripts else None
                self._rehearsals = Rehearsals(ScriptStore(folder))
            rehearsed = None
            if request.scripts != "none":
                write = request.scripts == "write"
                rehearsed = self._rehearsals.of(job, course, self._zygote, write=write)
            judged = judge(
                job, course, self._zygote, rehearsed, request.brief, shrink=request.shrink
            )
            if not self._zygote.alive:
                # It was killed meanwhile: what could not be judged for it is judged anew.
                raise BoxError(say("box.zygote_died", detail=job.unit))
        except Exception:
            # A broken zygote must not spoil the jobs after this one.
            self.close()
            self._zygote = None
            raise
        cpu_s = judged.cpu_s if request.brief is not None else 0.0
        return Reply(judged.result, judged.log, judged.starved, cpu_s)


def _describe(course: Course, unit_id: str) -> tuple[DeclaredCheck, ...]:
    from grader.checks.pytest_plugin import declared_checks

    unit = course.unit(unit_id)
    public = unit.public / "test_public.py"
    return tuple(
        DeclaredCheck(spec.name, spec.key, spec.of, spec.weight, path == public, spec.title)
        for path, spec in declared_checks(unit.check_files, course.root)
    )


def _own_stdout() -> BinaryIO:
    """Keep standard output for replies; whatever prints by itself goes to standard error."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return answers


def _die_with_parent() -> None:
    """Ask Linux to kill this process when its parent dies; elsewhere the closed pipe ends it."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    # Ctrl-C belongs to the process at the terminal: it ends us by closing our input.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Held back until here by the pool; a box decides about it anew.
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


if __name__ == "__main__":
    main()
