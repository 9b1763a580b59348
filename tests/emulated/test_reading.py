"""What an emulated machine is made from, and what it says, read without one."""

from __future__ import annotations

import json

import pytest

from tests.emulated.console import Step, outcomes, read_console, stopped
from tests.emulated.debian import (
    FetchError,
    Mirror,
    checksum_in,
    newest_kernel,
    read_index,
    read_mirrors,
)
from tests.emulated.locked import LOCK, NOT_NEEDED, needed, read_lock

MAIN, SECURITY = "http://mirror.example/debian", "http://mirror.example/debian-security"
WORD = "5f2c"
SUM = "0123456789abcdef" * 4


def stanza(name: str, version: str, **fields: str) -> str:
    more = "".join(f"{key}: {value}\n" for key, value in fields.items())
    return f"Package: {name}\nVersion: {version}\n{more}Description: a kernel\n Depends: nothing\n"


def kernels(build: int) -> str:
    """An index with one kernel, and the package without files that depends on it."""
    name, version = f"linux-image-6.1.0-{build}-arm64", f"6.1.{build + 126}-1"
    depends = f"{name} (= {version}), linux-base"
    front = stanza("linux-image-arm64", version, Depends=depends)
    return f"{front}\n{stanza(name, version, Filename=f'pool/{build}.deb', SHA256=SUM)}\n"


# ---- the mirror ---------------------------------------------------------------------------------


def test_every_archive_of_debian_is_a_mirror_of_the_release() -> None:
    lines = f"trixie {MAIN}/\ntrixie-security {SECURITY}/\ntrixie {MAIN}/\n"
    assert read_mirrors(lines) == [
        Mirror("bookworm", MAIN),
        Mirror("bookworm-security", SECURITY),
    ]


def test_a_disc_or_nothing_is_no_mirror() -> None:
    assert read_mirrors("") == []
    assert read_mirrors("bookworm cdrom://Debian/\n") == []


# ---- the index ----------------------------------------------------------------------------------


def test_a_line_that_goes_on_is_no_field() -> None:
    (fields,) = read_index(stanza("a", "1"))
    assert fields == {"Package": "a", "Version": "1", "Description": "a kernel"}


def test_the_newest_kernel_is_found_wherever_it_is() -> None:
    """By number: 9 is older than 50."""
    package = newest_kernel({MAIN: kernels(9), SECURITY: kernels(50)}, "aarch64")
    assert package.name == "linux-image-6.1.0-50-arm64"
    assert (package.uri, package.path) == (SECURITY, "pool/50.deb")
    assert package.sha256 == SUM
    same = newest_kernel({SECURITY: kernels(50), MAIN: kernels(9)}, "aarch64")
    assert same == package


def test_a_kernel_that_is_not_there_is_an_error() -> None:
    with pytest.raises(FetchError, match="linux-image-cloud-amd64"):
        newest_kernel({MAIN: kernels(9)}, "x86_64")
    front, _, _ = kernels(9).partition("\n\n")
    with pytest.raises(FetchError, match="which is not there"):
        newest_kernel({MAIN: front}, "aarch64")


def test_a_checksum_is_that_of_the_very_path() -> None:
    other = SUM[::-1]
    release = f"SHA256:\n {other}  12 main/a/Packages.xz.old\n {SUM}  12 main/a/Packages.xz\n"
    assert checksum_in(release, "main/a/Packages.xz") == SUM
    with pytest.raises(FetchError, match="main/b"):
        checksum_in(release, "main/b")


# ---- the lock -----------------------------------------------------------------------------------


def test_what_a_needed_package_needs_is_needed() -> None:
    lock = (
        "# made by a program\n"
        "a==1 ; python_full_version < '3.12' \\\n    --hash=sha256:aa\n    # via b\n"
        "a==2 ; python_full_version >= '3.12' \\\n    --hash=sha256:ab\n    # via b\n"
        "b==1 \\\n    --hash=sha256:ba \\\n    --hash=sha256:bb\n    # via\n"
        "    #   rooflab (pyproject.toml)\n    #   c\n"
        "c==1 \\\n    --hash=sha256:ca\n    # via rooflab (pyproject.toml:test)\n"
        "d==1 ; sys_platform == 'win32' \\\n    --hash=sha256:da\n    # via b\n"
    )
    pins = needed(read_lock(lock), "aarch64")
    assert [(p.pin, p.hashes) for p in pins] == [
        ("a==1", ("sha256:aa",)),
        ("b==1", ("sha256:ba", "sha256:bb")),
    ]


@pytest.mark.parametrize("processor", ["x86_64", "aarch64"])
def test_the_lock_has_all_that_a_box_and_its_tests_import(processor: str) -> None:
    pins = needed(read_lock(LOCK.read_text("utf-8")), processor)
    names = [pin.name for pin in pins]
    assert {"click", "greenlet", "llvmlite", "msgspec", "numba", "numpy", "pytest"} <= set(names)
    assert len(names) == len(set(names))
    assert not NOT_NEEDED.intersection(names)
    assert all(pin.hashes for pin in pins)


# ---- the console --------------------------------------------------------------------------------


def test_steps_are_told_apart_by_the_word_alone() -> None:
    text = (
        f"boot\r\n\r\n{WORD} begin a 3.5\r\nother end a 1\r\nline\r\n{WORD} end a 0 5.25\r\n"
        f"{WORD} begin b 6\r\nunfinished{WORD} end b 77 7\r\n{WORD} begin c 8\r\nnever"
    )
    assert read_console(text, WORD) == {
        "a": Step("a", 0, ("other end a 1", "line")),
        "b": Step("b", 77, ("unfinished",)),
    }


def test_attacks_are_counted_on_the_rungs_that_hold() -> None:
    attacks = [{"name": "tcp", "blocked": True}, {"name": "udp", "blocked": False}]
    reports = [
        {"rung": "A", "holds": False, "attacks": []},
        {"rung": "D", "holds": True, "attacks": attacks},
    ]
    said = tuple(json.dumps(reports, indent=2).splitlines())
    assert stopped(Step("doctor", 0, ("a warning", *said))) == {"D": (1, 2)}


def test_tests_are_counted_by_file_and_outcome() -> None:
    lines = (
        "tests/box/test_a.py::test_one[x y] PASSED        [ 33%]",
        "tests/box/test_a.py::test_two PASSED             [ 66%]",
        "tests/box/test_a.py::test_three SKIPPED (PASSED elsewhere) [100%]",
        "tests/box/test_b.py::test_four FAILED",
        "FAILED tests/box/test_b.py::test_four - no",
    )
    assert outcomes(Step("tests", 1, lines)) == {
        ("tests/box/test_a.py", "passed"): 2,
        ("tests/box/test_a.py", "skipped"): 1,
        ("tests/box/test_b.py", "failed"): 1,
    }
