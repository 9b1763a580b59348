"""What may come as a notebook, and what is refused with which sentence."""

from __future__ import annotations

import codecs
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.errors import SubmissionError
from grader.notebooks import decode
from grader.notebooks.decode import Cell, decode_notebook, shown


def cells(top: object) -> list[tuple[str, str]]:
    data = top if isinstance(top, bytes) else json.dumps(top).encode()
    return [(cell.kind, cell.source) for cell in decode_notebook(data, "n.ipynb").cells]


def code(source: object, **more: Any) -> dict[str, Any]:
    return {"cell_type": "code", "source": source, **more}


GOOD = {"cells": [code("x = 1  # 时间")]}
READ = [("code", "x = 1  # 时间")]


@pytest.mark.parametrize(
    "top",
    [
        {"nbformat": 4, "cells": [code("a\nb")]},
        {"nbformat": 4, "cells": [code(["a\n", "b"])]},
        {"nbformat": 4, "cells": [code(["a\r\n", 3, "b"])]},
        {"nbformat": 3, "worksheets": [{"cells": [{"cell_type": "code", "input": "a\nb"}]}]},
        {"nbformat": 2, "worksheets": [{"cells": [{"cell_type": "code", "input": ["a\n", "b"]}]}]},
        {"nbformat": 1, "cells": [{"cell_type": "code", "code": "a\nb"}]},
    ],
)
def test_every_notebook_format_gives_the_same_code(top: dict[str, Any]) -> None:
    assert cells(top) == [("code", "a\nb")]


def test_a_heading_cell_of_nbformat_3_is_text() -> None:
    heading = {"cell_type": "heading", "level": 2, "source": "T"}
    assert cells({"worksheets": [{"cells": [heading]}, {"cells": [code("x")]}]}) == [
        ("markdown", "# T"),
        ("code", "x"),
    ]


@pytest.mark.parametrize(
    ("data", "note"),
    [
        (json.dumps(GOOD, ensure_ascii=False).encode(), None),
        (codecs.BOM_UTF8 + json.dumps(GOOD, indent=1).replace("\n", "\r\n").encode(), None),
        (json.dumps(GOOD, ensure_ascii=False).encode("utf-16"), "notebook.encoding"),
        (json.dumps(GOOD, ensure_ascii=False).encode("gb18030"), "notebook.encoding"),
    ],
)
def test_encodings(data: bytes, note: str | None) -> None:
    decoded = decode_notebook(data, "n.ipynb")
    assert [(cell.kind, cell.source) for cell in decoded.cells] == READ
    assert [message.id for message in decoded.notes] == ([note] if note else [])


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "notebook.empty"),
        (b" \r\n", "notebook.empty"),
        (b"\x00" * 4096, "notebook.empty"),
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "notebook.binary"),
        (b"PK\x03\x04\x14\x00\x00\x00", "notebook.binary"),
        (b"\xff\xfe{", "notebook.binary"),
        (b"import numpy as np\n", "notebook.not_json"),
        (b"\r\n<!DOCTYPE HTML>\n<html></html>", "notebook.web_page"),
        (b"<html lang='zh'>", "notebook.web_page"),
        (b'{"cells": [{"cell_type": "code", "sou', "notebook.truncated"),
        (b'{"cells": [', "notebook.truncated"),
        (b"[1, 2]", "notebook.not_notebook"),
        (b'"cells"', "notebook.not_notebook"),
        (b"{}", "notebook.not_notebook"),
        (b'{"cells": {"0": 1}}', "notebook.not_notebook"),
        (b'{"cells": ' + b"[" * 100_000, "notebook.too_deep"),
        (b'{"cells": [\n<<<<<<< HEAD\n1\n=======\n2\n>>>>>>> b\n]}', "notebook.conflict"),
        (b'{"cells": [\r\n<<<<<<< HEAD\r\n=======\r\n>>>>>>> b\r\n]}', "notebook.conflict"),
    ],
)
def test_what_is_no_notebook_is_refused_with_a_sentence(data: bytes, why: str) -> None:
    with pytest.raises(SubmissionError) as caught:
        decode_notebook(data, "n.ipynb")
    assert caught.value.message.id == why
    assert "n.ipynb" in caught.value.text("zh")
    assert "n.ipynb" in caught.value.text("en")


@pytest.mark.parametrize(
    ("limit", "data", "why"),
    [
        ("MAX_BYTES", b'{"cells": [], "pad": "' + b"x" * 2000 + b'"}', "too_large"),
        ("MAX_VALUES", b'{"cells": [], "pad": [' + b"0," * 2000 + b"0]}", "too_many_values"),
        ("MAX_VALUES", b'{"cells": [], "pad": [' + b'"",' * 5000 + b"0]}", "too_many_values"),
        ("MAX_CELLS", b'{"cells": [' + b"{}," * 2000 + b"{}]}", "too_many_cells"),
        ("MAX_CODE", json.dumps({"cells": [code("x" * 2000)]}).encode(), "too_much_code"),
    ],
)
def test_each_limit_refuses_what_is_above_it(
    monkeypatch: pytest.MonkeyPatch, limit: str, data: bytes, why: str
) -> None:
    decode_notebook(data, "n.ipynb")
    monkeypatch.setattr(decode, limit, 1999)
    with pytest.raises(SubmissionError) as caught:
        decode_notebook(data, "n.ipynb")
    assert caught.value.message.id == f"notebook.{why}"


@pytest.mark.parametrize("text", ["1, " * 3000, '"[{,\\' * 3000, '\\"' * 3000])
def test_printed_arrays_are_one_value(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(decode, "MAX_VALUES", 1999)
    assert cells({"cells": [code("x", outputs=[text])]}) == [("code", "x")]


def test_numbers_of_any_size_and_nan_do_no_harm() -> None:
    outputs = f"[1e999, NaN, -Infinity, {'9' * 100_000}, -3, 2.5]"
    data = f'{{"cells": [{{"cell_type": "code", "source": "x", "outputs": {outputs}}}]}}'
    assert cells(data.encode()) == [("code", "x")]


def test_cells_of_unknown_structure_are_skipped_and_noted() -> None:
    odd = [None, 3, [], "code", {}, {"cell_type": 1}, {"cell_type": "code", "source": {"a": 1}}]
    decoded = decode_notebook(json.dumps({"cells": [*odd, code("x")]}).encode(), "n.ipynb")
    assert decoded.cells == (Cell(6, "code", ""), Cell(7, "code", "x"))
    assert [(note.id, note.args) for note in decoded.notes] == [
        ("notebook.odd_cells", {"count": 6})
    ]


def test_an_unknown_cell_type_is_never_run() -> None:
    assert cells({"cells": [{"cell_type": "html", "source": "<b>"}]}) == [("raw", "<b>")]


@pytest.mark.parametrize("metadata", [None, 3, [], {"nbgrader": 1}, {"nbgrader": {"grade_id": 1}}])
def test_odd_metadata_is_no_metadata(metadata: object) -> None:
    data = json.dumps({"cells": [code("x", metadata=metadata)], "metadata": metadata}).encode()
    decoded = decode_notebook(data, "n.ipynb")
    assert decoded.cells[0].tag is None
    assert decoded.rooflab == {}


def test_half_a_surrogate_pair_can_be_encoded_afterwards() -> None:
    ((_, source),) = cells(b'{"cells": [{"cell_type": "code", "source": "\\ud800x"}]}')
    assert source.encode() == "�x".encode()


def test_a_students_text_in_a_sentence_is_short_and_printable() -> None:
    assert shown("张三\x1b[31m\nq13.ipynb") == "张三�[31m�q13.ipynb"
    assert shown("x" * 100, 10) == "x" * 10 + "…"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["cells", "worksheets", "metadata", "cell_type", "source", "nbgrader"]),
            inner | st.sampled_from(["code", "markdown"]),
            max_size=4,
        )
    ),
    max_leaves=20,
)


@settings(deadline=None)
@given(JSON)
def test_json_with_a_list_of_cells_is_read_and_any_other_refused(top: object) -> None:
    data = json.dumps(top).encode()
    places = [top.get("cells"), top.get("worksheets")] if isinstance(top, dict) else []
    if any(isinstance(place, list) for place in places):
        decoded = decode_notebook(data, "n.ipynb")
        assert all(isinstance(cell.source, str) for cell in decoded.cells)
        return
    with pytest.raises(SubmissionError) as caught:
        decode_notebook(data, "n.ipynb")
    assert caught.value.message.id == "notebook.not_notebook"


@settings(deadline=None)
@given(st.binary(max_size=60))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    with pytest.raises(SubmissionError):
        decode_notebook(data, "n.ipynb")
