"""Archives that write outside their folder, or grow without end, handed in for a notebook.

Each is written so that its making is cheap: zeros deflate to a thousandth of themselves, and what
they deflate to once more. `test_archives` shows what each would come to if it were opened,
`test_hostile_folders` that none is.
"""

from __future__ import annotations

import base64
import copy
import gzip
import io
import tarfile
import zipfile
from pathlib import Path

from grader.outcome import Status
from tests.ugly.case import (
    FILE,
    HEADING,
    UNIT,
    WRITTEN,
    Case,
    Notebook,
    Plant,
    Released,
    case,
    changed,
    dumps,
    files,
    fine,
)

SLIPPED = "slipped_out"
"""In the name of every member; no file may have it in its own."""
ZEROS = bytes(16 << 20)
ENTRIES = 256
"""Of the flat bomb; 16 MiB each are 4 GiB."""
GZIP_PARTS = 64
COPIES, LEVELS = 16, 4
"""Of archives around the innermost one: 16 MiB · 16⁴ are a TiB."""

Members = list[tuple[str, bytes]]


def zipped(members: Members) -> bytes:
    """Return a zip of these names, as they are."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members:
            archive.writestr(name, data)
    return buffer.getvalue()


def zip_slip(released: Released) -> bytes:
    """Right answers that climb out of their folder, on Linux and on Windows, to other students."""
    return zip_of(dumps(released.solved()))


def zip_of(solved: bytes) -> bytes:
    """Return a zip whose members all lie outside the folder it is unpacked in."""
    ups = [(f"{'../' * depth}{SLIPPED}_{depth}.ipynb", solved) for depth in range(1, 8)]
    others = (f"..\\..\\{SLIPPED}.ipynb", f"../../x/b1_rooms/{FILE}")
    return zipped([*ups, *((name, solved) for name in others)])


def flat_bomb() -> bytes:
    """4 GiB in 32 kB without nesting: all entries of the directory lead to the same 16 MiB."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(SLIPPED, ZEROS)
        archive.filelist += [copy.copy(archive.filelist[0]) for _ in range(ENTRIES - 1)]
    return buffer.getvalue()


def nested_bomb() -> bytes:
    """A TiB in a few kB: archives of archives of zeros."""
    data = zipped([(SLIPPED, ZEROS)])
    for _ in range(LEVELS):
        data = zipped([(f"{SLIPPED}_{i}.zip", data) for i in range(COPIES)])
    return data


def tar_slip(outside: Path) -> bytes:
    """A `.tar.gz` with absolute paths, and a link that leads a later member outside."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as archive:
        for name in (f"{outside}/{SLIPPED}.ipynb", f"../{SLIPPED}.ipynb", f"link/{SLIPPED}_2"):
            archive.addfile(tarfile.TarInfo(name))
        link = tarfile.TarInfo("link")
        link.type, link.linkname = tarfile.SYMTYPE, str(outside)
        archive.addfile(link)
    return buffer.getvalue()


def gzip_bomb() -> bytes:
    """A GiB of zeros in a MiB."""
    return gzip.compress(ZEROS) * GZIP_PARTS


def tar_named(name: str) -> Plant:
    """Return a plant of a tar that leads to the class folder."""

    def plant(folder: Path, released: Released) -> None:
        (folder / name).write_bytes(tar_slip(folder.parents[2]))

    return plant


def attached(cells: list[Notebook]) -> None:
    """Bombs as pictures pasted into text cells, under names that lead out of the folder."""
    bomb = base64.b64encode(nested_bomb()).decode()
    forms = {"image/png": bomb, "application/zip": bomb}
    for position in (HEADING, WRITTEN):
        cells[position]["attachments"] = {
            f"../../../{SLIPPED}.png": forms,
            f"{SLIPPED}.zip": forms,
        }


def instead(name: str, plant: Plant, status: Status, says: str) -> Case:
    """Return a case that hands in an archive and nothing else."""
    return case(name, plant, status, "0", says, written=False)


def solved(released: Released) -> bytes:
    return dumps(released.solved())


UNANSWERED, ERROR = Status.UNANSWERED, Status.ERROR
INSTEAD = (
    instead("slip", files({"homework.zip": zip_slip}), UNANSWERED, "work.unmatched"),
    instead("slip_named_unit", files({f"{UNIT}.zip": zip_slip}), ERROR, "work.other_kind"),
    instead("slip_named_notebook", files({FILE: zip_slip}), ERROR, "notebook.binary"),
    instead("flat", files({FILE: lambda r: flat_bomb()}), ERROR, "notebook.binary"),
    instead("nested", files({"a.zip": lambda r: nested_bomb()}), UNANSWERED, "work.unmatched"),
    instead("nested_in", files({FILE: lambda r: nested_bomb()}), ERROR, "notebook.binary"),
    instead("tar", tar_named("homework.tar.gz"), UNANSWERED, "work.unmatched"),
    instead("tar_named_unit", tar_named(f"{UNIT}.tar.gz"), ERROR, "work.other_kind"),
    instead("tar_named_notebook", tar_named(FILE), ERROR, "notebook.binary"),
    instead("gzip", files({FILE: lambda r: gzip_bomb()}), ERROR, "notebook.binary"),
    *(
        instead(f"ending_{end}", files({f"work.{end}": zip_slip}), UNANSWERED, "work.unmatched")
        for end in ("tar.bz2", "tbz2", "txz", "zst", "zipx", "zip. ")
    ),
)
BESIDE = (
    fine("beside", files({FILE: solved, f"{UNIT}.zip": zip_slip, "all.zip": zip_slip})),
    fine("beside_bomb", files({FILE: solved, f"{UNIT}.ipynb.gz": lambda r: gzip_bomb()})),
    fine("attached", changed(attached)),
)
CASES = (*INSTEAD, *BESIDE)
