"""Names that Windows keeps for devices, takes for paths, or takes for one another.

None of them means anything to Linux, where a class is graded: each is a name like any other.
"""

from __future__ import annotations

from grader.outcome import Status
from tests.ugly.case import FILE, Case, Plant, Released, case, dumps, files, fine, handing_in

DEVICES = ("CON", "prn", "Aux", "NUL", "COM1", "com9", "LPT1", "COM¹", "CONIN$")
LONGEST = 255
"""Bytes of a file's name that Linux takes."""

# --- student folders ------------------------------------------------------------------------------

STUDENTS = (
    *DEVICES,
    *("aux.ipynb", "con.txt", "NUL.tar.gz"),
    *("trailing_dot.", "trailing_blank ", " "),
    *("C:", "stream:$DATA", "folder\\name", "x\\..\\..\\up", "a*?<>|b"),
    "x" * LONGEST,
    "长" * (LONGEST // 3),
)
TWINS = ("S01", "s01"), ("Jos\u00e9", "Jose\u0301")
"""Pairs that a system without case, or one that normalises names, takes for one."""


def solved(released: Released) -> bytes:
    return dumps(released.solved())


def blank(released: Released) -> bytes:
    return dumps(released.blank())


def _twins() -> tuple[Case, ...]:
    """The first of each pair hands in its answers, the second nothing but the released notebook."""
    cases = []
    for first, second in TWINS:
        cases.append(fine(first, handing_in(solved)))
        cases.append(case(second, handing_in(blank), Status.UNANSWERED, "0", written=False))
    return tuple(cases)


AS_STUDENT = (*(fine(name, handing_in(solved)) for name in STUDENTS), *_twins())

# --- files, and folders around them ---------------------------------------------------------------


def by_content(title: str, name: str) -> Case:
    """A notebook whose name says nothing that helps: it is known by its content."""
    return fine(title, files({name: solved}), "work.renamed")


def nothing(title: str, plant: Plant, status: Status, says: str) -> Case:
    """Files that are no notebook: nothing to grade, and the student is told."""
    return case(title, plant, status, "0", says, written=False)


AS_FILE = (
    *(by_content(f"file_{name}", f"{name}.ipynb") for name in DEVICES),
    by_content("file_device_two_endings", "nul.tar.ipynb"),
    by_content("file_trailing_dot", f"{FILE}."),
    by_content("file_trailing_blank", f"{FILE} "),
    by_content("file_on_a_drive", f"C:{FILE}"),
    by_content("file_windows_path", f"b1_rooms\\{FILE}"),
    by_content("file_windows_path_up", f"..\\..\\{FILE}"),
    by_content("file_longest", f"{'x' * (LONGEST - 6)}.ipynb"),
    by_content("file_longest_chinese", f"{'长' * ((LONGEST - 6) // 3)}.ipynb"),
    by_content("file_in_a_device", f"AUX/nul./{FILE}"),
    fine("file_beside_devices", files({FILE: solved, "con.txt": blank, "NUL": blank})),
    fine(
        "file_beside_its_twin",
        files({FILE: blank, "U1_Rooms.ipynb": solved}),
        "work.several",
    ),
    # What a copy out of Windows leaves beside each file that was downloaded.
    fine(
        "file_beside_its_stream",
        files({FILE: solved, f"{FILE}:Zone.Identifier": lambda r: b"[ZoneTransfer]\r\nZoneId=3"}),
    ),
    nothing(
        "file_stream",
        files({f"{FILE}::$DATA": solved}),
        Status.ERROR,
        "work.other_kind",
    ),
    nothing(
        "file_device_no_notebook",
        files({"con.txt": solved, "aux": solved}),
        Status.UNANSWERED,
        "work.missing",
    ),
    # Another bundle of the same student, for all that the folder's name tells.
    fine(
        "folders_beside_the_bundle",
        files({FILE: solved, f"../AUX/{FILE}": blank, f"../B1_ROOMS/{FILE}": blank}),
    ),
)

CASES = (*AS_STUDENT, *AS_FILE)
