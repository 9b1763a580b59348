"""Expect: ex=PASSED err=PASSED claim=PASSED cell=PASSED

A package fetched while the notebook runs: by pip as a program, by a download of its own.
"""

import subprocess
import urllib.request

wheel = f"http://127.0.0.1:{TARGET['port']}/answers-1-py3-none-any.whl"
attempt("program", lambda: subprocess.check_call([sys.executable, "-m", "pip", "install", wheel]))
attempt("shell", lambda: subprocess.check_call(f"pip install {wheel}", shell=True))
attempt("download", lambda: urllib.request.urlretrieve(wheel, "answers.whl"))
attempt(
    "installation", lambda: open(os.path.dirname(os.__file__) + "/site-packages/answers.py", "w")
)
