"""Debian's packages for another processor, from the mirror that this machine's apt uses.

An index is believed only if Debian's keys signed the file that holds its checksum, and a kernel
only if that index holds its checksum; debootstrap does the same for the packages it fetches.
"""

from __future__ import annotations

import contextlib
import hashlib
import lzma
import re
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

RELEASE = "bookworm"
PYTHON = "3.11"
"""The Python of that release."""
KEYS = Path("/usr/share/keyrings/debian-archive-keyring.gpg")
APT_HELPER = "/usr/lib/apt/apt-helper"
ARCHITECTURE = {"x86_64": "amd64", "aarch64": "arm64"}
NEWEST_KERNEL = {"x86_64": "linux-image-cloud-amd64", "aarch64": "linux-image-arm64"}
"""Packages without files: they depend on the newest kernel."""


class FetchError(Exception):
    """A package or an index could not be had, or is not what Debian signed."""


@dataclass(frozen=True)
class Mirror:
    """One line of apt's sources."""

    suite: str
    uri: str


@dataclass(frozen=True)
class Package:
    """A file of the archive."""

    name: str
    version: str
    path: str
    sha256: str
    uri: str
    """The archive that `path` is relative to."""


def mirrors() -> list[Mirror]:
    """Return Debian's archives among the sources of this machine, updates included."""
    listing = "$(CODENAME) $(REPO_URI)"
    wanted = ("Created-By: Packages", "Origin: Debian", "Component: main")
    try:
        command = ["apt-get", "indextargets", "--format", listing, *wanted]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError:
        return []
    return read_mirrors(done.stdout)


def reachable() -> bool:
    """Return whether one of `mirrors` holds the release and answers."""
    main = next((mirror for mirror in mirrors() if mirror.suite == RELEASE), None)
    if main is None:
        return False
    with tempfile.TemporaryDirectory() as folder, contextlib.suppress(FetchError):
        _download(f"{main.uri}/dists/{main.suite}/InRelease", Path(folder) / "release")
        return True
    return False


def read_mirrors(listing: str) -> list[Mirror]:
    """Return the archives in apt's listing that hold this release.

    A machine of another release has the same packages under the same addresses.
    """
    found: dict[Mirror, None] = {}
    for line in listing.splitlines():
        codename, _, uri = line.partition(" ")
        release, dash, part = codename.partition("-")
        if release and uri.startswith("http"):
            found[Mirror(f"{RELEASE}{dash}{part}", uri.rstrip("/"))] = None
    return list(found)


def read_index(text: str) -> Iterator[dict[str, str]]:
    """Yield each stanza of a Packages index; what goes on over several lines is left out."""
    for stanza in re.split(r"\n\n+", text):
        pairs = (line.partition(": ") for line in stanza.splitlines() if line[:1].strip())
        fields = {key: value for key, colon, value in pairs if colon}
        if fields:
            yield fields


def newest_kernel(indices: dict[str, str], processor: str) -> Package:
    """Return the kernel that the newest package without files depends on.

    Parameters
    ----------
    indices
        The text of a Packages index by the address of its archive.
    """
    stanzas = [(uri, fields) for uri, text in indices.items() for fields in read_index(text)]
    wanted = NEWEST_KERNEL[processor]
    front = [fields for _, fields in stanzas if fields["Package"] == wanted]
    if not front:
        raise FetchError(f"no package {wanted}")
    newest = max(front, key=lambda fields: _numbers(fields["Version"]))
    name = newest["Depends"].split(",")[0].split("(")[0].strip()
    version = newest["Version"]
    for uri, fields in stanzas:
        if fields["Package"] == name and fields["Version"] == version:
            return Package(name, version, fields["Filename"], fields["SHA256"], uri)
    raise FetchError(f"{wanted} depends on {name}, version {version}, which is not there")


def _numbers(version: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", version)]


def checksum_in(release: str, path: str) -> str:
    """Return the SHA-256 of `path` that a signed release file holds."""
    found = re.search(rf"^ ([0-9a-f]{{64}}) +\d+ {re.escape(path)}$", release, re.MULTILINE)
    if found is None:
        raise FetchError(f"the release has no {path}")
    return found[1]


def fetch_index(mirror: Mirror, processor: str, folder: Path) -> str:
    """Return the text of the Packages index of one archive."""
    base = f"{mirror.uri}/dists/{mirror.suite}"
    path = f"main/binary-{ARCHITECTURE[processor]}/Packages.xz"
    release, index = folder / f"{mirror.suite}.release", folder / f"{mirror.suite}.xz"
    _download(f"{base}/InRelease", release)
    _run("gpgv", "--quiet", "--keyring", str(KEYS), str(release))
    _download(f"{base}/{path}", index, checksum_in(release.read_text("utf-8"), path))
    return lzma.decompress(index.read_bytes()).decode()


def fetch_kernel(processor: str, folder: Path) -> Path:
    """Fetch the newest kernel of the release, and return the file that a machine boots."""
    indices: dict[str, str] = {}
    for mirror in mirrors():
        text = fetch_index(mirror, processor, folder)
        indices[mirror.uri] = indices.get(mirror.uri, "") + "\n\n" + text
    package = newest_kernel(indices, processor)
    archive = folder / "kernel.deb"
    _download(f"{package.uri}/{package.path}", archive, package.sha256)
    _run("dpkg-deb", "-x", str(archive), str(folder / "kernel"))
    (image,) = (folder / "kernel" / "boot").glob("vmlinuz-*")
    return image


def fetch_packages(processor: str, folder: Path, also: tuple[str, ...]) -> list[Path]:
    """Fetch the smallest system of the release and `also`, with all they depend on."""
    main = next(mirror for mirror in mirrors() if mirror.suite == RELEASE)
    options = ["--download-only", "--variant=minbase", f"--include={','.join(also)}"]
    options += [f"--arch={ARCHITECTURE[processor]}", f"--keyring={KEYS}"]
    _run("debootstrap", *options, RELEASE, str(folder), main.uri)
    return sorted((folder / "var/cache/apt/archives").glob("*.deb"))


def _download(address: str, to: Path, sha256: str | None = None) -> None:
    _run(APT_HELPER, "-o", "APT::Sandbox::User=root", "download-file", address, str(to))
    if sha256 and hashlib.sha256(to.read_bytes()).hexdigest() != sha256:
        raise FetchError(f"{to.name} is not the file that Debian signed")


def _run(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        tail = "\n".join((done.stdout + done.stderr).splitlines()[-20:])
        raise FetchError(f"{command[0]} ended with {done.returncode}:\n{tail}")
