"""The words that tell what a phrase of a notice names, and those of the statements it can make."""

from __future__ import annotations

import re

from outfall.reading.phrases import ways

APPEAL = ways(
    "appeal(?:s|ed|able|ing)?",
    r"(?:right|opportunity|entitle\w*) (?:to|for) (?:request )?(?:an? )?(?:\w+ )?(?:hearing|"
    r"review)",
    r"(?:right|opportunity) to (?:protest|contest|object)",
    r"request(?:s|ed|ing)? (?:for )?(?:an? )?(?:\w+ )?(?:hearing|review|reconsideration)",
    r"(?:contest|protest|dispute|challenge)(?:s|ed|ing)?",
    "reconsideration",
    r"petition\w* (?:the \w+ )?for",
    "administrative (?:review|hearing)",
    r"(?:ask|apply)(?:ing)? for (?:an? )?(?:\w+ )?(?:hearing|review)",
)
NO_APPEAL = ways(r"(?:unless|until|pending|subject to|except)\b[^,;]{0,40}?\bappeal\w*")
"""An appeal that is only what a time or a rule waits for."""
ACTOR = ways(
    r"city|town|county|village|township|borough|municipal\w*|government\w*|agency|contractor",
    "authority|department|director|administrator|engineer|district|commission|official",
    "its (?:agents?|designee)",
)
DOES = ways(
    r"work|abat\w+|correct\w*|remed\w+|repair\w*|restor\w+|measures?|perform\w*|clean\w*|enter\w*"
)
AT_EXPENSE = ways(
    r"expenses?|costs?|charg(?:ed|es?)|bill(?:ed)?|assess(?:ed|ment)?|lien|reimburse\w*|recover\w*"
)
FAILS = ways(
    r"fail\w*|default\w*|otherwise|uncorrected|unless|neglect\w*|refus\w*|without correction",
    "(?:is|are|has|have|be|been|does|do) not",
    r"not (?:been )?(?:correct|complet|remed|restor|abat|perform|compl|meet|act|do|cure|take)\w*",
    "should (?:the|he|she|they)",
    "time (?:runs out|has run|expires|is up|lapses)",
)
DOES_IT = ways(
    r"(?:city|town|county|village|township|borough|municipal\w*|agency|department|director|"
    r"administrator|district|contractor)(?: (?:or|and) (?:its|a|an) \w+)? (?:may|will|shall|can) "
    r"(?:\w+ ){0,2}?(?:do|perform|abate|correct|clean|remed\w+|repair|restore|complete|enter|have)",
)
"""The municipality itself acts."""
DAILY = ways(
    r"accru\w*",
    "daily",
    r"(?:each|every) (?:\w+ ){0,2}?day",
    r"per (?:\w+ )?day",
    r"separate (?:\w+ ){0,2}?(?:offen[sc]e|violation)",
)
PENALIZED = ways(
    r"(?:penalt(?:y|ies)|fines?|citations?|prosecution|forfeitures?)\b[^.;]*?\b(?:may|will|shall|can|"
    r"could) (?:\w+ ){0,3}?(?:impos|assess|levi|follow|result|issu|appl|begin|sought|filed)\w*",
    r"(?:subject (?:\w+ ){0,4}?to|result in|lead to|liable (?:for|to)|cause|face|may be|"
    r"punish\w*|possible|potential)\b[^.;]*?\b(?:sanctions?|penalt(?:y|ies)|fines?|prosecut\w+|"
    "(?:enforcement|legal) (?:action|proceeding)s?)",
)
"""What happens to whoever does not do it: a penalty."""
DONE = re.compile(
    r"\W*(?:(?:all|any|the|appropriate|necessary|required|proper|such|noted)\s+)*(?:corrective|"
    r"remedial|necessary)\s+(?:actions?|measures?|work|steps)\s+(?:(?:is|are|be|shall\s+be|has\s+"
    r"been|have\s+been)\s+)?(?:taken|completed?|performed|done|accomplished)\W*",
    re.IGNORECASE,
)
"""What is to have happened by a deadline, and names no measures."""
RUNS = ways("accru", "separate", "continu", after="")

_PERSON = (
    "(?:owner|person|violator|recipient|applicant|permittee|party|parties|addressee|operator|user|"
    "developer|contractor|landowner|occupant)s?"
)
STATES = ways(
    "stat(?:es?|ing|ement)|advis(?:es?|ing)|informs?|informing|warns?|warning|say(?:s|ing)?",
    "notif(?:y|ies|ying|ication)|specif(?:y|ies|ying)|indicat(?:es?|ing)|provid(?:es?|ing)",
    "notice|explain(?:s|ing)?|include|advisement|declar(?:es?|ing)|contain|the fact",
    "set(?:s|ting)? (?:forth|out)",
    after=rf"(?:\s+(?:to\s+)?(?:(?:the|such|any|said)\s+)?(?:(?:\w+\s+)?{_PERSON}|him|them|"
    r"specifying|in\s+writing))*[\s,]*\bthat\b",
)
THAT = re.compile(
    rf"\s*(?:(?:to\s+)?(?:(?:the|such|any|said|each)\s+)?(?:\w+\s+)?{_PERSON}\s*|him\s+|them\s+)?"
    r",?\s*that\b",
    re.IGNORECASE,
)
NEXT_STATEMENT = ways(
    r",?\s*\band (?=(?:shall |must |will )?(?:that\b|advis|inform|stat|specif|set |includ|warn|"
    r"descr))",
    r",?\s*\band (?=(?:the|a) (?:right|time|date|penalt|amount|deadline|nature|section|procedure|"
    r"name))",
    ";",
    before="",
    after="",
)
LEADS_IN = re.compile(
    r"\W*(?:\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)]\s+)?(?:(?:(?:inform|notif|advis|tell|appris)\w*\s+"
    rf"(?:(?:the|such|any|said|each)\s+)?(?:\w+\s+)?{_PERSON}\s+of|and|or|"
    r"shall|must|will|also|further|"
    r"clearly|to|in|writing|the\s+following|of|be|stat(?:es?|ing)|specif(?:y|ies|ying)|"
    r"fix(?:es|ing)?|set(?:s|ting)?(?:\s+(?:forth|out))?|establish(?:es|ing)?|outlin(?:es?|ing)|"
    r"includ(?:es?|ing)|contain(?:s|ing)?|describ(?:es?|ing)|indicat(?:es?|ing)|giv(?:es?|ing)|"
    r"provid(?:es?|ing)|identif(?:y|ies|ying)|list(?:s|ing)?|direct(?:s|ing)?|order(?:s|ing)?|"
    r"requir(?:es?|ing)|designat(?:es?|ing)|advis(?:es?|ing)|inform(?:s|ing)?|(?:names?|"
    r"cit(?:es?|ing))"
    r"(?=\s+the))\b\s*)*",
    re.IGNORECASE,
)
"""What stands before the phrase that counts: an enumerator, "and shall state", "setting forth"."""

_CODE = (
    "(?:sections?|provisions?|ordinances?|code|regulations?|requirements?|standards?|conditions?|"
    "law|rules?|permit|articles?|chapters?|terms?)"
)
_OFFENSE = (
    "(?:violations?|infractions?|non-?compliance|deficienc(?:y|ies)|offen[sc]es?|defects?|"
    r"unlawful conditions?|illicit discharges?|discharges?)"
)
_WORK = "(?:measures?|actions?|steps?|work|repairs?|corrections?|remed(?:y|ies)|improvements?)"
HEADS: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "",  # a right that is no appeal, and the words that the paper bears
        ways(
            r"rights? (?:of (?:the |an? )?(?:\w+ ){1,3})?to (?!appeal|request|contest|protest|"
            r"an? |be heard|challenge|dispute)",
            r"(?:the )?(?:words?|heading|title|letterhead|form)",
            before=r"^\W*(?:the )?",
        ),
    ),
    (
        "penalty_statement",
        ways(r"(?:references?|citations?) (?:to|of)\b[^;,]*\b(?:penalt(?:y|ies)|fines?)"),
    ),
    (
        "",  # when and how it must be paid, and an order that stops what is done
        ways(
            "(?:pay|payment) (?:process|procedures?|instructions|options|methods?)",
            "orders? (?:prohibiting|forbidding|against|not to)",
            r"(?:times?|dates?|days?|periods?|how|where|place)\b[^;,]{0,40}\b(?:paid|pay|payment)",
        ),
    ),
    (
        "location",  # with the day, in one breath
        ways(
            r"(?:(?:dates?|times?|days?)(?:\(s\))?,? (?:and |& )?){1,2}(?:places?|locations?)",
            before=r"^\W*(?:the )?",
        ),
    ),
    (
        "",  # the municipality's own officer, not the person addressed
        ways(
            r"(?:name|signature|title|telephone|phone|contact)\b[^;]{0,70}\b(?:official|"
            r"preparing|serving|signing|signature|officer|"
            r"inspector|director|issuing|enforc\w+|city|town|county|department|administrator|"
            r"engineer|agency|inquir\w+|hearing)"
        ),
    ),
    (
        "",  # when it was found, inspected or sent
        ways(
            r"(?:dates?|times?|days?)\b(?![^;]{0,30}\b(?:places?|locations?)\b)[^;]{0,40}\b"
            r"(?:of|on|when|at) (?:which )?(?:the |an? |"
            r"any |its )?"
            r"(?:alleged )?(?:violations?|inspections?|observ\w+|offen[sc]e|notice|issuance|"
            r"hearing|"
            "meeting|occurrence|service|discharge)",
            "dates? (?:and times? )?(?:the )?(?:violation|notice)",
            "manner of service",
        ),
    ),
    (
        "violator_name_address",
        ways(
            r"^\W*(?:the )?(?:alleged )?(?:violator|owner|person|responsible (?:party|person)|"
            r"recipient)s?\b"
            r"(?! (?:has|have|must|shall|may|fail|is to|should|will|to|"
            r"\w+ (?:\(\d+\) )?(?:\w+ )?(?:days|hours))\b)",
            rf"{_PERSON}['’]?s?['’]? (?:mailing |last known )?(?:names?|address(?:es)?)",
            r"\b(?:names?|identit(?:y|ies))\b(?! (?:of the (?:street|project|site|subdivision)|"
            r"every|each|all|any|the (?:violation|place|site)|of (?:this|the) (?:chapter|"
            r"ordinance|article|code))"
            r"\b)",
            r"\baddress(?:es)? of (?:the )?(?:(?:alleged|property|responsible|last|known) )*"
            + _PERSON,
            r"^\W*whom?\b|\bwhom? (?:it|the notice) is (?:for|directed|addressed)",
            before="",
        ),
    ),
    (
        "location",
        ways(
            "(?:street )?address(?:es)?|locations?|where|parcel|legal description",
            r"(?:description|identification|identif\w+) of (?:the |said )?(?:real )?(?:building|"
            r"site|"
            "land|property|premises|structure|facility|real estate|place|lot|tract|parcel)",
            r"lot (?:and block|number)",
        ),
    ),
    (
        "location",
        ways(
            r"(?:the |such )?(?:site|propert(?:y|ies)(?! owner)|premises|place)",
            before=r"^\W*",
        ),
    ),
    (
        "code_section",
        ways(
            rf"{_CODE}\b[^,;]{{0,70}}?\b(?:violated|breached|contravened|infringed|in violation)",
            rf"{_CODE}\b[^,;]{{0,70}}?\b(?:has|have|is|are|was|were) not (?:been )?(?:met|complied|"
            "followed|observed)",
            rf"(?:citations?|references?) (?:to|of) (?:the )?(?:\w+ )?{_CODE}",
            f"violated {_CODE}",
            r"^\W*(?:the )?(?:(?:applicable|pertinent|relevant|code) )*(?:sections?|provisions?|"
            r"ordinances?|articles?|chapters?)\W*$",
            rf"^\W*(?:the )?(?:applicable|pertinent|relevant|governing) {_CODE}"
            rf"(?:,? (?:and|or|and/or) (?:the )?{_CODE})*\W*$",
            "(?:section|code|ordinance) (?:numbers?|references?|citations?|sections?)",
            f"(?:which|what) {_CODE}",
        ),
    ),
    (
        "nature",
        ways(
            r"nature(?! of (?:the )?(?:\w+ ){0,4}?(?:correcti|remed|repair|measures))",
            rf"{_OFFENSE}\b(?! (?:is|are|has|have|must|shall|be|will) (?:to be |been |be )?"
            "(?:correct|remed|abat|cured|eliminat))",
            "facts|grounds|basis|reasons?|circumstances",
            "conditions? (?:found|observed|constituting|to be|causing)",
            "what (?:is|was) wrong",
            r"^\W*(?:the )?conditions?\W*$",
            "acts? or omissions?",
            r"manner in which\b[^,;]*\bviolat",
            after="",
        ),
    ),
    (
        "penalty_statement",
        ways(
            "penalt(?:y|ies)|fines?|forfeitures?|sanctions?|consequences?|liabilit(?:y|ies)",
            "(?:enforcement|legal|further|punitive|disciplinary) (?:actions?|proceedings?|"
            "measures?|remedies)",
            r"prosecut\w+",
            r"actions? (?:that |which )?(?:the )?(?:\w+ )?(?:intends?|proposes?) to take",
            "actions? (?:that |which )?(?:will|may|can) (?:be taken|follow)",
        ),
    ),
    (
        "deadline",
        ways(
            r"time *(?:limits?|frames?|periods?|schedules?|tables?|lines?)?",
            "times?|dates?|deadlines?|periods?|schedules?|days?|timeframes?|timetables?|when",
            "(?:compliance|completion|correction|due|abatement|cure) (?:dates?|schedules?|"
            "deadlines?|periods?)",
            r"number of (?:\w+ )?days",
            "(?:length|amount|period) of time",
            "how (?:long|soon|many)",
            before=r"^\W*(?:(?:the|a|an|its|any|and|or|by|of|for|within|reasonable|specific|"
            r"specified|given|allowed|permitted|allotted|latest|required|definite|stated|set|\w+-day|\d+-day|"
            r"final|fixed|time)\s+)*",
        ),
    ),
    (
        "measures",
        ways(
            r"(?:remedial|corrective|remediation|mitigat\w+|abatement|curative|preventive|"
            rf"restorative|necessary|required|needed) (?:\w+ ){{0,3}}?(?:{_WORK}|activit(?:y|"
            rf"ies)|orders?)",
            rf"{_WORK}\b[^;]{{0,40}}?\b(?:necessary|required|needed|(?:that|which) (?:must|shall|"
            rf"need|"
            "will))",
            rf"{_WORK}\b[^;]{{0,40}}?\bto (?:be )?(?:tak|correct|remed|abat|bring|cure|restore|"
            rf"achieve|"
            r"comply|perform|done|made)\w*",
            r"what (?:\w+ ){1,5}?(?:must|has to|have to|needs? to|is to|shall) do",
            "what (?:must|has to|needs? to|is to|shall) be (?:done|corrected|repaired)",
            r"how (?:\w+ ){0,4}(?:correct\w*|compl\w+|remed\w+|cured?)",
            r"means of correct\w+",
            r"(?:descriptions?|list|outline|explanation|nature) of (?:the )?(?:\w+ ){0,5}?"
            r"(?:measures|actions|steps|corrections|repairs|remedies)",
            "compliance (?:requirements|measures)",
            r"manner of (?:compliance|correct\w*)",
            "corrections?|remed(?:y|ies)|abatement",
        ),
    ),
)
"""The first telling words of a phrase; with no element where the phrase tells something else."""

SCHEDULE = ways(
    "time *schedule|schedules?|timeframes?|timetables?|deadlines?|dates?|by when",
    "(?:reasonable|stated|specified|definite|given) (?:period of )?time",
    "time *(?:frames?|limits?|periods?|tables?|lines?|within|for|by|in)",
    r"(?:with)?in (?:which|a|the|\w+ (?:\(\d+\) )?(?:\w+ )?days)",
    "period (?:of time )?(?:for|within|in)",
    r"\w+\)? (?:days|hours)|day(?:s)? by which",
)
DIRECTS = ways(
    "compl(?:y|iance)|correct(?:ed|ion|ing)?|remed(?:y|ied|iation|iate)|abat(?:e|ed|ement)",
    r"cured?|restor\w+|eliminat\w+|cease\w*",
)
STATEMENT_OPENS = re.compile(
    r"\W*(?:(?:a|an|the|written|clear)\s+)*(?:statement|notice|notification|warning|advisement|"
    r"wording|language|advice|explanation|that)"
    r"\b(?:(?!\bof\b)[^,;])*?\b(?:that|if|should|specifying)\b|"
    r"\W*(?:\w+\s+){0,3}(?:stating|saying|advising|warning|explaining|indicating|noting|telling)\s+"
    r"(?:\w+\s+){0,3}?that\b",
    re.IGNORECASE,
)

_OPENER = (
    r"(?:shall |must |will |also |further )*(?:the|a|an|any|that|which|of|by|when|how|what|where|"
    r"state|"
    r"advis\w+|inform\w*|specif\w+|describ\w+|indicat\w+|set|setting|direct\w*|order\w*|outlin\w+|"
    r"warn\w*|its|fix\w*|say|includ\w+|provid\w+|identif\w+|requir\w+|all|such|contain\w*|notif\w+|"
    r"list\w*|establish\w*|tells?|names|gives|cites|explain\w*)\b"
)
_CUTS = (
    ";",
    rf",?\s+\band (?={_OPENER})",
    r"\s+as well as ",
    r"\s+and (?=(?:code|sections?|ordinance|provisions?|penalt\w+|fines?|location)\b)",
    r"(?:(?<=[;,:])|\s)\s*\((?:\d{1,2}|[a-z]|[ivx]{1,4})\) "
    r"(?!(?:\w+ ){0,2}(?:days?|hours?|weeks?|months?)\b)",
    r", (?=(?:the|a|an|that)\s)",
)
PART = ways(*_CUTS, before="", after="")
"""Where an item of a list falls into the elements that it names."""
COMMA = ways(*_CUTS, r", (?:and |or )?", before="", after="")
"""Where prose does."""
