"""Bytes of weights, KV cache and attention scores, and which technique changes which of them.

The KV cache keeps the keys and values of past tokens so that they are not projected again;
FlashAttention never stores the table of scores; quantisation stores a number in fewer bits. Each
acts on a term of its own, so they combine and none replaces another.

Sources: Pope et al., "Efficiently scaling transformer inference" (2022), arXiv:2211.05102 (size of
the cache); Frantar et al., "GPTQ" (2022), arXiv:2210.17323 (groups with a scale each).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from reference.models import domain

TECHNIQUES = ("kv_cache", "flash", "weight_quant", "kv_quant")
SIZES = (
    "params",
    "layers",
    "heads",
    "kv_heads",
    "head_dim",
    "tokens",
    "batch",
    "bits",
    "group",
    "scale_bytes",
)
BASE_ITEMSIZE = 2
"""Bytes of a number that is not quantised (FP16 or BF16)."""
MOST_BITS = 16


def kv_cache_bytes(
    layers: int, kv_heads: int, head_dim: int, tokens: int, batch: int, itemsize: int
) -> int:
    """Return the bytes of all keys and values, 2 · layers · kv_heads · d · T · b · s.

    Parameters
    ----------
    layers, kv_heads, head_dim : int
        Layers; heads that have keys and values of their own (fewer than query heads where they
        are grouped); d numbers in a key and in a value. Each >= 1.
    tokens : int
        T >= 0, tokens of each sequence.
    batch : int
        b >= 1, sequences.
    itemsize : int
        s >= 1, bytes of a number.

    Raises
    ------
    ValueError
        An argument is out of range.
    """
    itemsize = domain.integer("itemsize", itemsize, 1)
    return _kv_numbers(layers, kv_heads, head_dim, tokens, batch) * itemsize


def quantized_bytes(n: int, bits: int, group: int, scale_bytes: int) -> int:
    """Return the bytes of n codes packed without gaps and one scale for each started group.

    ceil(n · bits / 8) + ceil(n / group) · scale_bytes.

    Parameters
    ----------
    n : int
        Numbers, >= 0.
    bits : int
        Bits of a code, 1 ... 16.
    group : int
        Numbers that share a scale, >= 1.
    scale_bytes : int
        Bytes of a scale, >= 1.

    Raises
    ------
    ValueError
        An argument is out of range.
    """
    n = domain.integer("n", n, 0)
    code_bits = n * domain.integer("bits", bits, 1, MOST_BITS)
    groups = -(-n // domain.integer("group", group, 1))
    return -(-code_bits // 8) + groups * domain.integer("scale_bytes", scale_bytes, 1)


def kv_projections(prompt: int, new: int, cached: bool) -> int:
    """Return how many token vectors one generation projects to keys and values.

    The prompt's pass makes the first new token; n - 1 more passes follow. With the cache each of
    them projects one token, P + n - 1 in all; without it pass i projects all P + i tokens again.

    Parameters
    ----------
    prompt, new : int
        P and n, >= 1.
    cached : bool
        Whether a KV cache is kept.

    Raises
    ------
    ValueError
        An argument is below 1.
    """
    prompt, new = domain.integer("prompt", prompt, 1), domain.integer("new", new, 1)
    return prompt + new - 1 if cached else new * prompt + new * (new - 1) // 2


def memory_terms(cfg: Mapping[str, int], techniques: Collection[str]) -> dict[str, int]:
    """Return the bytes of weights, cache and scores under a set of techniques.

    - `weights_bytes`: 2 · params, or packed codes and scales with "weight_quant"
    - `kv_bytes`: 0 without "kv_cache"; 2 bytes a number, or packed with "kv_quant"
    - `scores_bytes`: batch · heads · T² · 2 for the layer at work, 0 with "flash"

    Parameters
    ----------
    cfg : mapping
        `params`, `layers`, `heads`, `kv_heads`, `head_dim`, `batch`, `group`, `scale_bytes` >= 1,
        `tokens` >= 0, `bits` 1 ... 16. Other keys are not read.
    techniques : collection of str
        Some of "kv_cache", "flash", "weight_quant", "kv_quant".

    Raises
    ------
    ValueError
        A key is missing, a size is out of range, a technique is unknown, or "kv_quant" stands
        without the "kv_cache" it would quantise.
    """
    size = _sizes(cfg)
    used = {domain.choice("technique", technique, TECHNIQUES) for technique in techniques}
    if "kv_quant" in used and "kv_cache" not in used:
        raise ValueError("kv_quant needs kv_cache: there is no cache to quantise")
    shape = (size[name] for name in ("layers", "kv_heads", "head_dim", "tokens", "batch"))
    numbers = _kv_numbers(*shape) if "kv_cache" in used else 0
    scores = size["batch"] * size["heads"] * size["tokens"] ** 2 * BASE_ITEMSIZE
    return {
        "weights_bytes": _stored(size["params"], size, "weight_quant" in used),
        "kv_bytes": _stored(numbers, size, "kv_quant" in used),
        "scores_bytes": 0 if "flash" in used else scores,
    }


def _kv_numbers(layers: int, kv_heads: int, head_dim: int, tokens: int, batch: int) -> int:
    numbers = 2 * domain.integer("tokens", tokens, 0)
    for name, count in (
        ("layers", layers),
        ("kv_heads", kv_heads),
        ("head_dim", head_dim),
        ("batch", batch),
    ):
        numbers *= domain.integer(name, count, 1)
    return numbers


def _sizes(cfg: Mapping[str, int]) -> dict[str, int]:
    missing = [name for name in SIZES if name not in cfg]
    if missing:
        raise ValueError(f"cfg must have {', '.join(missing)}")
    size = {name: domain.integer(name, cfg[name], int(name != "tokens")) for name in SIZES}
    domain.integer("bits", size["bits"], 1, MOST_BITS)
    return size


def _stored(numbers: int, size: Mapping[str, int], quantized: bool) -> int:
    if not quantized:
        return numbers * BASE_ITEMSIZE
    return quantized_bytes(numbers, size["bits"], size["group"], size["scale_bytes"])
