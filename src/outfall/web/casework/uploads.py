"""Files that come with a form: taken in one by one, and carried on until the form is recorded.

What a person has sent once is not sent again because another field was wrong: the bytes are kept,
and the form carries a signed note of them. A file without an entry is swept after two days.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from django.core import signing
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest

from outfall.papers.unseen import hidden
from outfall.record.entry import named_files
from outfall.web.casework import kinds, photographs, storing
from outfall.web.casework.models import Case, Entry, StoredFile
from outfall.web.casework.recording import Done, New
from outfall.web.casework.storing import NotTaken
from outfall.web.towns import scope

SALT = "outfall.uploads"
TOKEN_SECONDS = 24 * 3600
SAYS_LONGEST = 500


@dataclass(frozen=True)
class Upload:
    """A file that is kept and not recorded yet; ``says`` is what it shows, in somebody's words."""

    sha256: str
    name: str
    sort: str
    size: int
    origin: dict[str, str] = field(default_factory=dict)
    says: str = ""

    @property
    def photo(self) -> bool:
        """Whether it is a picture, which must be described."""
        return self.sort in storing.PHOTOS

    def token(self) -> str:
        """The signed note of it, good for a day in the town in scope alone."""
        told = [self.sha256, self.name, self.sort, self.size, self.origin]
        return signing.dumps(told, salt=f"{SALT}.{scope.current()}", compress=True)

    def body(self, day: date, **more: Any) -> dict[str, Any]:
        """The body of the entry that records it."""
        named = {"sha256": self.sha256, "name": self.name, "bytes": self.size}
        body: dict[str, Any] = {"date": day.isoformat(), "file": named, "sort": self.sort}
        body |= {"says": self.says} if self.says else {}
        body |= {"origin": self.origin} if self.origin else {}
        return body | {name: value for name, value in more.items() if value}


@dataclass
class Basket:
    """The files of one form, and what is wrong with those that were not taken in."""

    files: list[Upload] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    @property
    def undescribed(self) -> bool:
        """Whether a photo still has no words for those who can't see it."""
        return any(file.photo and not file.says for file in self.files)

    def entries(self, day: date, of_entry: str = "") -> list[New]:
        """An entry for each file, in the order in which they were chosen."""
        return [New(kinds.FILE, file.body(day, of_entry=of_entry)) for file in self.files]


def basket(request: HttpRequest, slug: str, name: str = "files") -> Basket:
    """The files of a form under a field's name: those it carries, and those sent with it.

    ``<name>_kept`` are the notes of files sent before, ``<name>_says`` their descriptions in order;
    ``<name>_new`` are descriptions of the files sent now. ``<name>_drop`` leaves some out.
    """
    found = Basket()
    dropped = set(request.POST.getlist(f"{name}_drop"))
    said = request.POST.getlist(f"{name}_says")
    for place, token in enumerate(request.POST.getlist(f"{name}_kept")):
        file = _carried(token, found.faults)
        if file is not None and file.sha256 not in dropped:
            found.files.append(_worded(found, file, said, place))
    sent = request.FILES.getlist(name)
    if len(found.files) + len(sent) > storing.FILES_MOST:
        says = f"At most {storing.FILES_MOST} files fit in one form. Send the rest after."
        found.faults.append(says)
        return found
    _take_all(found, sent, request.POST.getlist(f"{name}_new"), slug)
    found.files = list({file.sha256: file for file in reversed(found.files)}.values())[::-1]
    return found


def _take_all(found: Basket, sent: Sequence[UploadedFile[Any]], said: list[str], slug: str) -> None:
    total = 0
    for place, file in enumerate(sent):
        total += file.size or 0
        try:
            if total > storing.FORM_BYTES_MOST:
                raise NotTaken("The form is larger than 200 MB with it. Send it in another form.")
            found.files.append(_worded(found, take(file, slug), said, place))
        except NotTaken as refused:
            shown = storing.clean_name(file.name or "", "text").removesuffix(".txt")
            found.faults.append(f"{shown} was not taken in. {refused}")


def take(file: UploadedFile[Any], slug: str) -> Upload:
    """Take in one file. Raises ``NotTaken``."""
    data = storing.read_bounded(file.chunks())
    sort = storing.sort_of(data, file.name or "")
    origin = photographs.looked_at(data) if sort in storing.PHOTOS else {}
    name = storing.clean_name(file.name or "", sort)
    return Upload(storing.keep(slug, data), name, sort, len(data), origin)


def _carried(token: str, faults: list[str]) -> Upload | None:
    try:
        told = signing.loads(token, salt=f"{SALT}.{scope.current()}", max_age=TOKEN_SECONDS)
    except signing.BadSignature:
        faults.append("A file that was sent before is no longer there. Choose it again.")
        return None
    return Upload(*told)


def _worded(found: Basket, file: Upload, words: list[str], place: int) -> Upload:
    """A file with the words that belong to it; words that show as others are refused."""
    says = words[place].strip()[:SAYS_LONGEST] if place < len(words) else ""
    if code := hidden(says):
        told = f"What is said of {file.name} holds {code}, which is invisible and changes what is"
        found.faults.append(f"{told} read. Type the text anew.")
        says = ""
    return replace(file, says=says)


def preview(file: Upload, slug: str) -> str:
    """A small picture of a file that is not recorded yet, to stand in a page by itself."""
    try:
        copy = photographs.shown(storing.fetch(slug, file.sha256), "tiny")
    except (storing.Damaged, NotTaken):
        return ""
    return "data:image/jpeg;base64," + base64.b64encode(copy).decode()


def shown_files(found: Basket, slug: str) -> list[dict[str, Any]]:
    """What a page shows of each file: its note, its name, its words, its picture."""
    return [
        {
            "file": file,
            "token": file.token(),
            "picture": preview(file, slug) if file.photo else "",
        }
        for file in found.files
    ]


def file_rows(case: Case, done: Done) -> list[StoredFile]:
    """Write the row of each file that was recorded; in the transaction of its entry."""
    rows = []
    for entry in done.entries if not done.again else ():
        if entry.kind != kinds.FILE:
            continue
        body = json.loads(entry.content)["body"]
        rows.append(
            StoredFile(
                town_id=entry.town_id,
                case=case,
                sha256=body["file"]["sha256"],
                name=body["file"]["name"],
                kind="photo" if body["sort"] in storing.PHOTOS else body["sort"],
                size=body["file"]["bytes"],
                says=body.get("says", ""),
                origin=body.get("origin", {}),
                entry_n=entry.n,
                of_entry=body.get("of_entry", ""),
                added_on=entry.day,
            )
        )
    return StoredFile.objects.bulk_create(rows)


def recorded() -> set[str]:
    """The digests that the record of the town in scope names, those within an origin too.

    Entries and rows are both asked, so that a row which is missing costs no evidence. A paper's
    own record stands beside it under a digest that its row's origin names.
    """
    found: set[str] = set()
    for sha256, origin in StoredFile.objects.values_list("sha256", "origin").iterator():
        found.add(sha256)
        found.update(str(value) for value in origin.values() if storing.is_digest(str(value)))
    naming = Entry.objects.filter(content__contains='"sha256"').order_by()
    for content in naming.values_list("content", flat=True).iterator():
        found.update(file["sha256"] for file in named_files(content.encode()))
    return found
