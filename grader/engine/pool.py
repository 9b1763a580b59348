"""Worker processes and the requests they serve, in parallel, surviving the death of any of them.

One thread per worker writes a request and waits for its one reply line; a worker that dies gets one
successor for the same request, and if that dies too the request comes back as failed: our fault,
never a zero, and the class goes on.
"""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from types import TracebackType
from typing import Any, TypeVar

import msgspec

from grader.box.groups import delegated
from grader.engine.worker import Reply, Request, Setup
from grader.messages import say

Tag = TypeVar("Tag")
_THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")
ONE_THREAD = dict.fromkeys(_THREADS, "1")
"""Workers are the parallelism; a BLAS with its own threads would only fight them."""
LEAST_WORK = 2
"""Requests for which one worker more is started."""


class Pool:
    """A fixed number of workers for one course.

    Parameters
    ----------
    setup
        What every worker serves.
    jobs
        How many workers; default one a core.
    clock
        Tells seconds, for how long an answer took.
    """

    def __init__(
        self, setup: Setup, jobs: int | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._clock = clock
        self._jobs = jobs or os.cpu_count() or 1
        self._waiting: queue.Queue[tuple[Any, Request] | None] = queue.Queue()
        self._done: queue.Queue[tuple[Any, Reply, float]] = queue.Queue()
        self._workers = [_Worker(setup) for _ in range(self._jobs)]
        self._threads: list[threading.Thread] = []

    def __enter__(self) -> Pool:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def run(self, requests: Iterable[tuple[Tag, Request]]) -> Iterator[tuple[Tag, Reply]]:
        """Yield each tag with its reply, as they are finished."""
        for tag, reply, _ in self.run_timed(requests):
            yield tag, reply

    def run_timed(
        self, requests: Iterable[tuple[Tag, Request]]
    ) -> Iterator[tuple[Tag, Reply, float]]:
        """Yield each tag with its reply and the seconds from request to reply."""
        count = 0
        for tagged in requests:
            self._waiting.put(tagged)
            count += 1
        # A worker's start costs as much as judging a few: what a kill lost is no work for all.
        self._start(min(-(-count // LEAST_WORK), self._jobs))
        for _ in range(count):
            yield self._done.get()

    def close(self) -> None:
        """End the workers; requests still running are abandoned."""
        while not self._waiting.empty():
            self._waiting.get_nowait()
        for _ in self._threads:
            self._waiting.put(None)
        for worker in self._workers:
            worker.close()
        for thread in self._threads:
            thread.join()

    def _start(self, wanted: int) -> None:
        delegated()  # what workers start is in a group only if this process has made way first
        for worker in self._workers[len(self._threads) : wanted]:
            thread = threading.Thread(target=self._serve, args=(worker,), daemon=True)
            self._threads.append(thread)
            thread.start()

    def _serve(self, worker: _Worker) -> None:
        # Inherited by the workers, which are deaf to Ctrl-C only once they have started. It is for
        # the process at the terminal, whose main thread gets it all the same.
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        while (tagged := self._waiting.get()) is not None:
            tag, request = tagged
            began = self._clock()
            reply = worker.ask(request)
            self._done.put((tag, reply, self._clock() - began))


class _Worker:
    """One worker process, started when first asked and again after it died."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._process: subprocess.Popen[bytes] | None = None
        self._closed = False

    def ask(self, request: Request) -> Reply:
        line = msgspec.json.encode(request) + b"\n"
        for _ in range(2):
            reply = self._try(line)
            if reply is not None:
                return reply
        return Reply(failed=say("engine.worker_died"))

    def close(self) -> None:
        self._closed = True
        self._discard()

    def _try(self, line: bytes) -> Reply | None:
        try:
            process = self._started()
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(line)
            process.stdin.flush()
            answer = process.stdout.readline()
            if answer.endswith(b"\n"):
                return msgspec.json.decode(answer, type=Reply)
        except (OSError, ValueError, msgspec.DecodeError):
            pass
        self._discard()
        return None

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is None and not self._closed:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "grader.engine.worker"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env=os.environ | ONE_THREAD,
            )
            assert self._process.stdin is not None
            self._process.stdin.write(msgspec.json.encode(self._setup) + b"\n")
        if self._process is None:
            raise OSError("the pool is closed")
        return self._process

    def _discard(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            with contextlib.suppress(OSError):  # what was still buffered for it is lost with it
                process.communicate()
