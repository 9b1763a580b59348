"""./dev sets up once, starts over after an interruption, and says clearly what is missing.

A stand-in for Python notes how it is called, so that nothing is installed here.
"""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
VERBS = ("demo", "test", "lint", "bench", "docs", "gpu", "long")
FAKE_PYTHON = """#!/bin/sh
# Notes its arguments; `-m venv` makes a .venv whose python is this same script.
printf '%s\\n' "$*" >>"$CALLS"
case "$*" in
    *version_info*) [ -z "${TOO_OLD:-}" ] ;;
    *ensurepip*) [ -z "${NO_VENV:-}" ] ;;
    "-m venv"*) mkdir -p .venv/bin && cp "$0" .venv/bin/python ;;
    *fuzz.txt*) [ -z "${NO_FUZZER:-}" ] ;;
    *"--require-hashes"*) [ -z "${NO_NETWORK:-}" ] ;;
esac
"""
pytestmark = pytest.mark.skipif(os.name != "posix", reason="./dev is a POSIX shell script")


class Checkout:
    """A folder, with a space in its path, that holds ./dev, what it reads, and a fake Python."""

    def __init__(self, root: Path) -> None:
        self.root = root / "my course"
        (self.root / "requirements").mkdir(parents=True)
        shutil.copy(ROOT / "dev", self.root / "dev")
        (self.root / "pyproject.toml").touch()
        for lock in ("dev.txt", "docs.txt", "fuzz.txt"):
            (self.root / "requirements" / lock).touch()
        self.python = root / "fake python3"
        self.python.write_text(FAKE_PYTHON, "utf-8")
        self.python.chmod(0o755)
        self.log = root / "calls"

    def dev(self, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        """Run ./dev from another folder; forget what the fake Python noted before."""
        self.log.write_text("", "utf-8")
        known = {"PATH": os.environ["PATH"], "CALLS": str(self.log), "PYTHON": str(self.python)}
        return subprocess.run(
            [str(self.root / "dev"), *arguments],
            cwd=self.root.parent,
            env=known | environment,
            capture_output=True,
            text=True,
            check=False,
        )

    @property
    def calls(self) -> list[str]:
        return self.log.read_text("utf-8").splitlines()

    def called(self, words: str) -> bool:
        return any(words in call for call in self.calls)


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path)


def test_help_names_every_verb(checkout: Checkout) -> None:
    done = checkout.dev("help")
    assert done.returncode == 0
    assert [verb for verb in VERBS if f"\n  {verb} " not in done.stdout] == []


def test_an_unknown_verb_is_a_usage_error(checkout: Checkout) -> None:
    done = checkout.dev("tset")
    assert done.returncode == 2
    assert "./dev VERB" in done.stderr
    assert checkout.calls == []


def test_the_first_call_installs_the_hashed_lock_and_nothing_unlocked(checkout: Checkout) -> None:
    assert checkout.dev("test", "-k", "two words").returncode == 0
    pip = [call for call in checkout.calls if "pip install" in call]
    assert len(pip) == 2
    assert "--require-hashes -r requirements/dev.txt" in pip[0]
    assert "--no-deps --no-build-isolation --editable ." in pip[1]
    assert checkout.calls[-1].endswith("-k two words")


def test_the_second_call_installs_nothing(checkout: Checkout) -> None:
    checkout.dev("test")
    checkout.dev("test")
    assert len(checkout.calls) == 1
    assert checkout.called("-m pytest")


def test_long_adds_the_fuzzer_once(checkout: Checkout) -> None:
    checkout.dev("test")
    checkout.dev("long")
    assert checkout.called("--require-hashes -r requirements/fuzz.txt")
    checkout.dev("long")
    assert not checkout.called("fuzz.txt")


def test_long_runs_where_there_is_no_fuzzer(checkout: Checkout) -> None:
    done = checkout.dev("long", NO_FUZZER="yes")
    assert done.returncode == 0
    assert "is skipped" in done.stderr
    assert checkout.called("-m pytest")


def test_a_changed_lock_is_installed_into_the_same_environment(checkout: Checkout) -> None:
    checkout.dev("test")
    (checkout.root / "requirements" / "dev.txt").write_text("changed", "utf-8")
    checkout.dev("test")
    assert checkout.called("--require-hashes")
    assert not checkout.called("-m venv")


def test_an_interrupted_set_up_starts_over(checkout: Checkout) -> None:
    failed = checkout.dev("test", NO_NETWORK="yes")
    assert failed.returncode != 0
    assert not checkout.called("-m pytest")
    assert checkout.dev("test").returncode == 0
    assert checkout.called("-m venv --clear .venv")
    assert checkout.called("-m pytest")


def test_a_moved_checkout_starts_over(checkout: Checkout) -> None:
    """Scripts and the editable install hold the old path."""
    checkout.dev("test")
    checkout.root = checkout.root.rename(checkout.root.with_name("moved"))
    checkout.dev("test")
    assert checkout.called("-m venv --clear .venv")


def test_an_old_python_is_refused_in_the_readers_language(checkout: Checkout) -> None:
    # The other names ./dev tries must not be found either.
    (checkout.root.parent / "bin").mkdir()
    for tool in ("cat", "cksum", "dirname", "sh", "tail"):
        (checkout.root.parent / "bin" / tool).symlink_to(shutil.which(tool) or tool)
    path = str(checkout.root.parent / "bin")
    english = checkout.dev("test", TOO_OLD="yes", PATH=path)
    assert english.returncode == 2
    assert "Python 3.11 or newer is needed" in english.stderr
    chinese = checkout.dev("test", TOO_OLD="yes", PATH=path, LANG="zh_CN.UTF-8")
    assert "需要 Python 3.11" in chinese.stderr


def test_a_python_without_venv_is_told_what_to_install(checkout: Checkout) -> None:
    done = checkout.dev("test", NO_VENV="yes")
    assert done.returncode == 2
    assert "python3-venv" in done.stderr


def test_without_a_gpu_nothing_is_set_up(checkout: Checkout, tmp_path: Path) -> None:
    blind = tmp_path / "blind"
    blind.mkdir()
    program = blind / "nvidia-smi"
    program.write_text("#!/bin/sh\nexit 9\n")
    program.chmod(0o755)
    done = checkout.dev("gpu", PATH=f"{blind}:{os.environ['PATH']}")
    assert done.returncode == 0
    assert "no NVIDIA GPU" in done.stderr
    assert checkout.calls == []


def test_every_benchmark_runs_though_one_misses_its_goal(checkout: Checkout) -> None:
    bench = checkout.root / "bench"
    bench.mkdir()
    for name in ("one.py", "two.py"):
        (bench / name).touch()
    checkout.python.write_text(
        FAKE_PYTHON.replace("esac", '    *bench/one.py*) [ -z "${MISSED:-}" ] ;;\nesac'), "utf-8"
    )
    assert checkout.dev("bench").returncode == 0
    missed = checkout.dev("bench", MISSED="1")
    assert missed.returncode == 1
    assert "bench/one.py" in missed.stderr
    assert checkout.called("bench/two.py")
    assert checkout.dev("bench", "two", MISSED="1").returncode == 0
    assert not checkout.called("bench/one.py")
    assert checkout.dev("bench", "three").returncode == 2
