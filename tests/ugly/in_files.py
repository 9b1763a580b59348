"""Files that are damaged, in another format, under another name, or no file at all."""

from __future__ import annotations

import codecs
import io
import os
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from grader.outcome import Status
from tests.ugly.case import (
    ANSWER,
    COST,
    FILE,
    HEADING,
    HONEST,
    PRICE,
    PROMPT,
    ROOM,
    ROOM_FOR,
    WRITTEN,
    Case,
    Notebook,
    Released,
    case,
    code,
    dumps,
    files,
    fine,
    handing_in,
    text,
)

MIB = 2**20
RICH_OUTPUT = "0.123456789, " * 6 + "\n"

# --- bytes that are no notebook -------------------------------------------------------------------


def solved(released: Released) -> bytes:
    return dumps(released.solved())


def conflict(released: Released) -> bytes:
    """A `git merge` of two versions of an answer."""
    lines = solved(released).decode().split("\n")
    place = next(i for i, line in enumerate(lines) if "at least one person" in line)
    lines[place : place + 1] = [
        "<<<<<<< HEAD",
        lines[place],
        "=======",
        lines[place].replace("at least", "no less than"),
        ">>>>>>> 7c1d2e4 (second try)",
    ]
    return "\n".join(lines).encode()


def zipped(released: Released) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(FILE, solved(released))
    return buffer.getvalue()


LOGIN_PAGE = "<!DOCTYPE html>\n<html><head><title>登录</title></head></html>\n".encode()
PICTURE = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + bytes(range(256))


def unreadable(name: str, data: bytes | Callable[[Released], bytes], says: str) -> Case:
    """A file that nothing can be read from: no points, and the student is asked for another."""
    return case(
        name, handing_in(data), Status.ERROR, "0", says, "notebook.hand_in_again", written=False
    )


NO_NOTEBOOK = (
    unreadable("zero_bytes", b"", "notebook.empty"),
    unreadable("only_zeros", bytes(4096), "notebook.empty"),
    unreadable("picture", PICTURE, "notebook.binary"),
    unreadable("zip_archive", zipped, "notebook.binary"),
    unreadable("truncated", lambda r: solved(r)[:-900], "notebook.truncated"),
    unreadable("conflict_markers", conflict, "notebook.conflict"),
    unreadable("web_page", LOGIN_PAGE, "notebook.web_page"),
    unreadable("python_script", f"{ROOM}\n{COST}\n".encode(), "notebook.not_json"),
    unreadable("json_of_another_kind", b'{"answers": [1, 2]}', "notebook.not_notebook"),
    unreadable("nested_for_ever", b'{"cells": ' + b"[" * 10**5, "notebook.too_deep"),
)

# --- other encodings, other formats ---------------------------------------------------------------


def downgraded(released: Released, minor: int) -> Notebook:
    """nbformat 4.0 to 4.4: cells have no id."""
    notebook = released.solved()
    for cell in notebook["cells"]:
        del cell["id"]
    return notebook | {"nbformat_minor": minor}


def old_format(released: Released, major: int) -> Notebook:
    """nbformat 3 keeps cells in a worksheet; 2 knows no metadata of cells either."""
    cells = [text("# 作业"), *released.solved()["cells"]]
    worksheet = {"cells": [_old_cell(cell, major) for cell in cells], "metadata": {}}
    top = {"nbformat": major, "nbformat_minor": 0, "metadata": {"name": "u1"}}
    return {**top, "worksheets": [worksheet]}


def _old_cell(cell: Notebook, major: int) -> Notebook:
    kept = {"metadata": cell["metadata"]} if major == 3 else {}
    if cell["cell_type"] != "code":
        return {"cell_type": cell["cell_type"], "source": cell["source"], **kept}
    old = {"cell_type": "code", "language": "python", "prompt_number": 1, "collapsed": False}
    return {**old, "input": cell["source"], "outputs": [], **kept}


def without_metadata(released: Released) -> Notebook:
    notebook = downgraded(released, 4)
    notebook["metadata"] = {}
    for cell in notebook["cells"]:
        cell["metadata"] = {}
    return notebook


def on_colab(released: Released) -> Notebook:
    """What Colab saves: its own metadata in place of ours, a form title, a mounted drive."""
    notebook = without_metadata(released)
    notebook["metadata"] = {
        "accelerator": "GPU",
        "colab": {"name": "u1_rooms.ipynb", "provenance": [], "collapsed_sections": ["x"]},
        "kernelspec": {"display_name": "Python 3", "name": "python3"},
    }
    notebook["nbformat_minor"] = 0
    for number, cell in enumerate(notebook["cells"]):
        cell["metadata"] = {"id": f"qTx{number}9wAbc", "cellView": "form", "outputId": "e1"}
    mount = "from google.colab import drive\ndrive.mount('/content/drive')\n!pip install numpy\n"
    room = notebook["cells"][ROOM_FOR]
    room["source"] = f"#@title 房间\n{mount}{room['source']}"
    return notebook


def with_widgets(released: Released) -> Notebook:
    """Widgets were used and their state was not saved: nbconvert refuses such a file."""
    notebook = released.solved()
    notebook["metadata"]["widgets"] = {"application/vnd.jupyter.widget-state+json": {}}
    view = {"application/vnd.jupyter.widget-view+json": {"model_id": "a1", "version_major": 2}}
    output = {"output_type": "display_data", "data": view, "metadata": {}}
    slider = code("import ipywidgets as w\nw.interact(lambda n: n, n=w.IntSlider(1, 0, 9))")
    notebook["cells"].insert(PRICE, {**slider, "outputs": [output]})
    return notebook


def printed(cell: Notebook, lines: list[str]) -> None:
    cell["outputs"] = [{"output_type": "stream", "name": "stdout", "text": lines}]


def large_output(released: Released) -> bytes:
    """40 MB of numbers, printed while looking for a mistake and never cleared."""
    notebook = released.solved()
    printed(notebook["cells"][ROOM_FOR], [RICH_OUTPUT] * (40 * 10**6 // len(RICH_OUTPUT)))
    return dumps(notebook)


def endless_output(released: Released) -> bytes:
    """A loop that printed a number a line until somebody stopped it."""
    notebook = released.solved()
    printed(notebook["cells"][ROOM_FOR], ["0\n"] * 2_500_000)
    return dumps(notebook)


def beyond_every_limit(released: Released) -> bytes:
    notebook = released.solved()
    printed(notebook["cells"][ROOM_FOR], ["x" * (65 * MIB)])
    return dumps(notebook)


def odd_values(released: Released) -> bytes:
    """Everything JSON lets through, or Python's reader does."""
    notebook = released.solved()
    cells: list[Any] = notebook["cells"]
    cells += [None, 3, [], "code", {}, {"cell_type": 7}, {"cell_type": "html", "source": "<b>"}]
    cells[PROMPT]["metadata"] = 5
    cells[ROOM_FOR]["execution_count"] = float("nan")
    cells[ROOM_FOR]["id"] = cells[PRICE]["id"]
    cells[PRICE]["outputs"] = [{"output_type": "unheard_of", "data": float("inf")}]
    cells[HEADING]["attachments"] = {"x.png": {"image/png": "no base64"}, "../../etc": 1}
    cells[WRITTEN]["attachments"] = None
    huge = b'"nbformat": ' + b"9" * 100_000
    return dumps(notebook).replace(b'"nbformat": 4', huge)


def in_words(notebook: Notebook, encoding: str, bom: bytes = b"") -> bytes:
    return bom + dumps(notebook).decode().replace("\n", "\r\n").encode(encoding)


OTHER_FORMATS = (
    fine("bom_crlf_chinese", handing_in(lambda r: in_words(r.solved(), "utf-8", codecs.BOM_UTF8))),
    fine(
        "utf_16",
        handing_in(lambda r: in_words(r.solved(), "utf-16")),
        "notebook.encoding",
    ),
    fine(
        "gb18030",
        handing_in(lambda r: in_words(r.solved(), "gb18030")),
        "notebook.encoding",
    ),
    fine("nbformat_4_0", handing_in(lambda r: dumps(downgraded(r, 0)))),
    fine("nbformat_4_2", handing_in(lambda r: dumps(downgraded(r, 2)))),
    fine("nbformat_3", handing_in(lambda r: dumps(old_format(r, 3)))),
    fine(
        "nbformat_2",
        handing_in(lambda r: dumps(old_format(r, 2))),
        "notebook.recovered",
    ),
    fine(
        "metadata_lost",
        handing_in(lambda r: dumps(without_metadata(r))),
        "notebook.recovered",
        "notebook.written_below",
    ),
    fine(
        "metadata_and_name_lost",
        handing_in(lambda r: dumps(without_metadata(r)), "homework final.ipynb"),
        "notebook.recovered",
        "work.renamed",
    ),
    fine(
        "colab",
        handing_in(lambda r: dumps(on_colab(r)), "Copy of u1_rooms.ipynb"),
        "notebook.recovered",
    ),
    fine("widgets_without_state", handing_in(lambda r: dumps(with_widgets(r)))),
    fine("output_of_40_mb", handing_in(large_output)),
    unreadable("output_of_2_500_000_lines", endless_output, "notebook.too_many_values"),
    unreadable("output_of_65_mib", beyond_every_limit, "intake.too_large"),
    fine("odd_values", handing_in(odd_values), "notebook.odd_cells"),
)

# --- other names, several files -------------------------------------------------------------------


def blank(released: Released) -> bytes:
    return dumps(released.blank())


def by_name(name: str, *says: str) -> Callable[[str], Case]:
    return lambda title: fine(title, handing_in(solved, name), *says)


def only_code(released: Released) -> bytes:
    """A fresh notebook with the two functions pasted into it."""
    cells = [code(f"PRICE_PER_HOUR = 3\n{ROOM}"), code(COST), text(ANSWER)]
    return dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 2})


def nameless(folder: Path, released: Released) -> None:
    """A name in a Chinese Windows' encoding, as an archive leaves it."""
    name = os.fsdecode("作业_u1.ipynb".encode("gb18030"))
    (folder / name).write_bytes(solved(released))


def swapped(folder: Path, released: Released) -> None:
    """Each of the two notebooks under the other's name."""
    (folder / f"{HONEST}.ipynb").write_bytes(solved(released))
    (folder / FILE).write_bytes(dumps(released.honest()))


OTHER_NAMES = (
    by_name("u1-Copy1.ipynb", "work.renamed")("copy_of_the_file"),
    by_name("张三_u1 (1).ipynb", "work.renamed")("student_s_name_in_front"),
    by_name("u1_rooms.ipynb.txt", "work.renamed")("saved_as_text"),
    by_name("U1_ROOMS.IPYNB", "work.renamed")("shouted_name"),
    fine("name_in_gbk", nameless, "work.renamed"),
    fine("names_swapped", swapped, "notebook.misnamed"),
    fine(
        "in_a_folder_of_its_own",
        files({f"b1_rooms/{FILE}": solved}),
        "work.renamed",
    ),
    fine(
        "untouched_original_beside_the_answer",
        files({FILE: blank, "u1-Copy1.ipynb": solved}),
        "work.several",
    ),
    fine(
        "damaged_original_beside_the_answer",
        files({FILE: lambda r: b"", "u1_rooms (1).ipynb": solved}),
        "work.several",
    ),
    fine(
        "two_answers",
        files({FILE: solved, "u1_rooms (1).ipynb": lambda r: dumps(r.solved(cost="price = None"))}),
        "work.several",
    ),
    fine("checkpoints", files({FILE: solved, f".ipynb_checkpoints/{FILE}": blank})),
    fine("apple_double", files({FILE: solved, f"._{FILE}": lambda r: b"\x00\x05\x16\x07" * 40})),
    fine(
        "known_by_its_functions",
        handing_in(only_code, "final.ipynb"),
        "work.by_functions",
        written=False,
    ),
    case(
        "nothing_tells_the_unit",
        handing_in(lambda r: solved(r)[:99], "final.ipynb"),
        Status.UNANSWERED,
        "0",
        "work.unmatched",
        written=False,
    ),
    case(
        "another_kind_of_file",
        files({"u1_rooms.py": lambda r: f"{ROOM}\n\n{COST}\n".encode()}),
        Status.ERROR,
        "0",
        "work.other_kind",
        written=False,
    ),
    case(
        "an_archive_that_says_nothing",
        files({"作业.zip": zipped}),
        Status.UNANSWERED,
        "0",
        "work.unmatched",
        written=False,
    ),
    case(
        "not_handed_in",
        lambda folder, released: None,
        Status.UNANSWERED,
        "0",
        "work.missing",
        written=False,
    ),
)

# --- files that are none --------------------------------------------------------------------------


def linked_file(folder: Path, released: Released) -> None:
    """A link to where another student's notebook would be."""
    elsewhere = folder.parents[2] / "outside.ipynb"
    elsewhere.write_bytes(solved(released))
    (folder / FILE).symlink_to(elsewhere)


def dangling(folder: Path, released: Released) -> None:
    (folder / FILE).symlink_to("nowhere.ipynb")


def hard_link(folder: Path, released: Released) -> None:
    elsewhere = folder.parents[2] / "theirs.ipynb"
    elsewhere.write_bytes(solved(released))
    os.link(elsewhere, folder / FILE)


def pipe(folder: Path, released: Released) -> None:
    os.mkfifo(folder / FILE)


def directory(folder: Path, released: Released) -> None:
    (folder / FILE).mkdir()


def sparse(folder: Path, released: Released) -> None:
    (folder / FILE).touch()
    os.truncate(folder / FILE, 2**40)


def trap(name: str, plant: Callable[[Path, Released], None], says: str) -> Case:
    return case(name, plant, Status.ERROR, "0", says, "notebook.hand_in_again", written=False)


NO_FILE = (
    trap("link", linked_file, "intake.link"),
    trap("dangling_link", dangling, "intake.link"),
    trap("hard_link", hard_link, "intake.hard_link"),
    trap("fifo", pipe, "intake.not_a_file"),
    trap("folder_named_like_a_notebook", directory, "intake.not_a_file"),
    trap("sparse_terabyte", sparse, "intake.too_large"),
)

CASES = (*NO_NOTEBOOK, *OTHER_FORMATS, *OTHER_NAMES, *NO_FILE)
