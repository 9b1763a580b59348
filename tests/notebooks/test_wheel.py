from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import grader
from grader.errors import UsageError
from grader.notebooks.wheel import build_wheel, wheel_of

METADATA = "Metadata-Version: 2.4\nName: Roof.Lab\nVersion: 1.0\n"
ENTRY = "[console_scripts]\ngrader = grader.cli:main\n"
FILES = {"__init__.py": "ANSWER = 42\n", "messages/a.toml": 'a = "，"\n', "box/x,y.py": ""}


@pytest.fixture
def package(tmp_path: Path) -> Path:
    folder = tmp_path / "pkg"
    left_by_tools = ("__pycache__/a.pyc", ".cache/a", "a.pyc")
    for name, text in (FILES | dict.fromkeys(left_by_tools, "x")).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    return folder


def test_a_wheel_holds_the_package_and_its_dist_info(package: Path, tmp_path: Path) -> None:
    name, data = wheel_of(
        package, "Roof.Lab", "1.0", {"METADATA": METADATA, "entry_points.txt": ENTRY}
    )
    assert name == "roof_lab-1.0-py3-none-any.whl"
    (tmp_path / name).write_bytes(data)
    with zipfile.ZipFile(tmp_path / name) as wheel:
        info = "roof_lab-1.0.dist-info"
        assert wheel.namelist() == [
            "pkg/__init__.py",
            "pkg/box/x,y.py",
            "pkg/messages/a.toml",
            f"{info}/METADATA",
            f"{info}/entry_points.txt",
            f"{info}/WHEEL",
            f"{info}/RECORD",
        ]
        record = wheel.read(f"{info}/RECORD").decode().splitlines()
    assert record[1] == '"pkg/box/x,y.py",sha256=47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU,0'
    assert record[-1] == f"{info}/RECORD,,"


def test_the_same_package_gives_the_same_bytes(package: Path) -> None:
    one = wheel_of(package, "a", "1", {"METADATA": METADATA})
    (package / "__init__.py").touch()
    assert wheel_of(package, "a", "1", {"METADATA": METADATA}) == one


def test_a_distribution_that_is_not_installed_is_a_usage_error() -> None:
    with pytest.raises(UsageError) as caught:
        build_wheel("no-such-distribution-here")
    assert "no-such-distribution-here" in caught.value.text("en")


@pytest.fixture
def distribution(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Install a distribution under a made-up name: only its dist-info, as an editable one."""
    info = tmp_path / "site" / "rooflab_twin-7.0.dist-info"
    (info / "licenses").mkdir(parents=True)
    (info / "METADATA").write_text(
        "Metadata-Version: 2.4\nName: rooflab-twin\nVersion: 7.0\nLicense-File: LICENSE\n"
    )
    (info / "entry_points.txt").write_text(ENTRY)
    (info / "licenses" / "LICENSE").write_text("Do as you like.\n")
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    return "rooflab-twin"


def test_pip_installs_the_wheel_of_the_running_grader(distribution: str, tmp_path: Path) -> None:
    name, data = build_wheel(distribution)
    (tmp_path / name).write_bytes(data)
    target = tmp_path / "target"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps"]
    pip += ["--no-compile", "--disable-pip-version-check", "--target", str(target)]
    subprocess.run([*pip, str(tmp_path / name)], check=True, cwd=tmp_path)
    assert (target / "rooflab_twin-7.0.dist-info" / "licenses" / "LICENSE").is_file()

    show = "import grader, grader.course; print(grader.__version__, grader.course.__file__)"
    environment = {**os.environ, "PYTHONPATH": str(target)}
    ran = subprocess.run(
        [sys.executable, "-c", show],
        check=True,
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
    )
    assert ran.stdout.split() == [
        grader.__version__,
        str(target / "grader" / "course" / "__init__.py"),
    ]
