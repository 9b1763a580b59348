"""Fuzzes one target, guided by coverage, until so many CPU seconds are used. Needs atheris.

Run: python -m tests.fuzz.guided TARGET CPU_SECONDS FOLDER

FOLDER keeps the inputs that reached something new, `slowest`, and `found-…` for the one that
raised something unforeseen: then the exit code is not 0, and the traceback is printed.
"""

from __future__ import annotations

import importlib
import os
import sys
import tempfile
import time
from pathlib import Path

import atheris

MAX_BYTES = 8192
TIMEOUT_S = 60
"""Of one input, in wall time: only a hang takes so long."""
INSTRUMENTED = ["grader", "json", "tomllib"]


def spelt(word: bytes) -> str:
    """Return bytes as a dictionary of libFuzzer spells them."""
    return "".join(f"\\x{byte:02x}" for byte in word)


def main() -> None:
    """Fuzz; leaves the process when the time is used."""
    name, budget_s, folder = sys.argv[1], float(sys.argv[2]), Path(sys.argv[3])
    with atheris.instrument_imports(include=INSTRUMENTED):
        import tomllib  # noqa: F401 - else msgspec imports it when it is too late

        target = importlib.import_module("tests.fuzz.targets").TARGETS[name]
    corpus = folder / "corpus"
    corpus.mkdir(parents=True, exist_ok=True)
    tempfile.tempdir = str(folder)  # what a target writes is not cleared away by os._exit
    for number, seed in enumerate(target.seeds()):
        (corpus / f"seed-{number:02}").write_bytes(seed)
    words = folder / "words"
    words.write_text("".join(f'"{spelt(word)}"\n' for word in target.words if word))
    slowest_s, runs = 0.0, 0

    def one(data: bytes) -> None:
        nonlocal slowest_s, runs
        runs += 1
        start = time.process_time()
        target.read(data)
        now = time.process_time()
        if now - start > slowest_s:
            slowest_s = now - start
            (folder / "slowest").write_bytes(data)
        if now > budget_s:
            kept, slowest_ms = sum(1 for _ in corpus.iterdir()), slowest_s * 1e3
            told = f"{now:.0f} CPU s, {runs} inputs, {kept} kept, slowest {slowest_ms:.0f} ms"
            sys.stdout.write(f"{name}: {told}\n")
            sys.stdout.flush()
            os._exit(0)  # libFuzzer has no way back

    options = [
        f"-max_len={MAX_BYTES}",
        f"-timeout={TIMEOUT_S}",
        "-rss_limit_mb=2048",
        f"-dict={words}",
        f"-artifact_prefix={folder}/found-",
        "-verbosity=0",
        "-seed=1",
    ]
    atheris.Setup([sys.argv[0], *options, str(corpus)], one)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
