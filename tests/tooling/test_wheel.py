"""What is published holds the framework, all of it, and no course."""

import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

import grader

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def build(kind: str, folder: Path) -> Path:
    """Build the "wheel" or "sdist" of this checkout into `folder` and return it."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (built,) = folder.iterdir()
    return built


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    return zipfile.ZipFile(build("wheel", tmp_path_factory.mktemp("wheel")))


def test_the_wheel_holds_grader_alone(wheel: zipfile.ZipFile) -> None:
    tops = {name.split("/")[0] for name in wheel.namelist()}
    assert tops == {"grader", f"rooflab-{PROJECT['version']}.dist-info"}


def test_the_wheel_holds_every_file_of_grader(wheel: zipfile.ZipFile) -> None:
    """A folder that .gitignore happens to match would be missing without a word."""
    files = (p for p in (ROOT / "grader").rglob("*") if p.is_file())
    ours = {p.relative_to(ROOT).as_posix() for p in files if p.parent.name != "__pycache__"}
    assert {
        "grader/messages/course.toml",
        "grader/scaffold/templates/assignments/stub.py.in",
    } <= ours
    assert {name for name in wheel.namelist() if name.startswith("grader/")} == ours


def test_the_wheel_installs_the_command_and_no_pytest_plugin(wheel: zipfile.ZipFile) -> None:
    name = f"rooflab-{PROJECT['version']}.dist-info/entry_points.txt"
    assert wheel.read(name).decode().split("\n") == [
        "[console_scripts]",
        "grader = grader.cli:main",
        "",
    ]


def test_the_source_archive_holds_no_course(tmp_path: Path) -> None:
    with tarfile.open(build("sdist", tmp_path)) as archive:
        tops = {name.split("/")[1] for name in archive.getnames()}
    assert {"grader", "pyproject.toml"} <= tops
    assert not tops & {"assignments", "reference", "solutions", "tests"}


def test_the_version_is_written_twice_and_agrees() -> None:
    assert grader.__version__ == PROJECT["version"]
