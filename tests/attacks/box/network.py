"""Expect: ex=PASSED err=PASSED claim=PASSED cell=PASSED

Local services by TCP, UDP, a path and an abstract name, and what libraries make of them.
"""

import asyncio
import urllib.request

port, path, name = TARGET["port"], TARGET["path"], TARGET["name"]


def to(address, kind=socket.SOCK_STREAM):
    family = socket.AF_INET if isinstance(address, tuple) else socket.AF_UNIX
    with socket.socket(family, kind) as ours:
        ours.connect(address)
        return ours.send(b"x")


attempt("tcp", lambda: to(("127.0.0.1", port)))
attempt("udp", lambda: to(("127.0.0.1", port), socket.SOCK_DGRAM))
attempt("path", lambda: to(path))
attempt("abstract", lambda: to(name))
attempt("url", lambda: urllib.request.urlopen(f"http://127.0.0.1:{port}", timeout=1))
attempt("asyncio", lambda: asyncio.run(asyncio.open_connection("127.0.0.1", port)))
attempt("pair turned outward", lambda: socket.socketpair()[0].connect(path))
attempt("name server", lambda: socket.getaddrinfo("example.org", 80))
attempt("listen", lambda: socket.create_server(("127.0.0.1", 0)))
