"""The words that lead the contents of a notice in, and those of papers that are another matter."""

from __future__ import annotations

import re

from outfall.reading.phrases import ways

OTHER = (
    r"(?:appeal|hearings?|intent|intention|termination|costs?|lien|meetings?|public|claim|decision|"
    r"assessment|proposed|suspension|revocation|pendency|charges|amount|reconsideration|cancel\w*|"
    r"completion)"
)
"""What a notice can be of that is not the notice of a violation."""
OF_OTHER = ways(OTHER)
IS_OTHER = ways(
    OTHER,
    "warning|courtesy|verbal|no|reasonable|prior|actual",
    before="^",
    after="$",
)
OTHER_NAMED = ways(
    OTHER,
    "warning|courtesy|construction|commencement|transfer|spills?|releases?|coverage|default|entry",
    before="^",
    after="$",
)
HOURS = ways("(?:hours?|days?)['’]?(?: (?:written|prior|advance))*", after=r"\s*$")
"""What stands before a notice that is only so long: "24 hours' notice"."""
PAPER = re.compile(
    r"(?P<lead>\b[\w-]+\s+)?(?P<lead2>\b[\w-]+\s+)?\b(?P<paper>"
    r"notices?(?:\s*(?:,|and|or)\s*orders?)?(?:\s+of\s+(?:the\s+)?(?:(?:civil|alleged|such|"
    r"any)\s+)*"
    r"(?:violations?|non-?compliance|deficienc(?:y|ies)|infractions?|offen[sc]e)"
    r"(?:\s+(?:and|or)\s+\w+)?|\s+to\s+(?:comply|correct|abate))?|"
    r"NOVs?|notifications?|citations?|orders?\s+to\s+(?:comply|correct|abate)|"
    r"(?:compliance|abatement|correction|corrective\s+action)\s+(?:orders?|notices?))\b"
    rf"(?!\s+(?:of|on)\s+(?:the\s+|such\s+|an?\s+|said\s+)?{OTHER}\b)",
    re.IGNORECASE,
)
TITLE = re.compile(
    r"(?:(?:an?|the|each|every|any|all|such)\s+)?(?:written\s+)?(?:notices?\s+of\s+(?:violations?|"
    r"non-?compliance|deficienc(?:y|ies))|citations?|NOVs?|(?:compliance|corrective\s+action)\s+"
    r"(?:notices?|orders?))\s*[:—–]",
    re.IGNORECASE,
)
"""A paper's name that leads a list in: "A notice of noncompliance: (a) shall tell ..."."""
SHALL = ways("shall|must|will", before=r"\W*")
STATES_A_CASE = ways(
    r"that\b\W+(?:in the event|if|should|upon (?:the )?fail\w*|where|unless)\b[^.]*"
    r"\b(?:fail\w*|not|neglect\w*|refus\w*)\b[^.]*",
    after=r"[:—–]\s*$",
)
"""A lead that tells a case: what its items say happens then."""
NAMED = re.compile(
    r"\bnotices?\s+of\s+(?:the\s+|an?\s+|such\s+)?(?P<of>\w+)|\b(?P<kind>hearing|public)\s+notice",
    re.IGNORECASE,
)
"""A notice with what it is of, to know what "such notice" means later."""
PLAIN_LEADS = frozenset(
    (
        "a",
        "an",
        "the",
        "such",
        "said",
        "any",
        "written",
        "this",
        "each",
        "every",
        "all",
        "final",
        "initial",
    )
)
AFTER = ways(
    r"receiv\w+|of|in|by|with|under|to|after|upon|from|for|on|served|serve|serving|issued?|issuing",
    r"send|sent|giv\w+|deliver\w*|mail\w*|post\w*|provid\w+|per|when|within|following",
    before="^",
    after="$",
)
"""A word that makes a notice what somebody gets or gives, and not what contains something."""

_ADVERB = (
    r"(?:(?:also|further|furthermore|additionally|clearly|be in writing(?:,| and)?|"
    r"at (?:a )?minimum|in (?:all|every|each) cases?|in addition to [^,.;]{1,50},|"
    r"in (?:clear|plain) \w+|"
    r"at least|in addition|specifically|plainly|briefly|to the extent \w+|as a minimum|therein|"
    r",)\s*)*"
)
_VERB = (
    "(?P<verb>contain|include|set(?: (?:forth|out))?|state|specify|describe|identify|advise|inform|"
    "indicate|list|fix|notify|direct|order|warn|explain|recite|cite|outline|establish|consist of|"
    "disclose|detail|designate|say|provide|give|note|name|show|tell|require)"
)
MODAL = ways("shall|must|will")
MUST = ways(
    rf"(?:shall|must|will|(?:is|are) (?:required )?to) {_ADVERB}{_VERB}",
    after=r"\b(?!\s+the\s+right)",
)
MORE = ways(rf"(?:\band|,) (?:(?:shall|must|will) )?{_ADVERB}{_VERB}", before="")
IT = ways(rf"(?:it|they|the same) (?:shall|must|will) {_ADVERB}{_VERB}", before=r"\s*")
BARE_MUST = re.compile(r"\b(?:shall|must|will)\s*(?:[:—–]|$|(?=\((?:1|a|i|A)\)))", re.IGNORECASE)
PLAIN = ways(
    "contains?|includes?|states?|tells?|says?|names|gives|lists|warns|shows|explains|describes?",
    "specif(?:y|ies)|sets? (?:forth|out)|identifies|advises|informs",
    before=r"\s*",
)
SENT = ways(
    r"(?:shall|must|will) (?:\w+ ){0,8}?(?:issue|serve|give|send|hand|present|transmit|deliver|"
    r"provide|cause|mail|notify|have|post)\w*",
    r"(?:shall|must|will) (?:\w+ ){0,8}?be (?:issued|served|given|sent|mailed|delivered|provided|"
    r"notified)",
)
TO_TOWN = ways(
    r"(?:notif(?:y|ies|ied)|notice (?:\w+ ){0,6}?to|report\w* (?:\w+ ){0,4}?to|mailed to|given to|"
    r"submit\w* to|inform) (?:the )?(?:city|town|county|village|township|borough|director|"
    r"administrator|department|engineer|superintendent|authority|agency|municipality|district)",
)
"""A notice that goes to the town and not from it."""
IS_TO_TOWN = ways(
    r"(?:shall|must|will) be (?:given|submitted|mailed|sent|provided|delivered|made|addressed)"
    r"(?: (?:and \w+ )?to| with) (?:the )?(?:city|town|county|village|township|borough|director|"
    r"administrator|department|engineer|superintendent|authority|agency|municipality|district)",
    before=r"\s*",
)
GIVEN_BY = ways(
    "permittees?|owners?|applicants?|dischargers?|operators?|contractors?|developers?|users?|"
    "persons?|facilit(?:y|ies)|industr(?:y|ies)|appellants?|licensees?|landowners?",
    after=r"(?:\s+\([^)]*\))?\s*$",
)
"""Who gives the town a notice of a spill or of a start, which is no notice of a violation."""
WHICH = ways(
    "(?:which|that|and) (?:notice )?(?:(?:shall|must|will) )?(?:contains?|includes?|states?|"
    "specif(?:y|ies)|sets? (?:forth|out)|describes?|identif(?:y|ies)|advises?|informs?|indicates?|"
    "names?|tells?|lists|gives|orders|directs|warns|explains?|cites?|fixes|says|outlines?)",
    "containing|stating|specifying|describing|indicating|setting (?:forth|out)|identifying",
    "advising",
    "informing|directing|ordering|including|outlining|listing|warning|detailing|explaining|noting",
)
TOLD_IN_WRITING = ways(r"(?:shall|must|will) (?:\w+ ){0,3}?notify\b[^.;]*?\bin writing")
IN_NOTICE = ways(
    "(?:shall|must|will) be (?:included|contained|stated|set (?:forth|out)|specified|given|"
    "described|listed) (?:in|on|by) (?:the|each|every|any|all|such|said|an?) (?:written )?"
    "(?:notices?|NOV|citation)"
)
MAY = ways(
    r"may(?! (?:also )?be (?:served|given|delivered|sent|mailed|posted|issued|made|hand|personally|"
    r"in the form))"
)
"""A permission, and none that only tells how the notice reaches its reader."""
MAY_LIST = ways(r"may\b[^.;:]*\b(?:require|include|contain|call for|direct|order)")
"""What a notice may demand, and need not contain."""
IF_REQUIRED = ways(
    r"(?:if|where|when|whenever|in the event)\b[^.;]*?\b(?:abat|restor|remediat|"
    r"correct)\w*\b[^.;,]*\b"
    "(?:required|necessary|ordered|needed)",
    before=r"^\W*",
)
OPENS_ELEMENT = ways(
    "statement|names?|address|description|dates?|nature|notice|information|deadline|time",
    before=r"\W*(?:(?:an?|the|any)\s+)*",
)
OTHER_SUBJECT = re.compile(
    r"\b(?:the|any|such|each|a|said|that|every)\s+(?:\w+\s+){0,3}?(?:owner|person|violator|"
    r"applicant|"
    r"permittee|recipient|city|town|county|village|director|administrator|official|engineer|"
    r"officer|"
    r"department|board|court|party|hearing|order|permit|plan|contractor|developer|work|violation)"
    r"\s*(?:,[^,]*,)?\s*$",
    re.IGNORECASE,
)
JOINS_AT_END = re.compile(
    r"(?:[\s,;:]|\b(?:and|or|shall|must|will|also|further|to)\s*)+$", re.IGNORECASE
)
FOLLOWING = ways("following|these|this")
OWN_NAME = ways("of|NOVs?|orders?|citations?")
"""What tells of a paper by itself that it is the notice of a violation."""
NEAR_OTHER = ways("hearing|lien|costs? of")
