"""The entries of the office's own, in a case's chain beside those that the law reads."""

from __future__ import annotations

OPENED = "office.opened"
PLACE = "office.place"
PARTY = "office.party"
PARTY_LEFT = "office.party_left"
HISTORY = "office.history"
NOTE = "office.note"
FILE = "office.file"
ASSIGNED = "office.assigned"
CHECKLIST = "office.checklist"
HEARING = "office.hearing"
LINKED = "office.linked"
REPEATED = "office.repeated"
TOWN_SET = "town.set"
TOWN_ROLE = "town.role"
TOWN_LAYER = "town.layer"
TOWN_ORDINANCE = "town.ordinance"
DISPOSED = "town.disposed"
# What the column says of an entry whose content is gone: no entry was ever written with this kind.
EMPTIED = "disposed"

# What each of the office's own entries says, in the words of a list of entries.
OFFICE_KINDS = {
    OPENED: "the case is opened",
    PLACE: "the place is described anew",
    PARTY: "a party is entered, or described anew",
    PARTY_LEFT: "a party is taken out",
    HISTORY: "earlier offenses are entered",
    NOTE: "a note",
    FILE: "a file is added",
    ASSIGNED: "the case is given to somebody",
    CHECKLIST: "a checklist is filled in",
    HEARING: "a room and an officer are set for a hearing",
    LINKED: "the case is linked with another",
    REPEATED: "the same report came again",
    TOWN_SET: "the town sets what it has adopted",
    TOWN_ROLE: "somebody is given a role, or leaves it",
    TOWN_LAYER: "a layer of the map is uploaded",
    TOWN_ORDINANCE: "a version of the ordinance is published",
    DISPOSED: "a case is disposed of",
    EMPTIED: "its content was disposed of",
}
