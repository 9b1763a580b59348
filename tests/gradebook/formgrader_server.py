"""A really running formgrader: Jupyter's server in a class folder, on a port of its own choice."""

from __future__ import annotations

import contextlib
import http.cookiejar
import json
import os
import re
import socket
import subprocess
import sys
import threading
import urllib.parse
import urllib.request
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

START_S = 120
"""How long a loaded machine may take to start it; 4 s on an idle one."""


class Formgrader:
    """A client of the running server, with the cookie and the header that its pages send."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._cookies = http.cookiejar.CookieJar()
        self._open = urllib.request.build_opener(
            urllib.request.ProxyHandler({}), urllib.request.HTTPCookieProcessor(self._cookies)
        ).open

    def page(self, path: str) -> str:
        """Return a page of formgrader as HTML."""
        return self._send("GET", path).decode("utf-8")

    def get(self, path: str) -> Any:
        """Return what the API says."""
        return json.loads(self._send("GET", f"api/{path}"))

    def put(self, path: str, **values: Any) -> Any:
        """Change something through the API, as formgrader's own buttons do."""
        return json.loads(self._send("PUT", f"api/{path}", json.dumps(values).encode()))

    def _send(self, method: str, path: str, body: bytes | None = None) -> bytes:
        url = f"{self._address}/formgrader/{urllib.parse.quote(path, safe='/?=&')}"
        request = urllib.request.Request(url, data=body, method=method)
        if body is not None:
            request.add_header("Content-Type", "application/json")
            token = next(c.value for c in self._cookies if c.name == "_xsrf")
            request.add_header("X-XSRFToken", token or "")
        with self._open(request, timeout=60) as reply:
            content: bytes = reply.read()
        return content


@contextmanager
def formgrader(class_dir: Path, scratch: Path) -> Iterator[Formgrader]:
    """Run formgrader in a class folder; end it, by its process, when the block ends.

    Parameters
    ----------
    scratch
        Where Jupyter keeps its own files; it does not see the user's.
    """
    environment = os.environ | {
        "HOME": str(scratch),
        "JUPYTER_CONFIG_DIR": str(scratch / "config"),
        "JUPYTER_DATA_DIR": str(scratch / "data"),
        "JUPYTER_RUNTIME_DIR": str(scratch / "runtime"),
        "IPYTHONDIR": str(scratch / "ipython"),
    }
    command = [sys.executable, "-m", "jupyter_server", "--no-browser", "--allow-root"]
    options = ["--ip=127.0.0.1", "--port=0", "--IdentityProvider.token="]
    server = subprocess.Popen(
        [*command, *options],
        cwd=class_dir,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    said: list[str] = []
    assert server.stdout is not None
    with server.stdout as lines:
        address = _address(server, lines, said)
        rest = threading.Thread(target=said.extend, args=(lines,))
        rest.start()  # a full pipe would stop the server
        try:
            _connect(server, address)
            yield Formgrader(address)
        finally:
            server.terminate()
            try:
                server.wait(30)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()
            rest.join()


def _address(server: subprocess.Popen[str], lines: Iterable[str], said: list[str]) -> str:
    """Return where the server says that it runs."""
    slow = threading.Timer(START_S, server.kill)
    slow.start()
    try:
        for line in lines:
            said.append(line)
            found = re.search(r"http://127\.0\.0\.1:\d+", line)
            if found is not None:
                return found[0]
    finally:
        slow.cancel()
    server.wait()
    raise AssertionError(f"formgrader did not start:\n{''.join(said)}")


def _connect(server: subprocess.Popen[str], address: str) -> None:
    """Return once the server answers: it says where before it listens there."""
    where = urllib.parse.urlsplit(address)
    while server.poll() is None:
        try:
            socket.create_connection((where.hostname, where.port), 10).close()
            return
        except ConnectionRefusedError:
            with contextlib.suppress(subprocess.TimeoutExpired):
                server.wait(0.05)
    raise AssertionError("formgrader ended before it answered")
