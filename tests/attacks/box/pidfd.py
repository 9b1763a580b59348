"""Expect: ex=PASSED err=PASSED claim=PASSED cell=PASSED

A handle on the keeper or the zygote, to signal or to wait for: none is given.
"""

import signal

for who in (TARGET["keeper"], TARGET["zygote"], os.getppid() or 1):
    attempt("open", lambda: os.pidfd_open(who))
attempt("send", lambda: signal.pidfd_send_signal(3, 0))
attempt("wait", lambda: os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG))
