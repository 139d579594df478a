"""Brings other people's files for the screens into the tree, or checks that they are unchanged.

    python scripts/vendor.py           packs the packages below and writes their files anew
    python scripts/vendor.py --check   exits 1 where a file in the tree is not what it should be

It calls ``npm pack``, which asks whatever source this machine is set to; what it brings must have
the digest written here. Nobody who installs or runs the office needs it, or Node.
"""

from __future__ import annotations

import base64
import hashlib
import posixpath
import re
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SCREENS = ROOT / "src" / "outfall" / "web" / "static" / "vendor"
TESTS = ROOT / "tests" / "web" / "vendor"

SOURCE_MAP = re.compile(r"\n?(?://|/\*)# sourceMappingURL=[^\n*]*(?:\*/)?\s*")
FONT_FACE = re.compile(r"@font-face\{[^}]*\}")
ADDRESS = re.compile(r"url\(\s*[\"']?([^\"')]*)[\"']?\s*\)")
HERO = "../img/hero.jpg"

Files = dict[str, bytes]


@dataclass(frozen=True, slots=True)
class Package:
    """One package, at one version, with the digest of its archive, and what is taken from it."""

    name: str
    version: str
    integrity: str
    folder: Path
    take: Callable[[Files], Files]


def chosen(names: Iterable[tuple[str, str]]) -> Callable[[Files], Files]:
    """Takes files one by one, each under the name it has here."""
    return lambda held: {there: cleaned(here, held[here]) for here, there in names}


def leaflet(held: Files) -> Files:
    """The map, its style and the pictures of its controls."""
    flat = {"dist/leaflet.js": "leaflet.js", "dist/leaflet.css": "leaflet.css"}
    flat |= {name: name[5:] for name in held if name.startswith("dist/images/")}
    return chosen((flat | {"LICENSE": "LICENSE"}).items())(held)


def uswds(held: Files) -> Files:
    """The design system: its style, its script, and what the style names.

    Its two other text fonts stay behind, and a photograph that no screen shows: ``office.css``
    sets all text in Public Sans.
    """
    style = cleaned("uswds.min.css", held["dist/css/uswds.min.css"]).decode()
    style = FONT_FACE.sub("", style).replace(f"url({HERO})", "none")
    taken = {"css/uswds.min.css": style.encode()}
    for address in ADDRESS.findall(style):
        if address and not address.startswith("data:"):
            name = posixpath.normpath(posixpath.join("css", address))
            taken[name] = held[f"dist/{name}"]
    for weight in ("Regular", "Italic", "SemiBold", "Bold"):
        name = f"fonts/public-sans/PublicSans-{weight}.woff2"
        taken[name] = held[f"dist/{name}"]
    name = "fonts/roboto-mono/roboto-mono-v5-latin-regular.woff2"
    taken[name] = held[f"dist/{name}"]
    taken["js/uswds.min.js"] = cleaned("uswds.min.js", held["dist/js/uswds.min.js"])
    return taken | {"LICENSE.md": held["LICENSE.md"]}


PACKAGES = (
    Package(
        "@uswds/uswds",
        "3.14.0",
        "sha512-kwZ50TqGszxj3+MQhm+c84hI0y8rIKoc7ZLKbuHg+8rTkFisp9lXOMRD2wclyyuYZahpADxMvaPong7bwL7cew==",
        SCREENS / "uswds",
        uswds,
    ),
    Package(
        "leaflet",
        "1.9.4",
        "sha512-nxS1ynzJOmOlHp+iL3FyWqK89GtNL8U8rvlMOsQdTTssxZwCXh8N2NB3GDQOL+YR3XnWyZAxwQixURb+FA74PA==",
        SCREENS / "leaflet",
        leaflet,
    ),
    Package(
        "htmx.org",
        "2.0.11",
        "sha512-Thx/WtpeOQqSrqBCw/A1cwGJGg4UrVa3+sW0GmrM3p4gJgO89ecH4qtbnyzDDWFvBTqjnIMCgELTNt636dtamA==",
        SCREENS / "htmx",
        chosen((("dist/htmx.min.js", "htmx.min.js"), ("LICENSE", "LICENSE"))),
    ),
    Package(
        "axe-core",
        "4.14.1",
        "sha512-FHfa+lmNjQZfJz1q8wKqIDwC6DExcHt/pkjNQb09a3NPjCKg2rhu5qb2S4r76ASyFNNtuFooJpZe37OgudVGtQ==",
        TESTS,
        chosen(
            (
                ("axe.min.js", "axe.min.js"),
                ("LICENSE", "LICENSE"),
                ("LICENSE-3RD-PARTY.txt", "LICENSE-3RD-PARTY.txt"),
            )
        ),
    ),
)


def cleaned(name: str, content: bytes) -> bytes:
    """A script or style without its word on a source map, which is not brought along."""
    if not name.endswith((".js", ".css")):
        return content
    return SOURCE_MAP.sub("\n", content.decode()).encode()


def digest(content: bytes) -> str:
    """The digest of an archive as npm writes it."""
    return "sha512-" + base64.b64encode(hashlib.sha512(content).digest()).decode()


def packed(package: Package) -> Files:
    """All files of a package's archive, which must be the one whose digest is written here."""
    with tempfile.TemporaryDirectory() as folder:
        command = ["npm", "pack", "--silent", f"{package.name}@{package.version}"]
        subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)
        (archive,) = Path(folder).glob("*.tgz")
        found = digest(archive.read_bytes())
        if found != package.integrity:
            sys.exit(f"{package.name} {package.version} is another file than it was: {found}")
        with tarfile.open(archive) as held:
            return {
                member.name.removeprefix("package/"): opened.read()
                for member in held
                if member.isfile() and (opened := held.extractfile(member))
            }


def differing(folder: Path, files: Files) -> list[Path]:
    """What is missing, changed, or there and not to be there."""
    there = {path for path in folder.rglob("*") if path.is_file()}
    wanted = {folder / name: content for name, content in files.items()}
    changed = {path for path in there & wanted.keys() if path.read_bytes() != wanted[path]}
    return sorted((there ^ wanted.keys()) | changed)


def main(arguments: list[str]) -> int:
    """Writes every package's files, or says which differ."""
    wrong: list[Path] = []
    for package in PACKAGES:
        files = package.take(packed(package))
        differ = differing(package.folder, files)
        if arguments == ["--check"]:
            wrong += differ
            continue
        for path in differ:
            path.unlink(missing_ok=True)
        for name, content in files.items():
            path = package.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        size = sum(map(len, files.values()))
        print(f"{package.name} {package.version}: {len(files)} files, {size // 1000} kB")
    for path in wrong:
        print(f"{path.relative_to(ROOT)} is not what the package holds. Run scripts/vendor.py")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
