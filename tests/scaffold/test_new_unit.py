"""`grader new`: what it writes validates at once, is tidy, marked, and never written over."""

from __future__ import annotations

import datetime as dt
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from grader.course import load_course
from grader.engine.classroom import Classroom
from grader.engine.grade import Grader
from grader.engine.release import Released, release_bundle
from grader.engine.validate import validate_units
from grader.errors import CourseError, UsageError
from grader.messages import LANGS
from grader.scaffold import MARK, Made, Request, marks_of, new_unit
from grader.scaffold.templates import FOLDER, names_of

ROOT = Path(__file__).parents[2]
SALT = ("a test's salt",)
BUNDLE = "b1_rooms"
DEFAULT = Request("u03_default")
TWO = Request(
    "u04_two",
    functions=(
        "messages_s(sizes_bytes: list[float], latency_s: float) -> float",
        "worth_it(name: str, counts: Sequence[int], fast: bool) -> str",
    ),
    points="ex=2,prop=3.5,err=1,claim=2,wr=1.5",
    track="practice",
    minutes=25,
)
ODD = Request(
    "u05_odd",
    functions=(
        "halves(seconds: float) -> tuple[int, float]",
        (
            "listed(a_long_name_of_an_argument: int, another_long_name_of_an_argument: int, "
            "the_last_long_name: Sequence[float], text: str) -> list[int]"
        ),
        "count_all(items: list[int]) -> int",
        "letters(text: str) -> tuple[float]",
    ),
)
ONLY_EXAMPLES = Request("u06_plain", points="ex=1")
CLAIM_WITHOUT_FUNCTION = Request("u07_claim", points="ex=2,claim=3")
REQUESTS = {r.unit: r for r in (DEFAULT, TWO, ODD, ONLY_EXAMPLES, CLAIM_WITHOUT_FUNCTION)}


def written(root: Path, request: Request) -> Made:
    return new_unit(load_course(root), request)


def public(root: Path, request: Request) -> Path:
    return root / "assignments" / BUNDLE / request.unit


def secret(root: Path, request: Request) -> Path:
    return root / "solutions" / BUNDLE / request.unit


@pytest.mark.parametrize(
    "unit",
    [
        "u03_default",
        "u04_two",
        *(pytest.param(u, marks=pytest.mark.long) for u in ("u05_odd", "u06_plain", "u07_claim")),
    ],
)
def test_a_scaffold_validates_at_once(unit: str, tiny_root: Path, best_rung: str) -> None:
    written(tiny_root, REQUESTS[unit])
    course = load_course(tiny_root)
    with Grader(course, best_rung, jobs=1) as grader:
        assert validate_units(course, [course.unit(unit)], grader, SALT) == ()


def test_the_signatures_stand_in_stub_solution_and_checks(tiny_root: Path) -> None:
    written(tiny_root, TWO)
    head = "def worth_it(name: str, counts: Sequence[int], fast: bool) -> str:"
    assert head in (public(tiny_root, TWO) / "stub.py").read_text("utf-8")
    assert head in (secret(tiny_root, TWO) / "solution.py").read_text("utf-8")
    for path in (
        public(tiny_root, TWO) / "test_public.py",
        secret(tiny_root, TWO) / "test_hidden.py",
    ):
        assert 'student.call("worth_it"' in path.read_text("utf-8")


def test_what_was_asked_for_stands_in_unit_toml(tiny_root: Path) -> None:
    written(tiny_root, TWO)
    unit = load_course(tiny_root).unit("u04_two")
    assert (unit.track, unit.minutes) == ("practice", 25)
    assert {key: float(points) for key, points in unit.points.items()} == {
        "ex": 2,
        "prop": 3.5,
        "err": 1,
        "claim": 2,
        "wr": 1.5,
    }
    assert unit.entry_points == ("messages_s", "worth_it")


def test_a_claim_without_a_function_that_decides_gets_an_example(tiny_root: Path) -> None:
    written(tiny_root, CLAIM_WITHOUT_FUNCTION)
    unit = load_course(tiny_root).unit("u07_claim")
    assert unit.entry_points == ("total_s", "takes_long")


def test_both_languages_say_what_is_in_the_unit(tiny_root: Path) -> None:
    written(tiny_root, TWO)
    written(tiny_root, DEFAULT)
    sections = {"zh": "书面题（1.5 分）", "en": "Written answer (1.5 points)"}
    for lang in LANGS:
        text = (public(tiny_root, TWO) / f"prompt.{lang}.md").read_text("utf-8")
        plain = (public(tiny_root, DEFAULT) / f"prompt.{lang}.md").read_text("utf-8")
        assert sections[lang] in text
        assert sections[lang][:3] not in plain.replace("没有书面题", "")
        assert all(f"`{key}`" in text for key in ("ex", "prop", "err", "claim", "wr"))
        assert "`claim`" not in plain
        assert text.count("\n## ") == 6
        assert plain.count("\n## ") == 5


@pytest.mark.parametrize("unit", REQUESTS)
def test_the_python_is_as_ruff_wants_it(unit: str, tiny_root: Path) -> None:
    made = written(tiny_root, REQUESTS[unit])
    shutil.copyfile(ROOT / "pyproject.toml", tiny_root / "pyproject.toml")
    files = [path for path in made.files if path.endswith(".py")]
    for verb in (["check"], ["format", "--diff"]):
        command = [str(Path(sys.executable).with_name("ruff")), *verb, "--no-cache", *files]
        done = subprocess.run(command, cwd=tiny_root, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("unit", REQUESTS)
def test_every_file_but_the_worthless_ones_is_marked(unit: str, tiny_root: Path) -> None:
    made = written(tiny_root, REQUESTS[unit])
    files = {tiny_root / path for path in made.files}
    marks = {mark.path: mark.count for mark in marks_of(load_course(tiny_root).unit(unit))}
    unmarked = {path.name for path in files - set(marks)}
    assert unmarked == {"always_valueerror.py", "constant.py"}
    assert sum(marks.values()) == made.marks
    assert "<<" not in "".join(path.read_text("utf-8") for path in files)


def release(root: Path, rung: str, folder: Path) -> Released:
    course = load_course(root)
    classroom = Classroom.create(folder / "class", root)
    with Grader(course, rung, jobs=1) as grader:
        return release_bundle(
            classroom,
            course.bundle(BUNDLE),
            grader,
            folder / "handout",
            langs=LANGS,
            today=dt.date(2026, 9, 1),
        )


def test_release_refuses_while_a_mark_is_left(
    tiny_root: Path, best_rung: str, tmp_path: Path
) -> None:
    written(tiny_root, DEFAULT)
    released = release(tiny_root, best_rung, tmp_path)
    assert released.path is None
    assert {finding.demand for finding in released.findings} == {"unwritten"}
    said = [finding.why.text("en") for finding in released.findings]
    assert any("u03_default/prompt.zh.md:3 still has" in line and MARK in line for line in said)
    assert not (tmp_path / "handout").exists()


def test_without_marks_it_is_released_in_both_languages(
    tiny_root: Path, best_rung: str, tmp_path: Path
) -> None:
    for path in written(tiny_root, TWO).files:
        text = (tiny_root / path).read_text("utf-8")
        (tiny_root / path).write_text(text.replace(MARK, "done"), "utf-8")
    shutil.rmtree(tiny_root / "assignments" / BUNDLE / "u1_rooms")
    shutil.rmtree(tiny_root / "assignments" / BUNDLE / "u2_counter")
    bundle_file = tiny_root / "assignments" / BUNDLE / "bundle.toml"
    bundle_file.write_text(bundle_file.read_text("utf-8").replace('"u2_counter", ', ""), "utf-8")
    released = release(tiny_root, best_rung, tmp_path)
    assert released.findings == ()
    assert released.path is not None
    with zipfile.ZipFile(released.path) as handout:
        (name,) = (n for n in handout.namelist() if n.endswith("u04_two.ipynb"))
        notebook = handout.read(name).decode("utf-8")
    assert "书面题" in notebook
    assert "Written answer" in notebook


def test_nothing_is_overwritten(tiny_root: Path) -> None:
    mine = secret(tiny_root, DEFAULT) / "solution.py"
    mine.parent.mkdir(parents=True)
    mine.write_text("# mine\n", "utf-8")
    with pytest.raises(UsageError, match="already there"):
        written(tiny_root, DEFAULT)
    assert mine.read_text("utf-8") == "# mine\n"
    assert not public(tiny_root, DEFAULT).exists()


def test_a_second_run_is_refused_and_changes_nothing(tiny_root: Path) -> None:
    made = written(tiny_root, DEFAULT)
    paths = [tiny_root / name for name in (*made.files, made.bundle_file)]
    before = {path: path.read_bytes() for path in paths}
    with pytest.raises(UsageError, match="u03"):
        written(tiny_root, DEFAULT)
    with pytest.raises(UsageError, match="already stands for the unit u03_default"):
        written(tiny_root, Request("u03_other"))
    assert {p: p.read_bytes() for p in before} == before


REFUSED = {
    "no number": (Request("planner"), "cannot be the name"),
    "one digit": (Request("u3_planner"), "cannot be the name"),
    "capitals": (Request("u03_Planner"), "cannot be the name"),
    "a path": (Request("u03_x/../y"), "cannot be the name"),
    "a new line": (Request("u03_planner\n"), "cannot be the name"),
    "unknown bundle": (Request("u03_x", bundle="b9"), "b9"),
    "unknown key": (Request("u03_x", points="ex=3,exx=1"), "exx in --points"),
    "a key twice": (Request("u03_x", points="ex=3,ex=1"), "ex in --points"),
    "trace": (Request("u03_x", points="ex=3,trace=1"), "needs its kernel"),
    "no points": (Request("u03_x", points="ex"), "cannot have"),
    "zero points": (Request("u03_x", points="ex=0"), "cannot have"),
    "no examples": (Request("u03_x", points="prop=6"), "has no ex"),
    "unknown track": (Request("u03_x", track="extra"), "no track extra"),
    "no minutes": (Request("u03_x", minutes=0), "minute"),
    "no signature": (Request("u03_x", functions=("total",)), "no signature"),
    "a keyword": (Request("u03_x", functions=("class(a: int) -> int",)), "no signature"),
    "a body": (
        Request("u03_x", functions=("f(a: int) -> int: return 1\ndef g()",)),
        "no signature",
    ),
    "a default": (Request("u03_x", functions=("f(a: int = 1) -> int",)), "no default"),
    "untyped": (Request("u03_x", functions=("f(a) -> int",)), "a has type -"),
    "unknown type": (Request("u03_x", functions=("f(a: dict) -> int",)), "list[float]"),
    "no result": (Request("u03_x", functions=("f(a: int)",)), "type of the result"),
    "unknown result": (Request("u03_x", functions=("f(a: int) -> dict[str, int]",)), "dict"),
    "nothing to refuse": (Request("u03_x", functions=("f(a: bool) -> int",)), "to refuse"),
    "a name of ours": (Request("u03_x", functions=("f(case: int) -> int",)), "case cannot be used"),
    "twice": (Request("u03_x", functions=("f(a: int) -> int",) * 2), "there twice"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_used_is_refused_and_nothing_is_written(case: str, tiny_root: Path) -> None:
    request, says = REFUSED[case]
    before = sorted(tiny_root.rglob("*"))
    with pytest.raises(UsageError) as refused:
        written(tiny_root, request)
    assert says in refused.value.text("en")
    assert refused.value.text("zh") != refused.value.text("en")
    assert refused.value.hint is not None or case == "no minutes"
    assert sorted(tiny_root.rglob("*")) == before


def test_a_bundle_has_to_be_named_where_there_are_several(tiny_root: Path) -> None:
    other = tiny_root / "assignments" / "b2_more"
    other.mkdir()
    (other / "bundle.toml").write_text('title = { zh = "又一组", en = "More" }\n', "utf-8")
    with pytest.raises(UsageError, match="--bundle"):
        written(tiny_root, DEFAULT)
    made = written(tiny_root, Request("u03_default", bundle="b2"))
    assert made.bundle_file == "assignments/b2_more/bundle.toml"
    assert not made.listed


LISTS = {
    "one line": ('units = ["u2_counter"]', 'units = ["u2_counter", "u03_default"]'),
    "nothing in it": ("units = []", 'units = ["u03_default"]'),
    "a comma at the end": (
        'units = ["u2_counter",] # why',
        'units = ["u2_counter", "u03_default",] # why',
    ),
    "one a line, with comments": (
        '# before\nunits = [\n    "u2_counter",  # ] the first\n    # and "no more"\n]\n# after',
        (
            '# before\nunits = [\n    "u2_counter",  # ] the first\n    # and "no more"\n'
            '    "u03_default",\n]\n# after'
        ),
    ),
    "no comma after the last": (
        "units = [\n  'u2_counter' # last\n]",
        "units = [\n  'u2_counter', # last\n  \"u03_default\",\n]",
    ),
}


@pytest.mark.parametrize("case", LISTS)
def test_bundle_toml_gets_one_name_and_keeps_the_rest(case: str, tiny_root: Path) -> None:
    before, after = LISTS[case]
    title = '# 说明 / what this is\ntitle = { zh = "房间 [1]", en = "units = [" }\n'
    path = tiny_root / "assignments" / BUNDLE / "bundle.toml"
    path.write_text(f"{title}{before}\n", "utf-8")
    assert written(tiny_root, DEFAULT).listed
    assert path.read_text("utf-8") == f"{title}{after}\n"
    assert tomllib.loads(path.read_text("utf-8"))["units"][-1] == "u03_default"
    names = [unit.id for unit in load_course(tiny_root).bundle(BUNDLE).units]
    assert "u03_default" in names


def test_a_list_nobody_can_add_to_is_refused_before_anything_is_written(tiny_root: Path) -> None:
    path = tiny_root / "assignments" / BUNDLE / "bundle.toml"
    text = 'title = { zh = "房间", en = "Rooms" }\n"units" = ["u2_counter"]\n'
    path.write_text(text, "utf-8")
    with pytest.raises(CourseError, match="u03_default"):
        written(tiny_root, DEFAULT)
    assert path.read_text("utf-8") == text
    assert not public(tiny_root, DEFAULT).exists()


def test_no_template_is_left_over() -> None:
    """A file of `each_function` that belongs to no file of a unit would be filled in by nobody."""
    files = {*names_of("assignments"), *names_of("solutions")}
    parts = ("table", "refused", "worked")
    blocks = set(names_of("each_function"))
    assert blocks - files <= {f"{name}.{part}" for name in files for part in parts}
    assert {path.suffix for path in FOLDER.rglob("*") if path.is_file()} == {".in"}
