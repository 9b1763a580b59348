"""What the grader decides, as frozen records: the one language every part of it speaks.

Nothing here does anything. `Status` says once which verdict is worse; a record is written by one
module and read by many (engine, gradebook, report), always through msgspec, so that an impossible
record cannot be read back. Records hold no times, process ids or paths: the same submission graded
twice gives the same bytes.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator
from typing import Literal

import msgspec

from grader.messages import Message

Key = Literal["ex", "prop", "err", "claim", "trace", "wr"]
AUTOMATIC_KEYS: tuple[Key, ...] = ("ex", "prop", "err", "claim", "trace")
WRITTEN_KEY: Key = "wr"

MOST_PICTURE_ARRAYS = 4
MOST_PICTURE_ACCESSES = 60
"""More would not be read, and every record of a result is kept for each student."""
MOST_PICTURE_NAME = 40
MOST_LANE_NAME = 12
"""Room for `(1023, 0, 0)`."""


class Status(enum.StrEnum):
    """The verdict of a check, a key or a unit. The order of this list is the order of badness."""

    PASSED = "PASSED"
    """The keeper saw positive evidence for every case."""
    UNANSWERED = "UNANSWERED"
    """The function is missing or still the stub."""
    WRONG = "WRONG"
    """It answered, and the answer is not right."""
    ERROR = "ERROR"
    """The student's code raised an exception."""
    FORBIDDEN = "FORBIDDEN"
    """It broke a rule the prompt states (changed its input, broke the channel, …)."""
    TIME_LIMIT = "TIME_LIMIT"
    """It used more CPU time than the unit allows, or waited for ever."""
    MEMORY_LIMIT = "MEMORY_LIMIT"
    """It asked for more memory than the unit allows; the request or the peak is recorded."""
    OUTPUT_LIMIT = "OUTPUT_LIMIT"
    """It printed or returned more than the unit allows."""
    CRASHED = "CRASHED"
    """The box died: a signal, `os._exit`, a broken channel."""
    NOT_JUDGED = "NOT_JUDGED"
    """Our fault or the author's: a person has to look. Never a zero."""

    @property
    def badness(self) -> int:
        """Return the position in the order above; 0 is PASSED."""
        return _BADNESS[self]


_BADNESS = {status: i for i, status in enumerate(Status)}


def worst(statuses: Iterable[Status]) -> Status:
    """Return the worst of `statuses`. NOT_JUDGED for none: no evidence is no pass."""
    return max(statuses, key=lambda s: s.badness, default=Status.NOT_JUDGED)


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Base of every record: frozen, strict when read back, defaults left out of the file."""


class Text(Record, frozen=True):
    """One text in both languages, written by an author (a check's sentence, a title)."""

    zh: str
    en: str

    def text(self, lang: str) -> str:
        """Return the text in `lang` ("zh" or "en")."""
        return self.zh if lang == "zh" else self.en


class CallShown(Record, frozen=True):
    """One call to the student's code, ready to be printed."""

    call: str
    """`transfer_s(total_bytes=1.0, …)`, shortened to a few hundred characters."""
    came: str = ""
    """What came back, shortened; empty when nothing did."""


class PictureArray(Record, frozen=True):
    """An array of a picture, as a table; a vector is one row."""

    name: str
    """As the course calls it."""
    rows: int
    cols: int
    flat: bool = False
    """Whether it has one index."""


class PictureAccess(Record, frozen=True, array_like=True):
    """One element that was read or written."""

    array: int
    """Position in the arrays of the picture."""
    op: Literal["R", "W"]
    row: int
    col: int


class Picture(Record, frozen=True):
    """Some accesses in the order in which they happened, ready to be drawn.

    With `lanes` they happened at once: the threads of one warp at one source line, in the order of
    the warp, or two threads that race.

    Raises
    ------
    ValueError
        There are too many, one lies outside its array, or one has no lane where others have:
        such a picture cannot be drawn.
    """

    arrays: tuple[PictureArray, ...]
    accesses: tuple[PictureAccess, ...]
    broken: int = -1
    """Position in `accesses` of the first that broke the rule; -1 where it is none of them."""
    expected: PictureAccess | None = None
    """What should have stood there; renderers hide it where the feedback policy says so."""
    skipped: int = 0
    """Accesses to these arrays before the first shown."""
    lanes: tuple[str, ...] = ()
    """Who made each access, as `(x,y)` of threadIdx; empty where there are no threads."""

    def __post_init__(self) -> None:
        if len(self.arrays) > MOST_PICTURE_ARRAYS or len(self.accesses) > MOST_PICTURE_ACCESSES:
            raise ValueError("a picture shows a few arrays and some dozen accesses")
        if any(len(array.name) > MOST_PICTURE_NAME for array in self.arrays):
            raise ValueError("the name of an array in a picture is short")
        if not -1 <= self.broken < len(self.accesses):
            raise ValueError(f"no access {self.broken} in this picture")
        if self.lanes and len(self.lanes) != len(self.accesses):
            raise ValueError("each access of a picture has its lane, or none has one")
        if any(len(lane) > MOST_LANE_NAME for lane in self.lanes):
            raise ValueError("the name of a lane in a picture is short")
        expected = () if self.expected is None else (self.expected,)
        for access in (*self.accesses, *expected):
            if not 0 <= access.array < len(self.arrays):
                raise ValueError(f"no array {access.array} in this picture")
            array = self.arrays[access.array]
            if not (0 <= access.row < array.rows and 0 <= access.col < array.cols):
                raise ValueError(f"{array.name} has no element [{access.row}, {access.col}]")


class Failure(Record, frozen=True):
    """Why a check failed, in values a renderer only has to lay out."""

    why: Message
    """The rule that was broken."""
    calls: tuple[CallShown, ...] = ()
    """The calls of the smallest failing case, oldest first."""
    got: str = ""
    """The value that was judged."""
    expected: str = ""
    """The value it should have been; renderers hide it where the feedback policy says so."""
    where: str = ""
    """The first differing index or key, e.g. `[2, 0]`; empty for a scalar."""
    hint: Text | None = None
    """The author's hint for this failure."""
    traceback: tuple[str, ...] = ()
    """The student's own lines of the exception, innermost last."""
    picture: Picture | None = None
    """The accesses around the first one that broke a rule."""


class CheckResult(Record, frozen=True):
    """The verdict of one check."""

    name: str
    key: Key
    of: tuple[str, ...]
    weight: int
    public: bool
    title: Text
    status: Status
    cases: int = 0
    """How many inputs were tried (0 when the check never got so far)."""
    failure: Failure | None = None


class CellNote(Record, frozen=True):
    """What happened to one code cell of the submission while it was loaded."""

    cell: int
    """Position among the notebook's cells, from 0."""
    status: Status
    why: Message
    traceback: tuple[str, ...] = ()


class KeyResult(Record, frozen=True):
    """One key of a unit: its verdict and its points, as exact decimal strings."""

    key: Key
    status: Status
    points: str
    """Points earned, rounded half up to 0.01, e.g. "2.25"; "" while NOT_JUDGED or unmarked."""
    possible: str


class UnitResult(Record, frozen=True):
    """All automatic verdicts of one submitted unit. No name in it: same code, same bytes."""

    unit: str
    job: str
    """The content key of the job that produced it."""
    rung: str
    """The walls that held: "A" to "D"; "D" is shown as "not isolated"."""
    status: Status
    keys: tuple[KeyResult, ...]
    checks: tuple[CheckResult, ...]
    cells: tuple[CellNote, ...] = ()
    output: str = ""
    """The first characters the submission printed, control characters made visible."""


class UnitRow(Record, frozen=True):
    """One student's unit in the class report."""

    unit: str
    status: Status
    points: str
    """Automatic points earned; "" while something is NOT_JUDGED."""
    possible: str
    """Automatic points there are."""
    file: str = ""
    """The file that counts; "" when nothing was handed in."""
    job: str = ""
    problem: Message | None = None
    notes: tuple[Message, ...] = ()
    written: str = ""
    """"answered", "empty" or "" where the unit has no written answer."""


class StudentRow(Record, frozen=True):
    """One student in the class report."""

    student: str
    units: tuple[UnitRow, ...]


class ClassReport(Record, frozen=True):
    """What grading a bundle came to."""

    bundle: str
    rung: str
    students: tuple[StudentRow, ...]

    @property
    def rows(self) -> Iterator[UnitRow]:
        """Yield every unit of every student."""
        for student in self.students:
            yield from student.units

    @property
    def not_judged(self) -> int:
        """Return how many results need a person because we could not judge them."""
        return sum(row.status is Status.NOT_JUDGED for row in self.rows)


class UnitReport(Record, frozen=True):
    """Everything a page, a reply or the gradebook says about one student's unit."""

    row: UnitRow
    title: Text
    points: dict[Key, str]
    """Points each key is worth, in the course's order, the written one included."""
    result: UnitResult | None = None
    """None where nothing could be judged; `row.problem` says why."""
    answer: str | None = None
    """The written answer as it stands; None where the unit has none or its cell is gone."""


class StudentReport(Record, frozen=True):
    """One student's bundle, with the evidence."""

    student: str
    bundle: str
    title: Text
    units: tuple[UnitReport, ...]
