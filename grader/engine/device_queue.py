"""One thread a GPU, each with one job at a time: a GPU shared by two jobs would time neither.

The threads only wait: for a box that compiles, for a runner. Results come back in whatever order
they are done. A failure of ours in any of them ends the run in the calling thread.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Collection, Iterator
from contextlib import AbstractContextManager
from typing import TypeVar

from grader.engine.device_gpus import Gpu

Job = TypeVar("Job")
Done = TypeVar("Done")
Serve = Callable[[Job], Done]
Station = Callable[[Gpu], AbstractContextManager[Serve[Job, Done]]]
"""Opens a GPU for as long as there are jobs, and yields what does one of them."""


def run_queue(
    gpus: Collection[Gpu], jobs: Collection[Job], station: Station[Job, Done]
) -> Iterator[tuple[Job, Done]]:
    """Yield each job with what came of it; each GPU of `gpus` does one at a time.

    A GPU that is waited for (another grader has it) does not hold up the others.

    Raises
    ------
    Exception
        Whatever a station raised.
    """
    waiting: queue.SimpleQueue[Job] = queue.SimpleQueue()
    for job in jobs:
        waiting.put(job)
    done: queue.SimpleQueue[tuple[Job, Done] | BaseException] = queue.SimpleQueue()

    def work(gpu: Gpu) -> None:
        try:
            with station(gpu) as serve:
                while True:
                    try:
                        job = waiting.get_nowait()
                    except queue.Empty:
                        return
                    done.put((job, serve(job)))
        except BaseException as error:  # noqa: BLE001 - raised again in the calling thread
            done.put(error)

    for gpu in gpus:
        # A daemon: Ctrl-C must not wait for a GPU that somebody else has.
        threading.Thread(target=work, args=(gpu,), daemon=True).start()
    for _ in range(len(jobs)):
        came = done.get()
        if isinstance(came, BaseException):
            raise came
        yield came
