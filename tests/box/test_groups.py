"""Control groups: found only where they were handed over, and kept without a change of verdicts.

The search is tried on folders that look like the kernel's; the groups themselves only where the
tests were started in a delegated part of the tree, as by `systemd-run --scope -p Delegate=yes`.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.box import BoxDied, Limits, Returned, Zygote, best_rung, groups
from grader.messages import Message
from grader.outcome import Status

ME, CHILD, STRANGER = 100, 101, 50
FILES = {
    "cgroup.controllers": "cpu memory pids\n",
    "cgroup.procs": f"{ME}\n",
    "cgroup.subtree_control": "",
    "memory.max": "",
    "memory.swap.max": "",
    "memory.events": "low 0\nhigh 0\nmax 7\noom 0\noom_kill 0\noom_group_kill 0\n",
    "pids.max": "",
}


class Machine:
    """Folders that look like /proc and like the tree of groups."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.proc = folder / "proc"
        self.tree = folder / "tree of groups"
        self.own = self.tree / "user" / "run.scope"
        fill(self.own)
        mount = str(self.tree).replace(" ", r"\040")
        self.show("cgroup", "4:memory:/v1\n0::/user/run.scope\n")
        self.show("mountinfo", f"24 21 0:22 / {mount} rw - cgroup2 cgroup2 rw,nsdelegate\n")
        for pid, parent in ((ME, STRANGER), (CHILD, ME), (STRANGER, 0)):
            self.show("status", f"Name:\tx\nPPid:\t{parent}\n", pid=str(pid))
        monkeypatch.setattr(groups, "_make", fill)
        monkeypatch.setattr(groups, "_removed", emptied)
        monkeypatch.setattr(os, "getxattr", self._mark)
        self.marks: dict[str, bytes] = {}

    def show(self, name: str, text: str, pid: str = "self") -> None:
        path = self.proc / pid / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def holds(self, name: str, text: str) -> None:
        (self.own / name).write_text(text)

    def find(self, *, root: bool = False) -> Path | str:
        found = groups.find(self.proc, ME, root=root)
        return found.id if isinstance(found, Message) else found

    def _mark(self, path: Path, name: str) -> bytes:
        if name not in self.marks:
            raise OSError("no such attribute")
        return self.marks[name]


def fill(group: Path) -> None:
    """Make a group as the kernel does: with its files."""
    group.mkdir(parents=True)
    for name, text in FILES.items():
        (group / name).write_text(text)


def emptied(group: Path) -> bool:
    for path in group.iterdir():
        path.unlink()
    group.rmdir()
    return True


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    return Machine(tmp_path, monkeypatch)


def test_an_owner_moves_into_a_leaf_and_hands_the_controllers_down(machine: Machine) -> None:
    assert machine.find() == machine.own
    assert (machine.own / f"grader-{ME}" / "cgroup.procs").read_text().split() == [str(ME)]
    assert (machine.own / "cgroup.subtree_control").read_text() == "+memory +pids"


def test_what_is_in_a_leaf_already_stays_there(machine: Machine) -> None:
    machine.find()
    machine.holds("cgroup.procs", "")
    machine.holds("cgroup.subtree_control", "memory pids\n")
    machine.show("cgroup", f"0::/user/run.scope/grader-{ME}\n")
    assert machine.find() == machine.own
    assert len(list(machine.own.glob("grader-*"))) == 1


def test_a_unit_of_systemd_with_such_a_name_is_no_leaf(machine: Machine) -> None:
    scope = machine.own.parent / "grader-7.scope"
    fill(scope)
    (machine.own.parent / "cgroup.controllers").write_text("memory pids\n")
    for name in ("cgroup.procs", "cgroup.subtree_control"):
        (machine.own.parent / name).write_text("memory pids\n")
    machine.show("cgroup", "0::/user/grader-7.scope\n")
    assert machine.find() == scope


def test_children_come_along_and_strangers_forbid_it(machine: Machine) -> None:
    machine.holds("cgroup.procs", f"{ME}\n{CHILD}\n")
    assert machine.find() == machine.own
    machine.holds("cgroup.procs", f"{ME}\n{STRANGER}\n")
    before = sorted(machine.own.iterdir())
    assert machine.find() == "doctor.groups_shared"
    assert sorted(machine.own.iterdir()) == before


def test_root_needs_the_mark_of_delegation(machine: Machine) -> None:
    assert machine.find(root=True) == "doctor.groups_not_given"
    machine.marks["user.delegate"] = b"0"
    assert machine.find(root=True) == "doctor.groups_not_given"
    machine.marks["trusted.delegate"] = b"1"
    assert machine.find(root=True) == machine.own


@pytest.mark.parametrize("name", ["", "cgroup.procs", "cgroup.subtree_control"])
def test_what_may_not_be_written_was_not_handed_over(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    closed = machine.own / name
    monkeypatch.setattr(os, "access", lambda path, _mode: path != closed)
    assert machine.find() == "doctor.groups_not_given"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("cgroup", "4:memory:/v1\n"),
        ("cgroup", "0::/gone (deleted)\n"),
        ("cgroup", "0::/../outside\n"),
        ("mountinfo", "24 21 0:22 / /sys/fs/cgroup rw - cgroup cgroup rw,memory\n"),
        ("mountinfo", "24 21 0:22 /another /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n"),
    ],
)
def test_other_trees_are_none(machine: Machine, name: str, text: str) -> None:
    machine.show(name, text)
    assert machine.find() == "doctor.groups_missing"


def test_a_tree_without_the_controllers_is_none(machine: Machine) -> None:
    machine.holds("cgroup.controllers", "hugetlb memory\n")
    assert machine.find() == "doctor.groups_missing"


def test_a_part_of_the_tree_may_be_mounted_as_all_of_it(machine: Machine) -> None:
    mount = str(machine.own).replace(" ", r"\040")
    machine.show("mountinfo", f"24 21 0:22 /user/run.scope {mount} rw - cgroup2 cgroup2 rw\n")
    assert machine.find() == machine.own


def test_a_kernel_that_refuses_gets_its_processes_back(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = groups._write

    def refuse(path: Path, text: str) -> None:
        if path.name == "cgroup.subtree_control":
            raise OSError(16, "Device or resource busy")
        write(path, text)

    monkeypatch.setattr(groups, "_write", refuse)
    machine.holds("cgroup.procs", f"{ME}\n{CHILD}\n")
    assert machine.find() == "doctor.groups_refused"
    assert not list(machine.own.glob("grader-*"))
    # A file remembers only what was written last.
    assert (machine.own / "cgroup.procs").read_text().startswith(str(CHILD))


def test_what_killed_runs_left_is_removed(machine: Machine) -> None:
    fill(machine.own / "grader-7-abc")
    fill(machine.own / "somebody")
    machine.find()
    assert sorted(p.name for p in machine.own.iterdir() if p.is_dir()) == [
        f"grader-{ME}",
        "somebody",
    ]


def test_room_grows_with_the_boxes_and_never_shrinks(machine: Machine) -> None:
    group = groups.Group(machine.own)
    (folder,) = machine.own.glob("grader-*")
    base, limits = 300 << 20, Limits(memory_mb=200, disk_mb=10, threads=5)
    one = 300 + 200 + (2 * 10 + 1) + 64
    tasks = 1 + 5 + 65
    group.make_room(limits, base)
    group.opened(1)
    assert int((folder / "memory.max").read_text()) == (300 + 64 + one) << 20
    assert int((folder / "pids.max").read_text()) == 8 + tasks
    group.make_room(limits, base)
    group.opened(2)
    assert int((folder / "memory.max").read_text()) == (300 + 64 + 2 * one) << 20
    group.ended(1)
    group.make_room(limits, base)
    assert int((folder / "memory.max").read_text()) == (300 + 64 + 2 * one) << 20
    assert int((folder / "pids.max").read_text()) == 8 + 2 * tasks
    assert (folder / "memory.swap.max").read_text() == "0"
    group.close()
    assert not folder.exists()


def test_only_new_times_count_as_exhausted(machine: Machine) -> None:
    group = groups.Group(machine.own)
    (folder,) = machine.own.glob("grader-*")
    assert not group.was_exhausted()
    (folder / "memory.events").write_text(FILES["memory.events"].replace("oom 0", "oom 2"))
    assert group.was_exhausted()
    assert not group.was_exhausted()
    group.close()


# --- on the kernel itself -------------------------------------------------------------------------


@pytest.fixture
def given() -> Path:
    found = groups.delegated()
    if isinstance(found, Message):
        pytest.skip(found.text("en"))
    return found


@pytest.fixture
def grouped(given: Path) -> Iterator[tuple[Zygote, Path]]:
    """Yield a zygote and its group, which has to vanish with it."""
    before = set(given.glob("grader-*-*"))
    with Zygote(best_rung(), kind="probe") as zygote:
        (folder,) = set(given.glob("grader-*-*")) - before
        yield zygote, folder
    assert not folder.exists()


def test_boxes_are_counted_in_the_group_of_their_zygote(grouped: tuple[Zygote, Path]) -> None:
    zygote, folder = grouped
    alone = len((folder / "cgroup.procs").read_text().split())
    with zygote.open_box(Limits()), zygote.open_box(Limits()):
        assert len((folder / "cgroup.procs").read_text().split()) == alone + 2
        assert (folder / "memory.max").read_text().strip().isdigit()
        assert (folder / "pids.max").read_text().strip().isdigit()
    assert len((folder / "cgroup.procs").read_text().split()) == alone


def test_the_doctor_makes_a_group(given: Path) -> None:
    assert groups.tried() is None
    (folder,) = {p for p in given.glob("grader-*") if groups._LEAF.fullmatch(p.name)}
    assert (folder / "cgroup.procs").read_text()


HOARD = "hoard = []\ndef take(mib):\n    hoard.append(b'x' * (mib << 20))\n    return len(hoard)\n"


def test_a_group_out_of_memory_is_the_submissions_and_not_our_failure(
    grouped: tuple[Zygote, Path],
) -> None:
    zygote, folder = grouped
    with zygote.open_box(Limits(memory_mb=1024)) as box:
        box.run_cell(HOARD, 0)
        used = int((folder / "memory.current").read_text())
        (folder / "memory.max").write_text(str(used + (64 << 20)))
        with pytest.raises(BoxDied) as died:
            box.call("take", (256,), {})
        assert died.value.status is Status.MEMORY_LIMIT
    with zygote.open_box(Limits(memory_mb=1024)) as box:
        box.run_cell(HOARD, 0)
        assert isinstance(box.call("take", (1,), {}), Returned)


def test_a_killed_grader_leaves_a_group_that_the_next_one_removes(given: Path) -> None:
    source = (
        "import os, signal; from grader.box import Zygote, best_rung;"
        "zygote = Zygote(best_rung(), kind='probe'); os.kill(os.getpid(), signal.SIGKILL)"
    )
    before = set(given.glob("grader-*-*"))
    done = subprocess.run([sys.executable, "-c", source], check=False)
    assert done.returncode == -9
    left = set(given.glob("grader-*-*")) - before
    assert len(left) == 1
    (folder,) = left
    while (folder / "cgroup.procs").read_text():
        os.sched_yield()
    assert groups._removed(folder)
