"""A training loop small enough to read, with every kind of state that a real one has.

Linear regression by gradient descent. What makes resuming hard is all here: momentum, a learning
rate that depends on the step, random numbers drawn for dropout and for the order of the samples,
and a position in that order. Two trainers made from the same arguments go the same way, bit for
bit: no sum is left to a library that may choose its order.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from reference.models import domain

Float64s = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Config:
    """What does not change during training."""

    samples: int = 24
    features: int = 3
    batch: int = 5
    """Samples of one step; the rest of an epoch that does not fill a batch is left out."""
    momentum: float = 0.9
    dropout: float = 0.25
    """Probability that an input is set to 0."""
    data_seed: int = 0

    def __post_init__(self) -> None:
        domain.integer("features", self.features, 1)
        domain.integer("batch", self.batch, 1, self.samples)
        domain.real("momentum", self.momentum, low=0, below=1)
        domain.real("dropout", self.dropout, low=0, below=1)


@dataclass(frozen=True, slots=True)
class Schedule:
    """A learning rate that is halved every so many steps."""

    start: float = 0.05
    halve_every: int = 7

    def rate(self, step: int) -> float:
        """Return the learning rate of a step, counted from 0."""
        return float(self.start * 0.5 ** (step // self.halve_every))


def training_data(config: Config) -> tuple[Float64s, Float64s]:
    """Return inputs of shape (samples, features) and targets of shape (samples,)."""
    rng = np.random.default_rng(config.data_seed)
    inputs = rng.standard_normal((config.samples, config.features))
    truth = np.arange(1.0, config.features + 1)
    return inputs, (inputs * truth).sum(axis=1) + 0.1 * rng.standard_normal(config.samples)


class Trainer:
    """Stochastic gradient descent with momentum and dropout; every attribute is state.

    Parameters
    ----------
    config : Config
        Sizes, momentum, dropout, data.
    schedule : Schedule
        Learning rate.
    seed : int
        Of dropout and shuffling.
    """

    def __init__(
        self, config: Config | None = None, schedule: Schedule | None = None, seed: int = 0
    ) -> None:
        self.config = config or Config()
        self.schedule = schedule or Schedule()
        self.rng = np.random.default_rng(seed)
        self.inputs, self.targets = training_data(self.config)
        self.weights = np.zeros(self.config.features)
        self.velocity = np.zeros(self.config.features)
        self.order = np.arange(self.config.samples)
        self.rng.shuffle(self.order)
        self.cursor = 0
        self.step = 0

    def run(self, steps: int) -> None:
        """Do this many steps."""
        for _ in range(domain.integer("steps", steps, 0)):
            self._train()

    def _train(self) -> None:
        inputs, targets = self._next_batch()
        kept = self.rng.random(inputs.shape) >= self.config.dropout
        inputs = inputs * kept / (1 - self.config.dropout)
        residual = (inputs * self.weights).sum(axis=1) - targets
        gradient = (inputs * residual[:, np.newaxis]).mean(axis=0)
        # In place, as optimizers do it: a snapshot that only refers to these arrays changes too.
        self.velocity *= self.config.momentum
        self.velocity -= self.schedule.rate(self.step) * gradient
        self.weights += self.velocity
        self.step += 1

    def _next_batch(self) -> tuple[Float64s, Float64s]:
        if self.cursor + self.config.batch > self.config.samples:
            self.rng.shuffle(self.order)
            self.cursor = 0
        rows = self.order[self.cursor : self.cursor + self.config.batch]
        self.cursor += self.config.batch
        return self.inputs[rows], self.targets[rows]
