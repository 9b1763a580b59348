"""Three things called checkpoint and one that is not: what each holds and what it is good for.

Activation checkpointing keeps some outputs of layers until the backward pass; a model checkpoint
brings back weights or a whole training run; a checkpoint of an agent's task brings back the
progress of its work. A KV cache holds memory to save calculation, the opposite trade, and ends
with the generation.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import asdict
from graphlib import CycleError, TopologicalSorter
from typing import Any

import numpy as np

from reference.models import domain
from reference.models.trainer import Config, Schedule, Trainer, training_data

LIFETIMES = ("one_step", "across_runs", "one_generation")
KINDS = {
    "gradients": "activation",
    "resume_or_serve": "model",
    "continue_task": "agent_task",
    "next_token": "kv_cache",
}
PURPOSES = {
    "layer_outputs": "gradients",
    "weights": "resume_or_serve",
    "optimizer_state": "resume_or_serve",
    "work_progress": "continue_task",
    "past_keys_values": "next_token",
}
"""What each stored thing can serve."""

REQUIRED = {
    "inference": frozenset({"weights", "config", "tokenizer"}),
    "resume_training_exactly": frozenset(
        {
            "weights",
            "optimizer_state",
            "step",
            "lr_schedule",
            "rng_state",
            "data_position",
            "config",
        }
    ),
    "resume_agent": frozenset({"task_graph", "done_tasks", "artifacts"}),
}


def checkpoint_kind(desc: Mapping[str, str]) -> str:
    """Return what a description is about, judged by its purpose.

    Parameters
    ----------
    desc : mapping
        `stored`: "layer_outputs", "weights", "optimizer_state", "work_progress" or
        "past_keys_values". `purpose`: "gradients", "resume_or_serve", "continue_task" or
        "next_token". `lifetime`: "one_step", "across_runs" or "one_generation".

    Returns
    -------
    str
        "activation", "model", "agent_task" or "kv_cache".

    Raises
    ------
    ValueError
        A key is missing, a word is unknown, or what is stored cannot serve the purpose.
    """
    missing = [key for key in ("stored", "lifetime", "purpose") if key not in desc]
    if missing:
        raise ValueError(f"desc must have {', '.join(missing)}")
    stored = domain.choice("stored", desc["stored"], PURPOSES)
    domain.choice("lifetime", desc["lifetime"], LIFETIMES)
    purpose = domain.choice("purpose", desc["purpose"], KINDS)
    if PURPOSES[stored] != purpose:
        raise ValueError(f"{stored} must serve {PURPOSES[stored]}, they cannot serve {purpose}")
    return KINDS[purpose]


def missing_for(goal: str, saved: Set[str]) -> set[str]:
    """Return what a goal needs beyond what was saved.

    Parameters
    ----------
    goal : str
        "inference", "resume_training_exactly" or "resume_agent".
    saved : set of str
        Names as in `REQUIRED`; others do no harm.

    Raises
    ------
    ValueError
        The goal is unknown.
    """
    return set(REQUIRED[domain.choice("goal", goal, REQUIRED)] - saved)


def snapshot(trainer: Trainer) -> dict[str, Any]:
    """Return all state of a training run as copies: plain numbers, strings, dicts and arrays.

    Its keys are what "resume_training_exactly" requires. The data are not among them, because
    `config` says how to make them.
    """
    return {
        "weights": trainer.weights.copy(),
        "optimizer_state": trainer.velocity.copy(),
        "step": trainer.step,
        "lr_schedule": asdict(trainer.schedule),
        # NumPy makes a new dict of integers whenever it is asked for the state.
        "rng_state": trainer.rng.bit_generator.state,
        "data_position": {"order": trainer.order.copy(), "cursor": trainer.cursor},
        "config": asdict(trainer.config),
    }


def restore(trainer: Trainer, state: Mapping[str, Any]) -> None:
    """Put a trainer where `snapshot` found one; it goes on from there bit for bit.

    Parameters
    ----------
    trainer : Trainer
        All of its state is replaced.
    state : mapping
        A snapshot; it is copied and can be restored again.

    Raises
    ------
    ValueError
        A part of the state is missing.
    """
    missing = missing_for("resume_training_exactly", set(state))
    if missing:
        raise ValueError(f"the state must have {', '.join(sorted(missing))}")
    trainer.config = Config(**state["config"])
    trainer.schedule = Schedule(**state["lr_schedule"])
    trainer.inputs, trainer.targets = training_data(trainer.config)
    trainer.weights = np.array(state["weights"])
    trainer.velocity = np.array(state["optimizer_state"])
    trainer.step = state["step"]
    trainer.rng = np.random.default_rng()
    trainer.rng.bit_generator.state = state["rng_state"]
    trainer.order = np.array(state["data_position"]["order"])
    trainer.cursor = state["data_position"]["cursor"]


def ready_tasks(deps: Mapping[str, Set[str]], done: Set[str]) -> list[str]:
    """Return the tasks that an agent can start after resuming, sorted by name.

    Parameters
    ----------
    deps : mapping from str to set of str
        For every task the tasks it depends on, which have entries too; without a cycle.
    done : set of str
        Tasks that are done; whatever they depend on is done as well.

    Raises
    ------
    ValueError
        A dependency or a done task is unknown, the tasks form a cycle, or a task is done before
        one that it depends on.
    """
    unknown = set().union(done, *deps.values()) - set(deps)
    if unknown:
        raise ValueError(f"tasks must have an entry in deps, {', '.join(sorted(unknown))} have not")
    try:
        TopologicalSorter(deps).prepare()
    except CycleError as error:
        raise ValueError(f"deps must have no cycle, not {' -> '.join(error.args[1])}") from None
    early = sorted(task for task in done if not deps[task] <= done)
    if early:
        raise ValueError(f"done must hold all that {', '.join(early)} depend on")
    return sorted(task for task in deps if task not in done and deps[task] <= done)
