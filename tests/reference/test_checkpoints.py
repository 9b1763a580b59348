"""What checkpoints hold: the numbers of f07, and training that goes on bit for bit."""

from __future__ import annotations

import copy
import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.models.checkpoints import (
    KINDS,
    LIFETIMES,
    PURPOSES,
    REQUIRED,
    checkpoint_kind,
    missing_for,
    ready_tasks,
    restore,
    snapshot,
)
from reference.models.trainer import Config, Schedule, Trainer

few = settings(max_examples=50, deadline=None)
OTHER = Config(samples=12, features=5, batch=4, momentum=0.5, dropout=0.5, data_seed=9)


@st.composite
def projects(draw: st.DrawFn) -> tuple[dict[str, set[str]], set[str]]:
    """Return tasks that depend on earlier ones, and a set of done ones closed under that."""
    names = [f"t{i}" for i in range(draw(st.integers(0, 7)))]
    deps = {
        name: set(draw(st.lists(st.sampled_from(names[:i]), max_size=3))) if i else set()
        for i, name in enumerate(names)
    }
    done: set[str] = set()
    for name in names:
        if deps[name] <= done and draw(st.booleans()):
            done.add(name)
    return deps, done


def frozen(value: Any) -> Any:
    """Return a state as something that compares bit for bit."""
    if isinstance(value, dict):
        return {key: frozen(part) for key, part in value.items()}
    return (value.dtype.str, value.shape, value.tobytes()) if hasattr(value, "tobytes") else value


def test_what_resuming_training_lacks() -> None:
    missing = missing_for("resume_training_exactly", {"weights", "config"})
    assert missing == {"optimizer_state", "step", "lr_schedule", "rng_state", "data_position"}


def test_what_the_other_goals_need() -> None:
    assert missing_for("inference", set()) == {"weights", "config", "tokenizer"}
    assert missing_for("resume_agent", {"artifacts"}) == {"task_graph", "done_tasks"}
    assert missing_for("inference", {"weights", "config", "tokenizer", "step"}) == set()


@few
@given(st.sampled_from(sorted(REQUIRED)), st.data())
def test_saving_more_never_leaves_more_missing(goal: str, data: st.DataObject) -> None:
    names = st.sets(st.sampled_from(sorted(set().union(*REQUIRED.values()))))
    less, more = data.draw(names), data.draw(names)
    assert missing_for(goal, less | more) <= missing_for(goal, less)
    assert missing_for(goal, missing_for(goal, less) | less) == set()


def test_every_description_has_one_kind_or_contradicts_itself() -> None:
    for stored, serves in PURPOSES.items():
        for lifetime in LIFETIMES:
            for purpose in KINDS:
                desc = {"stored": stored, "lifetime": lifetime, "purpose": purpose}
                if purpose == serves:
                    assert checkpoint_kind(desc) == KINDS[purpose]
                else:
                    with pytest.raises(ValueError, match="cannot serve"):
                        checkpoint_kind(desc)


def test_kinds() -> None:
    for stored, purpose, kind in (
        ("layer_outputs", "gradients", "activation"),
        ("weights", "resume_or_serve", "model"),
        ("optimizer_state", "resume_or_serve", "model"),
        ("work_progress", "continue_task", "agent_task"),
        ("past_keys_values", "next_token", "kv_cache"),
    ):
        desc = {"stored": stored, "lifetime": "one_step", "purpose": purpose}
        assert checkpoint_kind(desc) == kind


@pytest.mark.parametrize("config", [None, OTHER])
@pytest.mark.parametrize("k", range(14))
def test_a_restored_trainer_goes_on_bit_for_bit(k: int, config: Config | None) -> None:
    n = 13
    whole, first = Trainer(config, seed=5), Trainer(config, seed=5)
    whole.run(n)
    first.run(k)
    fresh = Trainer(schedule=Schedule(start=1.0, halve_every=1), seed=77)
    restore(fresh, snapshot(first))
    fresh.run(n - k)
    assert frozen(snapshot(fresh)) == frozen(snapshot(whole))


def test_a_snapshot_is_no_alias_and_survives_restoring() -> None:
    trainer = Trainer()
    trainer.run(4)
    state = snapshot(trainer)
    before = frozen(copy.deepcopy(state))
    trainer.run(9)
    assert frozen(state) == before
    restore(trainer, state)
    assert frozen(snapshot(trainer)) == before
    trainer.run(9)
    assert frozen(state) == before


def test_a_snapshot_survives_json() -> None:
    trainer = Trainer()
    trainer.run(3)
    text = json.dumps(snapshot(trainer), default=lambda array: array.tolist())
    fresh = Trainer(seed=3)
    restore(fresh, json.loads(text))
    trainer.run(11)
    fresh.run(11)
    assert fresh.weights.tobytes() == trainer.weights.tobytes()


@pytest.mark.parametrize(
    ("attribute", "stale"),
    [
        ("weights", np.zeros(3)),
        ("velocity", np.zeros(3)),
        ("step", 0),
        ("schedule", Schedule(start=0.01)),
        ("rng", np.random.default_rng(1)),
        ("order", np.arange(24)),
        ("cursor", 0),
        ("config", Config(momentum=0.5)),
    ],
)
def test_every_part_of_the_state_matters(attribute: str, stale: Any) -> None:
    trainer, other = Trainer(), Trainer()
    trainer.run(6)
    restore(other, snapshot(trainer))
    setattr(other, attribute, stale)
    trainer.run(8)
    other.run(8)
    assert trainer.weights.tobytes() != other.weights.tobytes()


def test_training_learns() -> None:
    trainer = Trainer(Config(dropout=0.0), Schedule(halve_every=100))
    trainer.run(200)
    assert np.allclose(trainer.weights, [1, 2, 3], atol=0.2)


@few
@given(projects())
def test_ready_tasks_wait_for_nothing(project: tuple[dict[str, set[str]], set[str]]) -> None:
    deps, done = project
    ready = ready_tasks(deps, done)
    assert ready == sorted(ready)
    for task in deps:
        assert (task in ready) == (task not in done and deps[task] <= done)
    assert bool(ready) == (len(done) < len(deps))
    ready_tasks(deps, done | set(ready))


def test_refused() -> None:
    desc = {"stored": "weights", "lifetime": "across_runs", "purpose": "resume_or_serve"}
    state = snapshot(Trainer())
    for call in (
        lambda: missing_for("resume", set()),
        lambda: checkpoint_kind({**desc, "stored": "gradients"}),
        lambda: checkpoint_kind({**desc, "lifetime": "forever"}),
        lambda: checkpoint_kind({**desc, "purpose": "backup"}),
        lambda: checkpoint_kind({"stored": "weights", "lifetime": "across_runs"}),
        lambda: restore(Trainer(), {key: state[key] for key in state if key != "step"}),
        lambda: ready_tasks({"a": {"b"}}, set()),
        lambda: ready_tasks({"a": set()}, {"b"}),
        lambda: ready_tasks({"a": {"b"}, "b": {"a"}}, set()),
        lambda: ready_tasks({"a": {"a"}}, set()),
        lambda: ready_tasks({"a": set(), "b": {"a"}}, {"b"}),
        lambda: Trainer(Config(batch=25)),
        lambda: Trainer(Config(dropout=1.0)),
        lambda: Trainer().run(-1),
    ):
        with pytest.raises(ValueError, match="must"):
            call()
