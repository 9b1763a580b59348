"""The box on Debian's own kernels, for this processor and another, both emulated: `./dev long`.

What is asked here is whether the walls stand: the doctor's attacks, and the tests of what a box may
and may not. Emulation is many times as slow, so whatever measures time stays out.
"""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from grader.box import doctor
from tests.emulated.console import Step, outcomes, stopped
from tests.emulated.machine import PROCESSORS, Command, Emulated, lacking

pytestmark = pytest.mark.long

USERS = {"root": 0, "nobody": 65_534}
RUNGS = {"root": {"A", "B", "C"}, "nobody": {"A", "B"}}
GROUPS = "tests/box/test_groups.py"
BOXES = ("calls", "channel", "deaths", "rung_limits")
FILES = (GROUPS, *(f"tests/box/test_{name}.py" for name in BOXES))
ONCE = ("tests/box/test_seccomp.py",)
"""The same whoever runs it."""
ATTACKS = {
    "aarch64": ["test_secrets.py::test_system_calls_that_python_does_not_offer"],
    "x86_64": [
        "test_box.py::test_calls_that_no_honest_program_makes_end_the_box",
        "test_box.py::test_every_other_call_is_refused",
        "test_secrets.py::test_system_calls_that_python_does_not_offer",
    ],
}
"""Those that call the kernel by number, for that is what differs; the rest takes long."""
PYTEST = ["python3", "-m", "pytest", "-v", "-p", "no:cacheprovider", "--color=no"]


@dataclass(frozen=True)
class Ran:
    """What one machine said."""

    processor: str
    steps: dict[str, Step]


def commands(processor: str) -> list[Command]:
    asked: list[Command] = []
    for user, uid in USERS.items():
        files = [*FILES, *(ONCE if user == "root" else ())]
        asked.append((f"doctor-{user}", uid, ["python3", "-m", "grader", "doctor", "--json"]))
        asked.append((f"tests-{user}", uid, [*PYTEST, *files]))
    asked.append(
        ("attacks", 0, [*PYTEST, *(f"tests/attacks/{name}" for name in ATTACKS[processor])])
    )
    return [("kernel", 0, ["uname", "-rm"]), *asked]


@pytest.fixture(scope="module", params=PROCESSORS)
def ran(request: pytest.FixtureRequest) -> Ran:
    """A machine of each kind, booted once for all that is asked of it."""
    processor: str = request.param
    if why := lacking(processor):
        pytest.skip(why)
    return Ran(processor, Emulated(processor).run(commands(processor)))


def test_it_is_the_processor_that_was_meant(ran: Ran) -> None:
    assert ran.steps["kernel"].text.split()[-1] == ran.processor


@pytest.mark.parametrize("user", USERS)
def test_every_rung_that_the_user_can_have_stops_every_attack(ran: Ran, user: str) -> None:
    step = ran.steps[f"doctor-{user}"]
    assert step.code == 0, step.text
    held = stopped(step)
    assert held.pop("D")[1] == len(doctor.ATTACKS)
    assert held == dict.fromkeys(RUNGS[user], (len(doctor.ATTACKS), len(doctor.ATTACKS)))


@pytest.mark.parametrize("user", USERS)
def test_the_tests_of_the_box_pass(ran: Ran, user: str) -> None:
    step = ran.steps[f"tests-{user}"]
    assert step.code == 0, step.text
    passed = {file for file, outcome in outcomes(step) if outcome == "passed"}
    assert passed == {*FILES, *(ONCE if user == "root" else ())}


@pytest.mark.parametrize("user", USERS)
def test_control_groups_are_tried(ran: Ran, user: str) -> None:
    counts = outcomes(ran.steps[f"tests-{user}"])
    assert {outcome for file, outcome in counts if file == GROUPS} == {"passed"}


def test_attacks_are_stopped(ran: Ran) -> None:
    step = ran.steps["attacks"]
    assert step.code == 0, step.text
    passed = {file for file, outcome in outcomes(step) if outcome == "passed"}
    assert passed == {f"tests/attacks/{name.partition('::')[0]}" for name in ATTACKS[ran.processor]}
