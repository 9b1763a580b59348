"""What kernels did on a GPU, as records and as a table. No mark depends on any of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from grader.checks.timing import Spread
from grader.messages import Lang, Message, say
from grader.outcome import Record
from grader.report.terminal import shown_name, table
from grader.report.timing import three_digits

Outcome = Literal["right", "wrong", "failed", "not_tried"]


class Launched(Record, frozen=True):
    """One launch of one kernel."""

    size: str
    """As people write it; empty where the kernel could not be compiled."""
    outcome: Outcome
    why: Message | None = None


class Kernel(Record, frozen=True):
    """One kernel under one setting of the constants, at every size."""

    name: str
    launched: tuple[Launched, ...]

    @property
    def right(self) -> bool:
        """Return whether every launch gave exactly the right values."""
        return all(each.outcome == "right" for each in self.launched)


class Compared(Record, frozen=True):
    """The time of one kernel over that of the other of the same submission."""

    kernel: str
    against: str
    size: str
    ratio: Spread
    """Of the rounds: below 1, `kernel` is faster."""
    ms: Spread
    against_ms: Spread
    rounds: int


class Setting(Record, frozen=True):
    """Everything under one setting of the constants."""

    constants: str
    """`TILE = 16`."""
    kernels: tuple[Kernel, ...] = ()
    compared: tuple[Compared, ...] = ()
    why: Message | None = None
    """Why there is nothing: the notebook came to an end before a kernel could be compiled."""


class Tried(Record, frozen=True):
    """What one student handed in for one unit."""

    student: str
    unit: str
    file: str = ""
    gpu: str = ""
    settings: tuple[Setting, ...] = ()
    why: Message | None = None
    """Why nothing was run."""


class DeviceReport(Record, frozen=True):
    """A bundle of a class on the GPUs of one machine."""

    bundle: str
    rung: str
    """The walls in which kernels were compiled."""
    gpus: tuple[str, ...]
    seed: int
    """What the inputs were drawn from."""
    tried: tuple[Tried, ...]


def print_device(report: DeviceReport, lang: Lang) -> None:
    """Print a report to standard output: a table for each unit, then what went wrong."""
    from rich.console import Console

    console = Console(highlight=False)

    def tell(line: str) -> None:
        console.print(line, markup=False, soft_wrap=lang == "zh")

    gpus = ", ".join(report.gpus)
    tell(say("device.title", bundle=report.bundle, gpus=gpus).text(lang))
    for unit in dict.fromkeys(tried.unit for tried in report.tried):
        tried = [each for each in report.tried if each.unit == unit]
        tell(unit)
        console.print(table(head(tried, lang), rows(tried)))
        for line in remarks(tried, lang):
            tell(line)
    tell(say("device.ratio_is").text(lang))
    tell(say("device.never_marked").text(lang))


def head(tried: Sequence[Tried], lang: Lang) -> list[str]:
    """Return the titles of the columns."""
    student, setting = say("device.student").text(lang), say("device.setting").text(lang)
    return [student, setting, *_kernels(tried), say("device.ratio").text(lang)]


def rows(tried: Sequence[Tried]) -> Iterator[list[str]]:
    """Yield a row for each student and setting: right launches of all, and the ratio of times."""
    names = _kernels(tried)
    for each in tried:
        student = shown_name(each.student)
        if not each.settings:
            yield [student, "–", *("–" for _ in names), "–"]
        for setting in each.settings:
            kernels = {kernel.name: kernel for kernel in setting.kernels}
            cells = [_score(kernels[name]) if name in kernels else "–" for name in names]
            ratios = ", ".join(_ratio(c.ratio) for c in setting.compared)
            yield [student, setting.constants, *cells, ratios or "–"]


def remarks(tried: Sequence[Tried], lang: Lang) -> Iterator[str]:
    """Yield each reason once, with those whom it concerns and under which constants."""
    concerned: dict[str, dict[str, list[str]]] = {}
    for each in tried:
        for constants, reason in _reasons(each):
            students = concerned.setdefault(reason.text(lang), {})
            students.setdefault(shown_name(each.student), []).append(constants)
    for text, students in concerned.items():
        who = (say("device.who", student=s, constants="; ".join(c)) for s, c in students.items())
        named = ", ".join(each.text(lang) for each in who)
        yield say("device.remark", students=named, why=text).text(lang)


def _reasons(tried: Tried) -> Iterator[tuple[str, Message]]:
    """Yield constants and a reason; of each kernel the first, the others mostly follow from it."""
    if tried.why is not None:
        yield "–", tried.why
    for setting in tried.settings:
        if setting.why is not None:
            yield setting.constants, setting.why
        for kernel in setting.kernels:
            first = next((each for each in kernel.launched if each.why is not None), None)
            if first is not None and first.why is not None:
                where = f", {first.size}" if first.size else ""
                yield (
                    setting.constants,
                    say("device.at_kernel", kernel=kernel.name, where=where, why=first.why),
                )


def _kernels(tried: Sequence[Tried]) -> list[str]:
    named = (k.name for each in tried for setting in each.settings for k in setting.kernels)
    return list(dict.fromkeys(named))


def _score(kernel: Kernel) -> str:
    right = sum(each.outcome == "right" for each in kernel.launched)
    return f"{'✓' if kernel.right else '✗'} {right}/{len(kernel.launched)}"


def _ratio(ratio: Spread) -> str:
    low, middle, high = map(three_digits, (ratio.low, ratio.middle, ratio.high))
    return f"{middle} ({low}–{high})"
