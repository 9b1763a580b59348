"""The doctor's page: what holds, what is left open, what would raise it; in both languages."""

from __future__ import annotations

import pytest

from grader.box.doctor import ATTACKS, Attack, RungReport
from grader.box.walls import Rung
from grader.messages import Lang, Message, say
from grader.notebooks.wrapping import columns
from grader.report.doctor import doctor_lines

STOPPED = tuple(Attack(name, True, "") for name in ATTACKS)
THROUGH = tuple(Attack(name, False, "") for name in ATTACKS)
LEAKY = (Attack("tcp", False, "connected"), *(a for a in STOPPED if a.name != "tcp"))
REFUSED = say("doctor.why_namespaces", detail="[Errno 1] unshare: Operation not permitted")
NOT_ROOT = say("doctor.lack_root")
HELP = (say("doctor.get_container"),)

ALL = (
    RungReport(Rung.A, True, STOPPED),
    RungReport(Rung.B, True, STOPPED),
    RungReport(Rung.C, False, (), NOT_ROOT, (say("doctor.get_root"),)),
    RungReport(Rung.D, True, THROUGH),
)
CONTAINER = (RungReport(Rung.A, False, (), REFUSED, HELP), *ALL[1:])
NONE = (
    CONTAINER[0],
    RungReport(Rung.B, False, LEAKY, say("box.leak", names="tcp")),
    *ALL[2:],
)


def shown(
    reports: tuple[RungReport, ...], untried: str = "", groups: tuple[Message, ...] = ()
) -> str:
    lines = doctor_lines(reports, "en", 80, untried=untried, groups=groups)
    return " ".join(" ".join(lines).split())


def test_the_strongest_rung_is_used_and_nothing_is_advised_below_it() -> None:
    text = shown(ALL)
    assert text.endswith("grading uses rung A.")
    assert "to get it" not in text


def test_control_groups_are_told_before_the_verdict() -> None:
    groups = (say("doctor.groups_unused", why=say("doctor.groups_shared")),)
    text = shown(ALL, groups=groups)
    assert "control groups: not used, as other programs are in the same group." in text
    assert text.endswith("process by process. grading uses rung A.")


def test_a_container_has_rung_b_and_reads_why_and_what_would_help() -> None:
    text = shown(CONTAINER)
    assert "✗ A namespaces, Landlock, seccomp, resource limits why not: this system refuses" in text
    assert "to get it: restrictions of a container" in text
    assert "to get it: run it as root" not in text
    assert text.endswith("grading uses rung B.")


def test_where_nothing_holds_every_rung_is_advised_on() -> None:
    text = shown(NONE)
    assert "to get it: run it as root" in text
    assert "why not: these attacks were not stopped: tcp" in text
    assert text.endswith("refused unless --trust is given (rung D).")


def test_what_a_rung_leaves_open_is_said_where_it_holds() -> None:
    text = shown(ALL)
    assert "left open: holes of the kernel itself" in text
    assert "left open: everything" in text
    assert "write wherever every user may write" not in text


def test_every_attack_has_a_line_and_every_rung_a_column() -> None:
    lines = list(doctor_lines(NONE, "en", 80))
    rows = {a.title.text("en"): a.name for a in STOPPED}
    found = {line[:-12].strip(): line[-10:] for line in lines if line[:-12].strip() in rows}
    assert set(found) == set(rows)
    assert {signs for title, signs in found.items() if rows[title] != "tcp"} == {"–  ✓  –  ✗"}
    assert found["connect to a local TCP port"] == "–  ✗  –  ✗"


def test_a_processor_whose_walls_never_ran_is_named() -> None:
    text = shown(ALL, "aarch64")
    assert "system calls for aarch64 was compared with the kernel's headers" in text
    assert "tried on an emulated processor (QEMU), never on hardware" in text
    assert "hardware" not in shown(ALL)


def test_where_no_box_can_be_made_no_rung_is_promised() -> None:
    cannot = tuple(RungReport(rung, False, (), say("box.not_posix")) for rung in Rung)
    text = shown(cannot)
    assert "✗ D" in text
    assert "no box can be made here" in text


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("width", [60, 80, 100])
@pytest.mark.parametrize("reports", [ALL, CONTAINER, NONE], ids=["all", "container", "none"])
def test_no_line_is_wider_than_the_terminal(
    reports: tuple[RungReport, ...], width: int, lang: Lang
) -> None:
    lines = list(doctor_lines(reports, lang, width, untried="aarch64"))
    assert max(columns(line) for line in lines) <= max(width, 64)  # a legend is one line
    assert not [line for line in lines if line != line.rstrip()]
    assert not [line for line in lines if line.strip()[:1] in tuple("，。；：）")]
