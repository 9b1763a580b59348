"""Showing how grading goes on standard error: a live panel on a terminal, a few lines elsewhere.

What there is to say is decided in `running`. In a pipe or a log no control character is written and
a line comes at most every tenth of the work; what may be our fault is said the moment it is known.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

from grader.messages import Lang, say
from grader.report.running import Level, Notice, Step, Tally

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult

BETWEEN_LINES_S = 10.0
"""Seconds at least from one line of a log to the next, so that a short run writes none."""
TENTHS = 10
REDRAWS_PER_S = 2
BAR_CELLS = 24
BAR_FROM = 70
"""Columns of a terminal from which on there is room for a bar."""
MOST_ALARMS = 5
STYLES: dict[Level, str] = {"alarm": "bold red", "failing": "yellow", "slow": "yellow"}
LABELS: dict[Level, str] = {
    "alarm": "running.alarm",
    "failing": "running.level_failing",
    "slow": "running.level_slow",
}


@contextmanager
def watching(
    lang: Lang, *, stream: TextIO | None = None, clock: Callable[[], float] = time.monotonic
) -> Iterator[Callable[[Step], None]]:
    """Yield a function to call with every step of a run.

    Parameters
    ----------
    lang
        The reader's language.
    stream
        Where to; standard error if not given.
    clock
        Tells seconds.
    """
    out = stream or sys.stderr
    tally = Tally()
    show = _live if out.isatty() else _logged
    with show(tally, out, lang, clock) as told:

        def step(one: Step) -> None:
            tally.add(one, clock())
            told()

        yield step


@contextmanager
def _logged(
    tally: Tally, out: TextIO, lang: Lang, clock: Callable[[], float]
) -> Iterator[Callable[[], None]]:
    last, tenth = clock(), 0
    said: dict[tuple[str, str], str] = {}

    def alarms(*, again: bool) -> None:
        for notice in tally.alarms():
            key, text = (notice.unit, notice.kind), alarm_line(notice, lang)
            if key not in said or (again and said[key] != text):
                said[key] = text
                print(text, file=out, flush=True)

    def told() -> None:
        nonlocal last, tenth
        alarms(again=False)
        now = clock()
        todo = tally.all - tally.stored
        reached = TENTHS * (tally.done - tally.stored) // todo if todo else 0
        if reached > tenth and now - last >= BETWEEN_LINES_S:
            last, tenth = now, reached
            print(status_line(tally, now, lang), file=out, flush=True)

    try:
        yield told
    finally:
        alarms(again=True)


@contextmanager
def _live(
    tally: Tally, out: TextIO, lang: Lang, clock: Callable[[], float]
) -> Iterator[Callable[[], None]]:
    from rich.console import Console
    from rich.live import Live

    console = Console(file=out, highlight=False)
    panel = Panel(tally, lang, clock)
    live = Live(panel, console=console, transient=True, refresh_per_second=REDRAWS_PER_S)
    shown = False

    def told() -> None:
        nonlocal shown
        if not shown and tally.done < tally.all:
            shown = True
            live.start()

    try:
        yield told
    finally:
        if shown:
            live.stop()
        # The panel goes, and what may be our fault stays on the screen.
        for notice in tally.alarms():
            console.print(alarm_line(notice, lang), style=STYLES["alarm"], markup=False)


class Panel:
    """What stands on the terminal at any moment, as wide as it is then."""

    def __init__(self, tally: Tally, lang: Lang, clock: Callable[[], float]) -> None:
        self._tally = tally
        self._lang = lang
        self._clock = clock

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield one line of figures, then a row for every kind of notice."""
        from rich.progress_bar import ProgressBar
        from rich.table import Table
        from rich.text import Text

        status = Text(status_line(self._tally, self._clock(), self._lang))
        if options.max_width < BAR_FROM:
            yield status
        else:
            grid = Table.grid(padding=(0, 1, 0, 0))
            done, all_ = self._tally.done, self._tally.all
            grid.add_row(ProgressBar(max(all_, 1), done, width=BAR_CELLS), status)
            yield grid
        rows = list(self._rows())
        if rows:
            grid = Table.grid(padding=(0, 2, 0, 0))
            grid.add_column(no_wrap=True)
            grid.add_column(overflow="fold")  # Chinese has no spaces to break at
            for level, label, text in rows:
                grid.add_row(Text(label, STYLES[level]), Text(text, STYLES[level]))
            yield grid

    def _rows(self) -> Iterator[tuple[Level, str, str]]:
        notices = self._tally.notices()
        alarms = [n for n in notices if n.level == "alarm"]
        for notice in alarms[:MOST_ALARMS]:
            yield "alarm", _label("alarm", self._lang), notice.message.text(self._lang)
        if len(alarms) > MOST_ALARMS:
            more = say("running.more", count=len(alarms) - MOST_ALARMS)
            yield "alarm", "", more.text(self._lang)
        levels: tuple[Level, ...] = ("failing", "slow")
        for level in levels:
            texts = [n.message.text(self._lang) for n in notices if n.level == level]
            if texts:
                joined = say("running.and").text(self._lang).join(texts)
                yield level, _label(level, self._lang), joined


def status_line(tally: Tally, now: float, lang: Lang) -> str:
    """Return how far, how fast and how long still, on one line."""
    return " · ".join(part.text(lang) for part in tally.status(now))


def alarm_line(notice: Notice, lang: Lang) -> str:
    """Return a notice as a line that stands by itself."""
    return f"{_label(notice.level, lang)}  {notice.message.text(lang)}"


def _label(level: Level, lang: Lang) -> str:
    return say(LABELS[level]).text(lang)
