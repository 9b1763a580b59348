"""Expect: ex=PASSED err=PASSED claim=PASSED cell=PASSED

Result files, pages and settings that a runner or a later run would read: none can be written.
"""

folder = TARGET["folder"]
for name in ("results/0.json", "results.json", "feedback/s/b/u.html", "conftest.py", "pytest.ini"):
    attempt(name, lambda: open(f"{folder}/{name}", "w").write("{}"))
    attempt(f"folder of {name}", lambda: os.makedirs(os.path.dirname(f"{folder}/new/{name}")))
for place in (*sys.path, os.path.dirname(os.__file__), os.path.expanduser("~"), "/tmp", "/var/tmp"):
    if os.path.realpath(place) != os.getcwd():
        attempt(f"sitecustomize in {place}", lambda: open(f"{place}/sitecustomize.py", "w"))
