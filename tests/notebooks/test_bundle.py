from __future__ import annotations

import hashlib
import json
import zipfile
from pathlib import Path

import msgspec
import pytest

from grader.course import Course, Manifest, load_course, manifest_unit
from grader.errors import CourseError
from grader.notebooks.archive import zip_members
from grader.notebooks.audit import audit_bundle
from grader.notebooks.build import build_notebook, dumps
from grader.notebooks.bundle import write_bundle
from grader.outcome import Text

WHEEL = ("rooflab-1.0-py3-none-any.whl", zip_members({"grader/__init__.py": b""}))


def manifest_of(course: Course) -> Manifest:
    bundle = course.bundle("b4")
    return Manifest(
        course=course.title,
        bundle=bundle.id,
        title=bundle.title,
        release="r1",
        languages=("zh", "en"),
        units=tuple(map(manifest_unit, bundle.units)),
        files={},
        grader="1.0",
    )


def release(course: Course, path: Path, wheel: tuple[str, bytes] | None = WHEEL) -> Manifest:
    units = course.bundle("b4").units
    notebooks = {u.id: dumps(build_notebook(u, ("zh", "en"), {}, (), "r1")) for u in units}
    return write_bundle(path, units, notebooks, wheel, manifest_of(course))


def test_a_bundle_holds_what_a_student_needs_and_nothing_else(
    course: Course, tmp_path: Path
) -> None:
    path = tmp_path / "new" / "b4.zip"
    manifest = release(course, path)
    with zipfile.ZipFile(path) as archive:
        assert archive.namelist() == [
            "b4_cost/manifest.json",
            "b4_cost/checks/q13_message_batches/given.py",
            "b4_cost/checks/q13_message_batches/inputs.py",
            "b4_cost/checks/q13_message_batches/test_public.py",
            "b4_cost/q13_message_batches.ipynb",
            "b4_cost/q14_plain.ipynb",
            "b4_cost/wheels/rooflab-1.0-py3-none-any.whl",
        ]
        written = json.loads(archive.read("b4_cost/manifest.json"))
        for name, digest in manifest.files.items():
            assert hashlib.sha256(archive.read(f"b4_cost/{name}")).hexdigest() == digest
    assert msgspec.convert(written, Manifest) == manifest
    assert [file.name for file in path.parent.iterdir()] == ["b4.zip"]


def test_an_unpacked_bundle_is_a_course(course: Course, tmp_path: Path) -> None:
    manifest = release(course, tmp_path / "b.zip")
    assert manifest.title == Text("通信", "Messages")
    with zipfile.ZipFile(tmp_path / "b.zip") as archive:
        archive.extractall(tmp_path)
    student = load_course(tmp_path / "b4_cost")
    assert (student.title, student.languages) == (course.title, ("zh", "en"))
    for theirs, ours in zip(student.units, course.units, strict=True):
        assert (theirs.id, theirs.points) == (ours.id, ours.points)
    unit = student.unit("q13")
    assert [path.name for path in unit.check_files] == ["test_public.py"]
    assert unit.given is not None


def test_the_same_bundle_has_the_same_bytes(course: Course, tmp_path: Path) -> None:
    release(course, tmp_path / "one.zip")
    for path in (course.root / "assignments").rglob("*.py"):
        path.touch()
    release(course, tmp_path / "two.zip")
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()


def test_a_wheel_is_optional(course: Course, tmp_path: Path) -> None:
    assert not [n for n in release(course, tmp_path / "b.zip", None).files if "wheels" in n]


def test_a_link_out_of_the_units_folder_is_refused(course: Course, tmp_path: Path) -> None:
    unit = course.unit("q13")
    (unit.public / "inputs.py").unlink()
    (unit.public / "inputs.py").symlink_to(unit.secret / "solution.py")
    with pytest.raises(CourseError) as caught:
        release(course, tmp_path / "b.zip")
    assert caught.value.path == unit.public / "inputs.py"
    assert not (tmp_path / "b.zip").exists()


def test_a_unit_without_notebook_is_refused(course: Course, tmp_path: Path) -> None:
    with pytest.raises(CourseError) as caught:
        write_bundle(tmp_path / "b.zip", course.bundle("b4").units, {}, None, manifest_of(course))
    assert caught.value.key == "q13_message_batches"


def test_an_honest_bundle_passes_the_audit(course: Course, tmp_path: Path) -> None:
    release(course, tmp_path / "b.zip")
    audit_bundle(tmp_path / "b.zip", course.root)


SECRET_LINE = "return messages * LATENCY_S + total_bytes / BYTES_PER_SECOND_OF_LINK"


@pytest.mark.parametrize(
    ("member", "text"),
    [
        ("b4/q13.ipynb", json.dumps({"cells": [{"source": f"a\n#   {SECRET_LINE}\nb"}]})),
        ("b4/q13.ipynb", json.dumps({"cells": [{"source": ["a\n", f"    {SECRET_LINE}"]}]})),
        ("b4/checks/q13/inputs.py", f"def f():\n        {SECRET_LINE}\n"),
        ("b4/q13.ipynb", json.dumps(["> 满分要点：延迟按消息条数计，带宽按字节数计，二者相加。"])),
    ],
)
def test_a_long_secret_line_is_found_wherever_it_stands(
    course: Course, tmp_path: Path, member: str, text: str
) -> None:
    with zipfile.ZipFile(tmp_path / "b.zip", "w") as archive:
        archive.writestr(member, text)
    with pytest.raises(CourseError) as caught:
        audit_bundle(tmp_path / "b.zip", course.root)
    assert caught.value.path.is_relative_to(course.root / "solutions")
    assert member in caught.value.text("zh")
    assert "BYTES_PER_SECOND" not in caught.value.text("en")


def test_a_whole_secret_file_is_found_inside_the_wheel(course: Course, tmp_path: Path) -> None:
    secret = course.unit("q13").secret / "weights.bin"
    secret.write_bytes(b"\xff\x00\xfe")
    with zipfile.ZipFile(tmp_path / "g.whl", "w") as wheel:
        wheel.writestr("grader/data.bin", b"\xff\x00\xfe")
    with zipfile.ZipFile(tmp_path / "b.zip", "w") as archive:
        archive.write(tmp_path / "g.whl", "b4/wheels/g.whl")
    with pytest.raises(CourseError) as caught:
        audit_bundle(tmp_path / "b.zip", course.root)
    assert caught.value.path == secret
    assert "b4/wheels/g.whl/grader/data.bin" in caught.value.text("en")


LINE = "The larger the batch, the fewer the messages to pay for."
CHECK = f'def test_batches(student):\n    """大批更省。\n\n    {LINE}\n    """\n'


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("assignments/b4_cost/q13_message_batches/prompt.en.md", f"# {LINE}\n"),
        ("reference/machines/h200.toml", f"note = 1 # x\n# {LINE}\n"),
        ("solutions/b4_cost/q13_message_batches/test_hidden.py", CHECK),
    ],
)
def test_what_students_may_read_is_no_secret(
    course: Course, tmp_path: Path, file: str, text: str
) -> None:
    with zipfile.ZipFile(tmp_path / "b.zip", "w") as archive:
        archive.writestr("b4/q13.ipynb", json.dumps([f"# {LINE}", "x = 1"]))
    secret = course.root / "reference" / "models" / "messages.py"
    secret.parent.mkdir(parents=True)
    secret.write_text("x = 1\n")  # too short to tell anything
    (course.root / file).parent.mkdir(parents=True, exist_ok=True)
    (course.root / file).write_text(text, "utf-8")
    audit_bundle(tmp_path / "b.zip", course.root)
    secret.write_text(f"# {LINE}\n")
    if "hidden" in file:
        with pytest.raises(CourseError):
            audit_bundle(tmp_path / "b.zip", course.root)
    else:
        audit_bundle(tmp_path / "b.zip", course.root)
