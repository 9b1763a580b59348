"""Nothing is in a place where the wrong reader finds it.

Visibility is a folder: what only graders may read is never under `assignments/`, what belongs to
one class is never in the repository, and no file tells on which machine it was written.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NOT_OURS = {"build", "dist", "shared"}
DOT_FILES = {".ci", ".editorconfig", ".gitattributes", ".gitignore"}
UNIT_FILES = {
    "given.py",
    "inputs.py",
    "prompt.en.md",
    "prompt.zh.md",
    "stub.py",
    "test_public.py",
    "unit.toml",
}
# Spelt in pieces, so that this file does not contain what it looks for.
TELLTALES = {
    "a path of one machine": re.compile("/" + r"(?:work|root|Users|home)/\w"),
    "a registry address": re.compile(
        r"pypi\." + "org|pythonhosted" + r"\.|registry\.npm" + r"js|deb\.deb" + "ian"
    ),
    "a private key": re.compile("-----BEGIN [A-Z ]*PRIVATE" + " KEY-----"),
}


def texts() -> Iterator[tuple[Path, str]]:
    """Yield each text file of the checkout that is not an installed, built or cached one."""
    for top in sorted(ROOT.iterdir()):
        if top.name in NOT_OURS or (top.name.startswith(".") and top.name not in DOT_FILES):
            continue
        for path in sorted(top.rglob("*")) if top.is_dir() else [top]:
            if path.is_file() and "__pycache__" not in path.parts:
                try:
                    yield path.relative_to(ROOT), path.read_text("utf-8")
                except UnicodeDecodeError:
                    continue


def hits(what: str, found: Iterator[tuple[Path, str]]) -> list[str]:
    """Return `file:line` for each place where the telltale `what` stands."""
    return [
        f"{path}:{number}"
        for path, text in found
        for number, line in enumerate(text.splitlines(), start=1)
        if TELLTALES[what].search(line)
    ]


@pytest.mark.parametrize("what", TELLTALES)
def test_no_file_holds(what: str) -> None:
    # A hostile submission may well try such a path.
    ours = ((path, text) for path, text in texts() if path.parts[:2] != ("tests", "attacks"))
    assert hits(what, ours) == []


@pytest.mark.parametrize(
    ("what", "line"),
    [
        ("a path of one machine", "open('/" + "root/x')"),
        ("a registry address", "--index-url https://" + "pypi" + ".org/simple"),
        ("a private key", "-----BEGIN RSA PRIVATE" + " KEY-----"),
    ],
)
def test_a_telltale_is_seen(what: str, line: str) -> None:
    assert hits(what, iter([(Path("x.txt"), f"first\n{line}\n")])) == ["x.txt:2"]


def test_a_public_unit_holds_public_files_only() -> None:
    units = [path.parent for path in (ROOT / "assignments").glob("*/*/unit.toml")]
    assert units
    files = [p for unit in units for p in unit.iterdir() if p.name != "__pycache__"]
    assert [p.relative_to(ROOT).as_posix() for p in files if p.name not in UNIT_FILES] == []


def test_a_public_bundle_holds_nothing_secret() -> None:
    secret = re.compile(r"solution|rubric|hidden|wrong|right|salt|answer", re.IGNORECASE)
    files = (p for p in (ROOT / "assignments").glob("*/*") if p.is_file())
    assert [p.name for p in files if secret.search(p.name)] == []


def test_no_class_is_kept_in_the_repository() -> None:
    """A class folder holds names, marks and the salt of its releases."""
    names = {path.name for path, _ in texts()} | {p.name for p in ROOT.iterdir()}
    assert not names & {"gradebook.db", "releases", "submitted", "autograded"}
