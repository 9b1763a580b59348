"""The lock files name exact versions and hashes, cover pyproject.toml, and carry no address."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
LOCKS = sorted((ROOT / "requirements").glob("*.txt"))
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
CORE = PYPROJECT["project"]["dependencies"]
COURSE = CORE + PYPROJECT["project"]["optional-dependencies"]["course"]
GROUPS = PYPROJECT["dependency-groups"]
PIN = re.compile(r"(?P<pin>[a-z0-9][a-z0-9._-]*==[^ \\]+)(?: ; (?P<marker>[^\\]+?))? \\")
COVERS = {
    "course.txt": COURSE,
    "dev.txt": COURSE + GROUPS["lint"] + GROUPS["test"],
    "docs.txt": GROUPS["docs"],
    "fuzz.txt": GROUPS["fuzz"],
}


def pins(lock: Path) -> dict[str, set[str]]:
    """Return name -> versions; more than one where the version depends on Python's."""
    found: dict[str, set[str]] = {}
    for match in map(PIN.fullmatch, lock.read_text("utf-8").splitlines()):
        if match:
            name, version = match["pin"].split("==")
            found.setdefault(name, set()).add(version)
    return found


def test_there_is_a_lock_for_each_use() -> None:
    assert {lock.name for lock in LOCKS} == set(COVERS)


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_every_line_is_a_pin_a_hash_or_a_comment(lock: Path) -> None:
    """So there is no address, no path, no index and no unpinned or unhashed package."""
    hashes = 1
    for line in lock.read_text("utf-8").splitlines():
        if PIN.fullmatch(line):
            assert hashes, f"no hash before {line}"
            hashes = 0
        elif re.fullmatch(r"    --hash=sha256:[0-9a-f]{64}( \\)?", line):
            hashes += 1
        else:
            assert re.fullmatch(
                r" +# +(via|via .+|[\w.-]+|-c requirements/dev\.txt|.+\(.+\))", line
            ), line
    assert hashes


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_a_lock_covers_what_pyproject_asks_for(lock: Path) -> None:
    locked = pins(lock)
    for requirement in map(Requirement, COVERS[lock.name]):
        versions = locked.get(canonicalize_name(requirement.name), set())
        assert versions, f"{requirement} is not locked; see requirements/README.md"
        fits = [requirement.specifier.contains(version) for version in versions]
        # One with a marker speaks for some Pythons only; another version may stand for the others.
        assert any(fits) if requirement.marker else all(fits)


def test_the_locks_agree_where_they_meet() -> None:
    """They go into one environment: what two of them name has one version."""
    dev = pins(ROOT / "requirements" / "dev.txt")
    for other in (pins(lock) for lock in LOCKS):
        assert {n: v for n, v in other.items() if n in dev} == {
            n: dev[n] for n in other if n in dev
        }


def test_the_dev_group_is_all_groups() -> None:
    included = {entry["include-group"] for entry in GROUPS["dev"]}
    assert included == set(GROUPS) - {"dev"}
