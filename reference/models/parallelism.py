"""What data, tensor and pipeline parallelism and sharded training state cost on n devices.

More devices calculate less each and talk more. An all-reduce on a ring is 2 (n - 1) messages of
Q/n bytes, first to reduce and then to gather, so its time hardly falls with n while latency grows
with it. What is split decides what has to be sent.

Sources: Patarasuk, Yuan, "Bandwidth optimal all-reduce algorithms for clusters of workstations"
(2009); Shoeybi et al., "Megatron-LM" (2019), arXiv:1909.08053; Huang et al., "GPipe" (2019),
arXiv:1811.06965; Rajbhandari et al., "ZeRO" (2020), arXiv:1910.02054.
"""

from __future__ import annotations

import math
from fractions import Fraction

from reference.models import domain
from reference.models.pipeline import bubble_fraction

REL_TOL = 1e-9
"""Two step times as close as this are the same."""
FULL_STATE, SHARDED_OPTIMIZER, SHARDED_GRADIENTS, SHARDED_WEIGHTS = range(4)
"""Stages of ZeRO; each shards what its name says and all that the ones before it shard."""

MAIN_COSTS = {
    "samples": "gradient_sync",
    "inside_operator": "in_layer_communication",
    "layers": "stage_wait_and_transfer",
    "training_state": "gather_and_sync",
    "serving_phases": "not_a_training_split",
}


def ring_allreduce_s(n_bytes: float, devices: int, latency_s: float, bytes_per_s: float) -> float:
    """Return the time of an all-reduce on a ring, 2 (n - 1) (L + Q / (n β)); 0 on one device.

    Parameters
    ----------
    n_bytes : float
        Q >= 0, bytes that every device holds and gets back reduced.
    devices : int
        n >= 1.
    latency_s : float
        L >= 0, seconds of each of the 2 (n - 1) messages in a row.
    bytes_per_s : float
        β > 0, rate of a link in one direction.

    Raises
    ------
    ValueError
        An argument is out of range or not finite.
    """
    total = domain.real("n_bytes", n_bytes, low=0)
    devices = domain.integer("devices", devices, 1)
    latency = domain.real("latency_s", latency_s, low=0)
    rate = domain.real("bytes_per_s", bytes_per_s, above=0)
    return 2 * (devices - 1) * (latency + total / (devices * rate))


def dp_step_s(
    compute_s: float, devices: int, grad_bytes: float, latency_s: float, bytes_per_s: float
) -> float:
    """Return the time of a training step on n devices, compute / n + ring all-reduce.

    The global batch stays the same and the all-reduce does not overlap the calculation.

    Parameters
    ----------
    compute_s : float
        Time of the step on one device, >= 0.
    devices, latency_s, bytes_per_s
        As in `ring_allreduce_s`.
    grad_bytes : float
        Bytes of all gradients, >= 0.

    Raises
    ------
    ValueError
        An argument is out of range or not finite.
    """
    exchange = ring_allreduce_s(grad_bytes, devices, latency_s, bytes_per_s)
    return domain.real("compute_s", compute_s, low=0) / int(devices) + exchange


def worth_adding(
    compute_s: float,
    devices_old: int,
    devices_new: int,
    grad_bytes: float,
    latency_s: float,
    bytes_per_s: float,
) -> str:
    """Return what a change of the number of devices does to the step of `dp_step_s`.

    Returns
    -------
    str
        "faster" or "slower" than before, or "same" where both steps agree to 1e-9.

    Raises
    ------
    ValueError
        An argument is out of range or not finite.
    """
    before = dp_step_s(compute_s, devices_old, grad_bytes, latency_s, bytes_per_s)
    after = dp_step_s(compute_s, devices_new, grad_bytes, latency_s, bytes_per_s)
    if math.isclose(before, after, rel_tol=REL_TOL):
        return "same"
    return "faster" if after < before else "slower"


def tp_bytes_per_layer(tokens: int, d_model: int, itemsize: int, devices: int) -> float:
    """Return the bytes a device sends in the forward pass of one layer under tensor parallelism.

    Two all-reduces of the activations, after attention and after the MLP; on a ring each device
    sends 2 (n - 1)/n of the bytes: 2 · 2 (n - 1)/n · tokens · d · s.

    Parameters
    ----------
    tokens, d_model, itemsize : int
        Rows of the activations, their width, bytes of an element; each >= 0.
    devices : int
        n >= 1; alone it sends nothing.

    Raises
    ------
    ValueError
        An argument is out of range.
    """
    activations = domain.integer("tokens", tokens, 0) * domain.integer("d_model", d_model, 0)
    activations *= domain.integer("itemsize", itemsize, 0)
    devices = domain.integer("devices", devices, 1)
    return 4 * (devices - 1) * activations / devices


def pp_bubble(stages: int, micro_batches: int) -> Fraction:
    """Return the idle part of a pipeline of equal stages, (S - 1) / (m + S - 1).

    Parameters
    ----------
    stages, micro_batches : int
        S and m, >= 1.

    Raises
    ------
    ValueError
        An argument is below 1.
    """
    return bubble_fraction(stages, micro_batches)


def zero_bytes_per_device(
    params: int, devices: int, stage: int, weight_b: int = 2, grad_b: int = 2, opt_b: int = 12
) -> int:
    """Return the bytes of weights, gradients and optimizer state that one device holds.

    A shard is ceil(params / n) parameters. Stage 0 holds P (w + g + o); 1 holds P (w + g) +
    shard · o; 2 holds P w + shard (g + o); 3 holds shard (w + g + o).

    Parameters
    ----------
    params : int
        P >= 0.
    devices : int
        n >= 1.
    stage : int
        0 ... 3.
    weight_b, grad_b, opt_b : int
        w, g, o >= 0, bytes for each parameter. 2, 2, 12 are FP16 weights and gradients with Adam
        in FP32 (master weights and two moments).

    Raises
    ------
    ValueError
        An argument is out of range.
    """
    params = domain.integer("params", params, 0)
    shard = -(-params // domain.integer("devices", devices, 1))
    stage = domain.integer("stage", stage, FULL_STATE, SHARDED_WEIGHTS)
    weights = domain.integer("weight_b", weight_b, 0)
    gradients = domain.integer("grad_b", grad_b, 0)
    optimizer = domain.integer("opt_b", opt_b, 0)
    return (
        weights * (shard if stage >= SHARDED_WEIGHTS else params)
        + gradients * (shard if stage >= SHARDED_GRADIENTS else params)
        + optimizer * (shard if stage >= SHARDED_OPTIMIZER else params)
    )


def zero_traffic_bytes(weight_bytes: float, devices: int, stage: int) -> float:
    """Return the bytes a device sends per training step, k Q (n - 1)/n with k = 2, or 3 in stage 3.

    Stages 0 to 2 reduce the gradients and gather as many bytes again; stage 3 gathers the weights
    once for the forward and once for the backward pass and reduces the gradients.

    Parameters
    ----------
    weight_bytes : float
        Q >= 0, bytes of all weights; the gradients are as large.
    devices : int
        n >= 1.
    stage : int
        0 ... 3.

    Raises
    ------
    ValueError
        An argument is out of range or not finite.
    """
    total = domain.real("weight_bytes", weight_bytes, low=0)
    devices = domain.integer("devices", devices, 1)
    stage = domain.integer("stage", stage, FULL_STATE, SHARDED_WEIGHTS)
    passes = 3 if stage == SHARDED_WEIGHTS else 2
    return passes * total * (devices - 1) / devices


def main_cost(what_is_split: str) -> str:
    """Return what one has to pay for, by what is split and not by its acronym.

    Parameters
    ----------
    what_is_split : str
        "samples" (data parallelism), "inside_operator" (tensor parallelism), "layers" (pipeline
        parallelism), "training_state" (ZeRO) or "serving_phases" (prefill and decode on different
        devices, which is no way to train).

    Returns
    -------
    str
        The value in `MAIN_COSTS`.

    Raises
    ------
    ValueError
        The word is none of these.
    """
    return MAIN_COSTS[domain.choice("what_is_split", what_is_split, MAIN_COSTS)]
