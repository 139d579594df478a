"""The office of a town: who writes, signs, hears and is paid, for the papers that it sends."""

from __future__ import annotations

from dataclasses import dataclass, field

from outfall.files.shapes import Fields, Flag, ListOf, Name, Shape, Text

PHONE, EMAIL = Text("a number to call"), Text("an address to write to")
WHO = Fields(
    {"name": Text("the full name")},
    {"title": Text("the office held")},
    "who signs, where an entry names nobody else",
)
BODY = Fields(
    {"name": Text("who decides"), "address": Text("where a filing is brought or sent")},
    {"phone": PHONE, "email": EMAIL, "how": Text("how to file: by hand, by mail, on a form")},
    "the body that hears appeals, petitions and protests",
)
PAY = Fields(
    {"to": Text("to whom a payment is made out")},
    {"address": Text("where it is paid or sent"), "how": Text("the ways to pay")},
    "how the town is paid",
)
OFFICE: Shape = Fields(
    {
        "department": Text("the department that enforces the ordinance"),
        "address": Text("its mailing address; a new line for each line of it"),
        "signer": WHO,
    },
    {
        "phone": PHONE,
        "email": EMAIL,
        "web": Text("its page on the web"),
        "hours": Text("when somebody is there"),
        "county": Text("the county, for what is recorded or certified there"),
        "state": Text("the state, as its name is written"),
        "appeals": BODY,
        "payments": PAY,
        "seal": Text("a picture of the seal, PNG or SVG, beside this file"),
        "folder": Text("a folder beside this file: own templates, words and fonts"),
        "languages": ListOf(Name(), "the languages of its papers; the first is the usual one"),
        "cover": Flag("true: a page in plain language goes before each paper to a party"),
    },
    "who writes, signs, hears and is paid: what the papers of this town say of it",
)


@dataclass(frozen=True, slots=True)
class Office:
    """Who sends a paper. Text may have several lines; what is empty prints nothing."""

    town: str
    department: str = ""
    address: str = ""
    signer: str = ""
    signer_title: str = ""
    contact: dict[str, str] = field(default_factory=dict)
    county: str = ""
    state: str = ""
    appeals: dict[str, str] = field(default_factory=dict)
    payments: dict[str, str] = field(default_factory=dict)
    seal: str = ""
    folder: str = ""
    languages: tuple[str, ...] = ()
    cover: bool = False


def office_of(town: str, found: dict[str, object]) -> Office:
    """The office of a town's file, already checked against its shape."""
    signer = found["signer"]
    assert isinstance(signer, dict)
    own = {
        name: found[name]
        for name in ("county", "state", "appeals", "payments", "seal", "folder", "cover")
        if name in found
    }
    languages = found.get("languages", ())
    assert isinstance(languages, list | tuple)
    return Office(
        town,
        str(found["department"]),
        str(found["address"]),
        signer["name"],
        signer.get("title", ""),
        {name: str(found[name]) for name in ("phone", "email", "web", "hours") if name in found},
        languages=tuple(languages),
        **own,  # type: ignore[arg-type]
    )
