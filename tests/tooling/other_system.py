"""Another operating system as Python shows it: a *simulation*, for what is decided at import.

The names that Python lacks there are taken away, and the modules. The standard library and third
parties are imported before, as they are: what they do on that system is theirs.
"""

from __future__ import annotations

import importlib
import os
import pathlib
import sys
import types

FOREIGN = (
    *("asyncio", "concurrent.futures", "http.client", "logging", "multiprocessing", "pytest"),
    *("select", "shutil", "signal", "socket", "subprocess", "tempfile", "urllib.request"),
    *("zipfile", "IPython.core.inputtransformer2", "click", "greenlet", "hypothesis", "msgspec"),
    *("nbgrader.api", "numba", "numba.cuda", "numpy", "rich.console", "rich.progress", "tomli_w"),
)
MODULES: dict[str, tuple[str, ...]] = {
    "darwin": (),
    "win32": ("fcntl", "grp", "posix", "pty", "pwd", "resource", "syslog", "termios", "tty"),
}
NAMES = {
    "darwin": {
        "os": "O_PATH eventfd memfd_create pidfd_open posix_fadvise sched_getaffinity",
        "signal": "SIGPWR pidfd_send_signal sigtimedwait sigwaitinfo",
        "select": "epoll",
    },
    "win32": {
        "os": """
            O_CLOEXEC O_DIRECTORY O_NOFOLLOW O_NONBLOCK O_PATH WEXITSTATUS WIFSIGNALED WNOHANG
            WTERMSIG chown fchmod fchown fork forkpty getegid geteuid getgid getpgid getuid killpg
            memfd_create mkfifo openpty pidfd_open posix_spawn pread pwrite sched_getaffinity
            set_blocking setgroups setresgid setresuid setsid setuid statvfs sysconf uname wait4
            waitid
        """,
        "signal": """
            SIGALRM SIGCHLD SIGCONT SIGHUP SIGKILL SIGSTOP SIGSYS SIGXCPU alarm pidfd_send_signal
            pthread_sigmask setitimer sigwait
        """,
        "select": "epoll poll",
        "socket": "AF_UNIX CMSG_LEN CMSG_SPACE SCM_RIGHTS recv_fds send_fds",
    },
}


def become(system: str) -> None:
    """Change this process so that Python looks as on `system` to whoever imports it from now on."""
    for name in FOREIGN:
        try:
            importlib.import_module(name)
        except ModuleNotFoundError:
            continue  # an extra that is not installed
    # Paths stay this system's, or no file could be opened.
    pathlib.os = _copy(os)  # type: ignore[attr-defined]
    for name in MODULES[system]:
        sys.modules[name] = None  # type: ignore[assignment]
    for module, names in NAMES[system].items():
        for name in names.split():
            if hasattr(sys.modules[module], name):
                delattr(sys.modules[module], name)
    sys.platform = system
    if system == "win32":
        os.name = "nt"


def _copy(module: types.ModuleType) -> types.ModuleType:
    copied = types.ModuleType(module.__name__)
    vars(copied).update(vars(module))
    return copied
