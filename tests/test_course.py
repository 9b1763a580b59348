"""A course is read strictly: whatever is wrong in a file is told with the file and the key."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest

from grader.course import (
    Bundle,
    Feedback,
    Limits,
    Manifest,
    Unit,
    find_bundle_root,
    find_course_root,
    load_course,
    manifest_unit,
)
from grader.errors import CourseError, GraderError, UsageError
from grader.outcome import Text

COURSE = "assignments/course.toml"
BUNDLE = "assignments/b4_cost/bundle.toml"
UNIT = "assignments/b4_cost/q13_batches/unit.toml"
OTHER = "assignments/b4_cost/q14_plain/unit.toml"
FILES = {
    COURSE: 'title = { zh = "并行计算", en = "Parallel computing" }\n',
    BUNDLE: 'title = { zh = "通信", en = "Messages" }\nunits = ["q14_plain"]\n',
    UNIT: (
        'title = { zh = "分批", en = "Batches" }\n'
        'track = "core"\n'
        "minutes = 40\n"
        "points = { ex = 3, prop = 2.5, wr = 4 }\n"
        'entry_points = ["transfer_s", "Link"]\n'
    ),
    OTHER: (
        'title = { zh = "朴素", en = "Plain" }\n'
        'track = "practice"\nminutes = 5\npoints = { ex = 1 }\nentry_points = ["f"]\n'
    ),
}
Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Return a function that writes the course with some files changed (None: left out)."""

    def write(**changed: str | bytes | None) -> Path:
        files: dict[str, str | bytes | None] = FILES | changed  # type: ignore[assignment]
        for name, text in files.items():
            if text is not None:
                path = tmp_path / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return tmp_path

    return write


def mistake(root: Path) -> CourseError:
    with pytest.raises(CourseError) as caught:
        load_course(root)
    for lang in ("zh", "en"):
        assert str(caught.value.path) in caught.value.text(lang)
        assert caught.value.key in caught.value.text(lang)
    return caught.value


# --- what is read ---------------------------------------------------------------------------------


def test_listed_units_come_first_and_the_others_alphabetically(write: Write) -> None:
    course = load_course(write())
    assert [u.id for u in course.units] == ["q14_plain", "q13_batches"]
    root = write(**{BUNDLE: FILES[BUNDLE].replace('units = ["q14_plain"]', "")})
    assert [u.id for u in load_course(root).units] == ["q13_batches", "q14_plain"]


def test_a_unit_knows_what_its_file_says_and_where_it_lies(write: Write) -> None:
    root = write()
    unit = load_course(root).unit("q13_batches")
    assert (unit.id, unit.bundle) == ("q13_batches", "b4_cost")
    assert (unit.track, unit.minutes) == ("core", 40)
    assert unit.title == Text("分批", "Batches")
    assert unit.points == {"ex": Fraction(3), "prop": Fraction(5, 2), "wr": Fraction(4)}
    assert unit.entry_points == ("transfer_s", "Link")
    assert (unit.rules, unit.limits, unit.feedback) == ((), Limits(), Feedback())
    assert unit.public == root / "assignments/b4_cost/q13_batches"
    assert unit.secret == root / "solutions/b4_cost/q13_batches"


def test_points_are_exact_decimals(write: Write) -> None:
    root = write(**{UNIT: FILES[UNIT].replace("prop = 2.5", "prop = 0.1, err = 2.05")})
    points = load_course(root).unit("q13").points
    assert points["prop"] == Fraction(1, 10)
    assert points["err"] == Fraction(205, 100)


def test_a_unit_changes_only_the_limits_it_names(write: Write) -> None:
    root = write(
        **{
            COURSE: FILES[COURSE] + "[limits]\ncpu_s = 5\nmemory_mb = 512\n",
            UNIT: FILES[UNIT] + "[limits]\ncpu_s = 30.5\n",
        }
    )
    course = load_course(root)
    assert course.unit("q13").limits == Limits(cpu_s=30.5, memory_mb=512)
    assert course.unit("q14").limits == Limits(cpu_s=5, memory_mb=512)


def test_a_bundle_may_have_a_feedback_policy_of_its_own(write: Write) -> None:
    root = write(
        **{
            COURSE: FILES[COURSE] + '[feedback]\nshow_expected = "never"\n',
            BUNDLE: FILES[BUNDLE] + "[feedback]\nshow_inputs = false\n",
            "assignments/b5_other/bundle.toml": 'title = { zh = "另", en = "Other" }\n',
            "assignments/b5_other/q20_more/unit.toml": FILES[OTHER],
        }
    )
    course = load_course(root)
    assert course.unit("q13").feedback == Feedback(show_inputs=False)
    assert course.unit("q20").feedback == Feedback(show_expected="never")


def test_the_course_says_languages_tracks_and_plugins(write: Write) -> None:
    more = (
        'languages = ["en"]\ndefault_tracks = ["core", "stretch"]\nplugins = ["reference.panels"]\n'
    )
    course = load_course(write(**{COURSE: FILES[COURSE] + more}))
    assert course.languages == ("en",)
    assert course.default_tracks == ("core", "stretch")
    assert course.plugins == ("reference.panels",)


def test_the_files_of_a_unit_are_found_as_far_as_they_exist(write: Write) -> None:
    secret, public = "solutions/b4_cost/q13_batches", "assignments/b4_cost/q13_batches"
    unit = load_course(write()).unit("q13")
    assert (unit.check_files, unit.fixtures, unit.given) == ((), (), None)
    root = write(
        **{
            f"{secret}/test_hidden.py": "",
            f"{public}/test_public.py": "",
            f"{public}/given.py": "",
            f"{secret}/wrong/b.py": "",
            f"{secret}/wrong/a.py": "",
            f"{secret}/wrong/notes.txt": "",
            f"{secret}/right/c.py": "",
        }
    )
    unit = load_course(root).unit("q13")
    assert [p.name for p in unit.check_files] == ["test_public.py", "test_hidden.py"]
    assert [p.name for p in unit.fixtures] == ["a.py", "b.py", "c.py"]
    assert unit.given == root / public / "given.py"
    assert unit.prompt("zh") == root / public / "prompt.zh.md"


def test_a_folder_without_its_toml_is_no_unit(write: Write) -> None:
    root = write(**{"assignments/b4_cost/drafts/stub.py": "", "assignments/notes/x.md": ""})
    assert len(list(load_course(root).units)) == 2


# --- what is refused ------------------------------------------------------------------------------


def unit_file(old: str, new: str) -> dict[str, str]:
    assert old in FILES[UNIT]
    return {UNIT: FILES[UNIT].replace(old, new)}


MISTAKES = {
    "unknown key": ({UNIT: FILES[UNIT] + "mintues = 4\n"}, UNIT, "mintues"),
    "unknown limit": ({UNIT: FILES[UNIT] + "[limits]\ncpu = 4\n"}, UNIT, "limits.cpu"),
    "unknown language": (unit_file('en = "B', 'fr = "L", en = "B'), UNIT, "title.fr"),
    "unknown points": (unit_file("ex =", "exx ="), UNIT, "points.exx"),
    "unknown track": (unit_file('"core"', '"cor"'), UNIT, "track"),
    "unknown rule": ({UNIT: FILES[UNIT] + 'rules = ["FROZEN", "TRCE"]\n'}, UNIT, "rules[1]"),
    "missing title": (unit_file('title = { zh = "分批", en = "Batches" }\n', ""), UNIT, "title"),
    "missing language": (unit_file('zh = "分批", ', ""), UNIT, "title.zh"),
    "missing minutes": (unit_file("minutes = 40\n", ""), UNIT, "minutes"),
    "empty file": ({UNIT: ""}, UNIT, "title"),
    "minutes as text": (unit_file("40", '"40"'), UNIT, "minutes"),
    "minutes as float": (unit_file("40", "40.5"), UNIT, "minutes"),
    "no minutes": (unit_file("40", "0"), UNIT, "minutes"),
    "points as text": (unit_file("ex = 3", 'ex = "3"'), UNIT, "points[...]"),
    "points as bool": (unit_file("ex = 3", "ex = true"), UNIT, "points[...]"),
    "no points": (unit_file("ex = 3, prop = 2.5, wr = 4", ""), UNIT, "points"),
    "zero points": (unit_file("ex = 3", "ex = 0"), UNIT, "points.ex"),
    "negative points": (unit_file("2.5", "-2.5"), UNIT, "points.prop"),
    "three decimals": (unit_file("2.5", "2.505"), UNIT, "points.prop"),
    "tiny points": (unit_file("2.5", "1e-9"), UNIT, "points.prop"),
    "points nan": (unit_file("2.5", "nan"), UNIT, "points.prop"),
    "points inf": (unit_file("2.5", "inf"), UNIT, "points.prop"),
    "points of 5000 hex digits": (unit_file("ex = 3", f"ex = 0x{'F' * 5000}"), UNIT, "points.ex"),
    "minutes of 5000 hex digits": (unit_file("40", f"0x{'F' * 5000}"), UNIT, "minutes"),
    "minutes of 5000 digits": (unit_file("40", "9" * 5000), UNIT, ""),
    "lists 3000 deep": ({UNIT: FILES[UNIT] + f"a = {'[' * 3000}"}, UNIT, ""),
    "no entry point": (unit_file('"transfer_s", "Link"', ""), UNIT, "entry_points"),
    "entry point twice": (unit_file("Link", "transfer_s"), UNIT, "entry_points"),
    "no name": (unit_file("Link", "a link"), UNIT, "entry_points: a link"),
    "keyword": (unit_file("Link", "class"), UNIT, "entry_points: class"),
    "entry point as number": (unit_file('"Link"', "3"), UNIT, "entry_points[1]"),
    "zero limit": ({UNIT: FILES[UNIT] + "[limits]\ncpu_s = 0\n"}, UNIT, "limits.cpu_s"),
    "endless limit": ({UNIT: FILES[UNIT] + "[limits]\ncpu_s = inf\n"}, UNIT, "limits.cpu_s"),
    "no TOML": ({UNIT: FILES[UNIT] + "minutes =\n"}, UNIT, ""),
    "key twice": ({UNIT: FILES[UNIT] + "minutes = 4\n"}, UNIT, ""),
    "no UTF-8": ({UNIT: FILES[UNIT].encode("gbk")}, UNIT, ""),
    "a folder": ({"assignments/b5_x/bundle.toml/x": ""}, "assignments/b5_x/bundle.toml", ""),
    "no course file": ({COURSE: None}, COURSE, ""),
    "huge limit": (
        {UNIT: FILES[UNIT] + "[limits]\nmemory_mb = 1_000_000_001\n"},
        UNIT,
        "limits.memory_mb",
    ),
    "course limit": (
        {COURSE: FILES[COURSE] + "[limits]\nthreads = -1\n"},
        COURSE,
        "limits.threads",
    ),
    "course language": ({COURSE: FILES[COURSE] + 'languages = ["fr"]\n'}, COURSE, "languages[0]"),
    "course without language": ({COURSE: FILES[COURSE] + "languages = []\n"}, COURSE, "languages"),
    "course feedback": (
        {COURSE: FILES[COURSE] + '[feedback]\nshow_expected = "seldom"\n'},
        COURSE,
        "feedback.show_expected",
    ),
    "unit listed twice": (
        {BUNDLE: FILES[BUNDLE].replace('"q14_plain"', '"q14_plain", "q14_plain"')},
        BUNDLE,
        "units",
    ),
    "unit listed but missing": (
        {BUNDLE: FILES[BUNDLE].replace("q14_plain", "q15_gone")},
        BUNDLE,
        "units: q15_gone",
    ),
    "bundle folder": (
        {"assignments/B5_Other/bundle.toml": FILES[BUNDLE].replace("q14_plain", "")},
        "assignments/B5_Other/bundle.toml",
        "B5_Other",
    ),
    "unit folder": (
        {"assignments/b4_cost/q15-more/unit.toml": FILES[OTHER]},
        "assignments/b4_cost/q15-more/unit.toml",
        "q15-more",
    ),
    "bundle folder that Windows makes no folder of": (
        {"assignments/aux/bundle.toml": FILES[BUNDLE].replace("q14_plain", "")},
        "assignments/aux/bundle.toml",
        "aux",
    ),
    "unit folder that Windows makes no file of": (
        {"assignments/b4_cost/com1/unit.toml": FILES[OTHER]},
        "assignments/b4_cost/com1/unit.toml",
        "com1",
    ),
    "unit in two bundles": (
        {
            "assignments/b5_other/bundle.toml": 'title = { zh = "另", en = "Other" }\n',
            "assignments/b5_other/q13_batches/unit.toml": FILES[UNIT],
        },
        "assignments/b5_other/q13_batches/unit.toml",
        "q13_batches",
    ),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_told_with_file_and_key(write: Write, name: str) -> None:
    changed, path, key = MISTAKES[name]
    root = write(**changed)  # type: ignore[arg-type]
    error = mistake(root)
    assert error.path == root / path
    assert error.key == key


def test_the_message_says_what_is_expected(write: Write) -> None:
    error = mistake(write(**unit_file("2.5", "2.505")))
    assert error.text("en").endswith(
        ": points are above 0, at most 1,000,000,000, and have at most two decimals."
    )
    assert error.text("zh").endswith("分值必须大于 0，不超过 10 亿，且最多两位小数。")


# --- names ----------------------------------------------------------------------------------------


def test_a_unit_or_bundle_may_be_named_by_its_first_word(write: Write) -> None:
    course = load_course(write())
    assert course.unit("q13") is course.unit("q13_batches")
    assert course.bundle("b4") is course.bundle("b4_cost")


@pytest.mark.parametrize(
    ("name", "nearest"),
    [("q13_batch", "q13_batches"), ("batches", "q13_batches"), ("q14_plian", "q14_plain")],
)
def test_the_nearest_name_is_suggested_first(write: Write, name: str, nearest: str) -> None:
    with pytest.raises(UsageError) as caught:
        load_course(write()).unit(name)
    for lang, says in (("zh", "可用的有："), ("en", "known names: ")):
        told, hint = caught.value.text(lang).splitlines()  # type: ignore[arg-type]
        assert name in told
        assert hint.startswith(says + nearest)


@pytest.mark.parametrize("name", ["zzz", "", "Q13", "q1"])
def test_where_nothing_is_near_all_names_are_told(write: Write, name: str) -> None:
    course = load_course(write())
    with pytest.raises(UsageError) as caught:
        course.bundle(name)
    assert "b4_cost" in caught.value.text("en")


def test_a_first_word_that_two_units_share_names_neither(write: Write) -> None:
    course = load_course(write(**{"assignments/b4_cost/q13_more/unit.toml": FILES[OTHER]}))
    with pytest.raises(UsageError) as caught:
        course.unit("q13")
    assert "q13_more" in caught.value.text("en")
    assert "q13_batches" in caught.value.text("en")


@pytest.mark.parametrize("name", ["aux_1", "auxiliary", "con_text", "com10", "null", "b1_nul"])
def test_a_name_that_only_begins_like_a_device_is_one_like_any_other(
    write: Write, name: str
) -> None:
    course = load_course(write(**{f"assignments/b4_cost/{name}/unit.toml": FILES[OTHER]}))
    assert course.unit(name).id == name


# --- finding, and released bundles ----------------------------------------------------------------


def test_the_course_above_a_folder_is_found(write: Write) -> None:
    root = write().resolve()
    for start in (root, root / "assignments", (root / UNIT).parent):
        assert find_course_root(start) == root
    assert find_course_root(root.parent) is None
    assert find_bundle_root(root) is None


@pytest.fixture
def released(write: Write, tmp_path: Path) -> Path:
    """A bundle as students unpack it."""
    course = load_course(write(**{UNIT: FILES[UNIT] + "[limits]\ncpu_s = 30\n"}))
    bundle: Bundle = course.bundle("b4")
    manifest = Manifest(
        course.title,
        bundle.id,
        bundle.title,
        "2026.09-1a2b",
        ("zh", "en"),
        tuple(manifest_unit(u) for u in bundle.units),
        {"q13_batches.ipynb": "00"},
        "0.1.0",
    )
    root = tmp_path / "unpacked"
    (root / "checks" / "q13_batches").mkdir(parents=True)
    (root / "manifest.json").write_bytes(msgspec.json.encode(manifest))
    return root


def test_a_released_bundle_is_a_course_of_its_public_part(released: Path) -> None:
    course = load_course(released)
    unit: Unit = course.unit("q13")
    assert [u.id for u in course.units] == ["q14_plain", "q13_batches"]
    assert unit.points == {"ex": Fraction(3), "prop": Fraction(5, 2), "wr": Fraction(4)}
    assert unit.limits == Limits(cpu_s=30)
    assert unit.public == released / "checks" / "q13_batches"
    assert find_bundle_root(released / "checks") == released.resolve()


def broken_manifest(**unit: Any) -> Callable[[dict[str, Any]], None]:
    return lambda manifest: manifest["units"][1].update(unit)


@pytest.mark.parametrize(
    "breaks",
    [
        broken_manifest(points={"ex": "three"}),
        broken_manifest(points={"ex": "1/0"}),
        broken_manifest(points={"ex": "1e999999999"}),  # took Fraction hours
        broken_manifest(points={"ex": "-1"}),
        broken_manifest(points={"exx": "1"}),
        broken_manifest(id="../../elsewhere"),
        broken_manifest(id=""),
        broken_manifest(salt="secret"),
        lambda manifest: manifest.pop("release"),
        lambda manifest: manifest.update(units=3),
    ],
    ids=range(10),
)
def test_a_damaged_manifest_is_told(
    released: Path, breaks: Callable[[dict[str, Any]], None]
) -> None:
    path = released / "manifest.json"
    manifest = msgspec.json.decode(path.read_bytes())
    breaks(manifest)
    path.write_bytes(msgspec.json.encode(manifest))
    assert mistake(released).path == path
    path.write_bytes(b"\xff not JSON")
    assert mistake(released).path == path


def test_every_error_is_a_grader_error() -> None:
    assert issubclass(CourseError, GraderError)
    assert issubclass(UsageError, GraderError)
