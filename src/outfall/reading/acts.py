"""The acts that a period can be for, and the ways to say each; ``governing`` chooses among them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

_TO_BE = r"(?:shall|must|will|may|should|can|is\s+to|are\s+to|has\s+to|is|are|has|have|was|to)"
_HAND_IN = (
    r"\b(?:submit|provide|furnish|file|deliver|present|prepare|supply|transmit|forward|produce|"
    r"hand(?:\s+in)?|lodge|give|send|mail)(?:s|ed|ing|t?ed|t?ing)?\b"
)
_HANDED_IN = (
    r"\b(?:submitted|provided|furnished|filed|delivered|presented|supplied|transmitted|forwarded|"
    r"handed\s+in|lodged|made|given|sent|mailed|received|due)\b"
)
_CURES = (
    r"(?:correct(?:s|ed|ing)?|cure[sd]?|curing|abate[sd]?|abating|remed(?:y|ies|ied|ying)|"
    r"remediat(?:e|es|ed|ing)|repair(?:s|ed|ing)?|compl(?:y|ies|ied|ying)|ceas(?:e|es|ed|ing)|"
    r"desist|stop(?:s|ped|ping)?|halt(?:s|ed|ing)?|discontinu(?:e|es|ed|ing)|"
    r"eliminat(?:e|es|ed|ing)|remov(?:e|es|ed|ing)|restor(?:e|es|ed|ing)|disconnect(?:s|ed|ing)?|"
    r"mitigat(?:e|es|ed|ing)|clean(?:s|ed|ing)?[\s-]*up|rectif(?:y|ies|ied)|resolve[sd]?|conform|"
    r"put\s+right|clear(?:ed)?|obey(?:s|ed)?|terminat(?:e|es|ed)\b(?!\s+(?:the\s+|"
    r"an?\s+)?(?:\w+\s+)?(?:permit|access|service))|put\s+an\s+end\s+to|"
    r"bring\b`{0,40}?\bto\s+an\s+end|"
    r"bring\b[^.;,]{0,60}?\binto\s+(?:compliance|conform\w+)|"
    r"brought\s+(?:back\s+)?into\s+(?:compliance|conform\w+)|"
    r"(?:change|revise|amend|modify|update|make\s+(?:the\s+|any\s+)?(?:\w+\s+)?(?:changes|"
    r"revisions)\s+to)\b[^.;,]{0,30}?\b(?:plan|swp3|swppp|controls?|practices?|bmps?)\b|"
    r"(?:come|comes|be|is|are|return|achieve|attain)\s+(?:in|into|to)?\s*(?:full\s+)?compliance|"
    r"(?:affect|effect|make|undertake|take|implement|carry\s+out|perform|begin|begun|commence|"
    r"initiate|"
    r"start)(?:s|n|d|ed|ing)?\b[^.;,]{0,60}?\b(?:maintenance|repairs?|corrections?|corrective|"
    r"remedial|remediation|measures|abatement|clean-?up|work))"
)
_CURING = (
    r"(?:corrections?|compliance|abatement|remediation|cure|restoration|removal|elimination|"
    r"cessation|repairs?|clean-?up|(?:corrective|remedial)\s+(?:action|work|measures?)s?)"
)
_FREE = r"(?!\bwithin\b|\bafter\b|\bnot?\s+(?:later|more)\b|\bdays?\b|\bhours?\b|\bmonths?\b)"
_NEAR = rf"(?:{_FREE}[^.;])"
"""A character of a gap that no other period stands in; written ``~`` below."""
_NEARER = rf"(?:{_FREE}[^.;,])"
"""The same, without a comma; written as a grave accent below."""
_CLOSE = r"(?:(?!\band\b|\bthat\b)[^.;,])"
"""A character of a gap within one phrase."""
_BILL = (
    r"(?:bills?|invoices?|statements?\s+of\s+(?:the\s+)?(?:\w+\s+)?(?:costs?|charges|expenses?)|"
    r"itemi[sz]ed\s+(?:statements?|bills?|accounts?|accounting)|accounting|demand\s+for\s+payment|"
    r"(?:cost|billing)\s+statement)"
)
TOWN = (
    r"\b(?:city|town|village|county|township|borough|parish|municipality|district|department|"
    r"director|engineer|administrator|manager|official|officer|authority|agency|board|commission|"
    r"representatives?|designees?|division|utility|attorney|solicitor|staff|crews|inspector|"
    r"coordinator|superintendent|supervisor|"
    r"it(?!\s+(?:shall\s+be|will\s+be|is)\b))\b"
)

_MUST = r"\b(?:shall|must|will|has\s+to|have\s+to|needs?\s+to|is\s+to|are\s+to)"
_CONTEST = (
    r"(?:appeals?|petitions?|(?:written\s+)?requests?\s+for\s+(?:an?\s+)?(?:\w+\s+){0,2}(?:hearing|"
    r"review|reconsideration|appeal))"
)
_PARTY = (
    r"(?:owners?|operator|person|violator|permittee|recipient|occupant|developer|party|discharger|"
    r"offender|user|contractor|holder|who)"
)
_WRONG = (
    r"(?:violations?|conditions?|deficienc(?:y|ies)|non-?compliance|discharge|problem|nuisance|"
    r"(?:if|where|when|should)\s+it)"
)

_WAYS: dict[str, tuple[str, ...]] = {
    "take_effect": (
        r"\b(?:take|takes|become|becomes|go|goes|be)\s+(?:in(?:to)?\s+)?(?:full\s+)?(?:force|"
        r"effect)"
        r"(?:ive)?\b",
    ),
    "count_as_served": (
        r"\b(?:deemed|considered|presumed|regarded|treated|constitutes?|counts?)\b"
        r"(?:(?!\b(?:unless|if|until)\b)~){0,70}?\b"
        r"(?:served|service|received|receipt|accept\w*|delivered|delivery|given|made|notified|"
        r"complete)\b",
        r"\b(?:service|delivery|receipt)\b~{0,60}?\b(?:is|be|becomes)\s+(?:\w+\s+)?(?:complete|"
        r"effective|presumed|deemed|accomplished|perfected)\b",
    ),
    "publish": (r"\bpublish(?:es|ed|ing)?\b|\bpublication\b|\badvertis(?:e|ed|ement)\b",),
    "appeal": (
        r"\b(?:may|shall|must|can|to|wish(?:es)?|and|or|not|fails?\s+to|be)\s+(?:also\s+|first\s+|"
        r"timely\s+)?(?:be\s+)?(?:further\s+)?appeal(?:ed)?\b(?:~{0,160}?\bby\s+(?:\w+ly\s+)?(?:sending|filing|"
        r"submitting|delivering|mailing|giving|serving|providing|notifying|writing|making)\b)?",
        r"\b(?:file|filing|files|filed|submit\w*|lodge[sd]?|make|making|made|take(?!\s+place)|"
        r"taking|taken|"
        r"perfect\w*|initiat\w+|commenc\w+|bring|serve|note|enter|present\w*|deliver\w*|seek|"
        r"have)\b"
        r"~{0,80}?\b(?:appeals?(?!\s+(?:boards?|commission|committee|panel|officer))|petitions?|"
        r"applications?\s+for\s+(?:an?\s+)?(?:hearing|review|reconsideration)|requests?\s+for\s+(?:an?\s+)?(?:\w+\s+){0,3}(?:hearing|"
        r"review|reconsideration)|(?:review|reconsideration)\s+of)\b",
        r"\b(?:appeals?(?!\s+hearing)|petitions?|requests?\s+for\s+(?:an?\s+)?(?:\w+\s+){0,2}"
        r"(?:hearing|review|reconsideration|appeal)|(?:hearing|appeal)\s+requests?)\b~{0,90}?\b"
        + _TO_BE
        + r"(?:\s+not)?(?:\s+(?:first|"
        r"also))?(?:\s+be)?(?:\s+\w+ly)?(?:\s+made)?\s+(?:by\s+(?:writ|petition|filing|notice)|"
        r"in\s+writing|"
        r"writing|written|filed|received|reach|"
        r"submitted|made|taken|lodged|delivered|perfected|served|requested|presented|initiated|"
        r"given|"
        r"commenced|brought|sent|mailed)\b",
        r"\b(?:request(?:s|ed|ing)?|demand(?:s|ed)?|seek(?:s|ing)?|appl(?:y|ies)|ask(?:s|ed)?|"
        r"petition(?:s|ed)?|appear(?:s)?)\b~{0,80}?\b(?:hearing|trial|review|reconsideration|"
        r"appeal|"
        r"appeals?\s+board)\b",
        r"\b(?:unless|until)\s+(?:\w+\s+){0,2}?appealed\b",
        r"\b(?:unless|if|when|where|until|who|"
        + _PARTY
        + r"|petitioner|appellant)\s+(?:\w+\s+){0,3}?"
        r"(?:timely\s+)?appeals\s+(?:the|such|that|said|his|her|its|to|from)\b",
        r"\bpetition(?:s|ed)?\s+(?:the|to|for|any)\b",
        r"\bappl(?:y|ies)\s+to\s+(?:the\s+|a\s+|any\s+)?(?:\w+\s+){0,3}court\b",
        r"\b(?:hearing|review|reconsideration)\b~{0,40}?\b(?:be|is|are|not|may)\s+(?:be\s+)?"
        r"(?:requested|demanded|sought|asked\s+for)\b",
        r"\b(?:contest|challenge|dispute)(?:s|d|ed|ing)?\b~{0,60}?\b(?:notices?|violations?|"
        r"citations?|orders?|determinations?|penalt(?:y|ies)|fines?|allegations?|decisions?|"
        r"actions?)\b",
        r"\b(?:be|is|are)\s+(?:review(?:ed|able)|appealable)\b",
        r"\b(?:time|right|period|deadline|window|opportunity)\s+(?:for|to|"
        r"in\s+which\s+to)\s+(?:file\s+"
        r"an\s+)?appeal(?:ing)?\b|\bappeal(?:s)?\s+(?:period|deadline|window)\b",
        r"\bhearing\b~{0,40}?\brequests?\b~{0,30}?\b(?:made|filed|received|submitted|delivered)\b",
        _MUST + r"\s+(?:have\s+)?(?:first\s+|actually\s+|in\s+fact\s+)?(?:receive[d]?|get|"
        r"be\s+(?:given|handed|served\s+with|in\s+receipt\s+of))\b~{0,60}?\b" + _CONTEST,
        r"\b" + _CONTEST + r"\b~{0,120}?\b(?:unless|until|if|provided|when)\b~{0,60}?\b"
        r"(?:received?|filed|submitted|lodged|made|delivered)\b",
        r"\b(?:appeals?|review|recourse)\b~{0,90}?\b(?:(?:shall|must|will|may)\s+(?:be|lie|go)|"
        r"lies?|goes?|is|are)\s+(?:had\s+|only\s+|taken\s+)?(?:by|to|in|with|before)\b",
        r"\bobtain\b~{0,30}?\breview\b|\breview\b~{0,40}?\b(?:may|must|shall|can)\s+be\s+"
        r"(?:had|obtained|sought|requested)\b",
    ),
    "hear": (
        r"\b(?:hear|hears|heard)\b",
        r"\b(?:hearings?|meeting)\b~{0,130}?\b(?:shall|must|will|may|is|are|"
        r"to)\s*(?:then\s+)?(?:be\s+)?"
        r"(?:take\s+place|held|conducted|scheduled|convened?|set|commenced?|begin|occur|had|"
        r"fixed|given)\b",
        r"\b(?:date|time|day)\s+(?:of|for|set\s+for)\s+(?:the|such|said|any|an?)\s+hearing\b~{0,30}?\b"
        r"(?:shall|must|will|may)\s+be\b",
        _MUST + r"\s+(?:such|the|said|any|an?)\s+(?:\w+\s+)?hearing\s+be\s+(?:held|conducted|"
        r"scheduled|set|convened)\b",
        r"\b(?:have|has)\s+(?:an?|the)\s+(?:\w+\s+)?hearing\b",
        r"\b(?:entitle[sd]?|right)\b~{0,80}?\bto\s+(?:an?|be)\s+(?:\w+\s+)?(?:hearing|heard)\b",
        r"\b(?:hold|conduct|schedul|conven|set|fix|provide|afford|grant|call|arrange|give)(?:s|e|"
        r"es|ed|"
        r"ing)?\b~{0,70}?\bhearing\b",
    ),
    "decide": (
        r"\b(?:does|do|has|fails?|shall)\s+(?:not\s+)?(?:to\s+)?(?:rule|ruled|decide|decided)\b",
        r"\b(?:render|issue|make|enter|announce|reach|deliver|mail|provide|give|file|return|serve|"
        r"publish|state)(?:s|d|ed|ing)?\b~{0,60}?\b(?:decisions?|findings?|rulings?|final\s+order|"
        r"written\s+order|determinations?)\b",
        r"\b(?:decide|decides|decided|rule|rules|act|acts|vote|votes|determine|"
        r"determines)\b\s+(?:up)?(?:on\s+)?"
        r"(?:the|such|said|all|every|each|any|an|whether)\b~{0,40}?(?:appeals?|matter|request|"
        r"protest|petition|case|issue|objection|to\s+uphold)",
        r"\b(?:appeals?|matter|protest|case|request)\b~{0,40}?\b(?:shall|must|will)\s+be\s+"
        r"(?:decided|determined|resolved|ruled|acted)\b",
        r"\b(?:decisions?|rulings?|findings?|determinations?)\b~{0,80}?\b(?:shall|must|will|"
        r"is\s+to|"
        r"are\s+to)\s+(?:then\s+)?be\s+(?:\w+\s+){0,2}?(?:rendered|issued|made|given|mailed|"
        r"delivered|"
        r"announced|sent|provided|reduced|entered|communicated|served|filed|in\s+writing)\b",
        r"\brespond(?:s|ed)?\s+(?:in\s+writing\s+)?to\s+(?:the|such|said|an?|any|each|every)\s+(?:\w+\s+)?"
        r"(?:appeal|protest|petition|objection)s?\b",
        _MUST + r"\s+(?:then\s+)?(?:act|rule|decide|vote)\b(?!\s+(?:as|in)\b)",
        r"\b(?:shall|must|will|may)\s+(?:either\s+)?(?:affirm|reverse|uphold|sustain|overturn)\b",
    ),
    "sue": (
        r"\b(?:bring|file|institut|commenc|initiat|maintain|pursu|prosecut)(?:e|es|ing|s)?\s+"
        r"(?:(?:an?|the|such|any|appropriate|civil|legal|other|court|collection|foreclosure|"
        r"judicial|"
        r"or|and|its)\s+)*(?:action|suit|lawsuit|proceedings?|claim|complaint|litigation)\b|"
        r"\bsue\b|"
        r"\b(?:collect|recover|enforce)(?:ed)?\b~{0,60}?\b(?:court|suit|civil\s+action)\b",
    ),
    "protest": (
        r"\b(?:protest(?:s|ed|ing)?|objections?|object(?:s|ing)?)\b(?:~{0,90}?\b(?:to|of|against|"
        r"objecting\s+to)\s+(?:the\s+)?(?:\w+\s+)?(?:amounts?|costs?|assessments?|charges?|bills?|"
        r"expenses?|invoices?)\b)?(?:~{0,60}?\b(?:filed|lodged|made|submitted|received)\b)?",
        r"\b(?:contest|challenge|dispute|(?:may|to|or|and|be|shall|must|"
        r"not)\s+(?:be\s+)?appeal)(?:s|d|ed|ing)?\b~{0,40}?\b(?:amounts?|costs?|"
        r"assessments?|charges?|bills?|expenses?|invoices?)\b",
    ),
    "pay": (
        r"\b(?:pay|pays|paid|payable|paying|unpaid|remit(?:s|ted)?|remittance|reimburse[sd]?|"
        r"reimbursement|remuneration)\b",
        r"\bpayments?\b`{0,40}?\b(?:shall|must|is|has|be|are|received|made)\b",
        r"\b(?:require|requir|demand|make|made|receive)(?:s|d|ing|ed)?\b`{0,30}?\bpayment\b|"
        r"\bpayment\s+in\s+full\b",
        r"\b(?:amounts?|sums?|costs?|bill|invoice|charges?|penalt(?:y|ies)|fines?|assessments?)\b"
        r"`{0,40}?\b(?:is|are|be|become|becomes)\s+(?:immediately\s+)?(?:due|satisfied|settled|"
        r"delinquent)\b",
    ),
    "deny": (
        r"\b(?:den(?:y|ies|ied|ying|ial)|contend(?:s|ing)?|contention)\b~{0,140}?\b(?:writ\w+|"
        r"notif\w+|notice|reasons?|explan\w+|basis|statement)\b(?:~{0,60}?" + _HANDED_IN + r")?",
        r"\b(?:written|explanation|basis|notice|reasons?)\b~{0,60}?\b(?:denial|denying|rejection)\b"
        r"(?:~{0,80}?" + _HANDED_IN + r")?",
    ),
    "statement": (
        r"\breport(?:s|ed)?\s+(?:to\s+`{0,40}?)?in\s+writing\b",
        _HAND_IN + r"~{0,60}?\b(?:written|detailed|full)\s+(?:\w+\s+)?(?:statements?|reports?|"
        r"account)\b",
        r"\b(?:written|detailed|full)\s+(?:\w+\s+)?(?:statements?|reports?|account)\b~{0,200}?\b"
        + _TO_BE
        + r"\s+(?:be\s+)?"
        + _HANDED_IN,
    ),
    "plan": (
        r"\b(?:advise|inform|tell|notify)\b~{0,60}?\b(?:measures|steps|"
        r"actions?)\b~{0,40}?\b(?:take|"
        r"taken|correct|prevent)\b",
        _HAND_IN + r"~{0,110}?\b(?:plans?|explanations?|responses?|schedules?|proposals?|repl(?:y|"
        r"ies)|answers?)\b",
        r"\b(?:plans?|explanations?|responses?|schedules?|proposals?|repl(?:y|ies)|answers?)\b"
        r"~{0,160}?\b" + _TO_BE + r"\s+(?:also\s+)?(?:be\s+)?" + _HANDED_IN,
        r"\b(?:shall|must|to|will|should)\s+(?:respond|reply|answer)\b",
        r"\brequir(?:e|es|ed|ing)\s+(?:an?\s+|the\s+)?(?:\w+\s+)?(?:response|reply|answer|explanation)\b",
    ),
    "extend": (
        r"\b(?:moved|put|set)\s+(?:back|off)\b|\bpostpone[ds]?\b|\b(?:lengthen|prolong|enlarge)\w*\b|"
        r"\bext(?:end|ends|ended|ending|ension|ensions)\b|\b(?:additional|further|longer|greater|"
        r"added|more)\s+"
        r"(?:time|periods?|days)\b",
    ),
    "notify": (
        r"\b(?:issue|serve|send|give|provide|mail|deliver|furnish|post|forward|transmit|leave)(?:s|d|"
        r"ed|ing)?\b"
        r"`{0,90}?\b(?:notices?|notifications?|novs?|letters?)\b",
        r"\b(?:notices?|notifications?|novs?|letters?)\b~{0,90}?\b(?:shall|must|will|may|is\s+to|"
        r"to|is|"
        r"are)\s+(?:also\s+|then\s+)?be\s+(?:\w+\s+)?(?:given|issued|served|sent|mailed|delivered|"
        r"provided|posted|forwarded|furnished)\b",
        r"\bnotif(?:y|ies|ied|ying)\b|\b(?:inform|advise|tell)(?:s|d|ed|ing)?\b",
        r"\b(?:send|mail|submit|deliver|issue|provide|furnish|render|present|serve|forward|give|"
        r"transmit|"
        r"prepare)(?:s|d|ed|ing|ted|ting)?\b`{0,60}?\b" + _BILL + r"\b",
        r"\b" + _BILL + r"\b~{0,60}?\b(?:shall|must|will|is\s+to)\s+be\s+(?:\w+\s+)?(?:sent|mailed|"
        r"issued|submitted|delivered|provided|furnished|rendered|presented|served|forwarded|"
        r"given)\b",
        r"\b(?:invoice|bill)(?:s)?\s+the\b",
        r"\b(?:be|been|is|are|was|were)\s+(?:then\s+|also\s+|so\s+)?(?:told|billed|invoiced)\b",
        r"\b(?:be|is|are)\s+(?:then\s+|also\s+)?(?:sent|mailed|given|furnished|provided|served|"
        r"handed|presented)\b`{0,30}?\b(?:notice|statement|" + _BILL + r")\b",
    ),
    "complete": (
        r"\b(?:complet(?:e|ed|es|ing|ion)|finish(?:ed)?|carried\s+(?:out|to\s+"
        r"completion))\b",
    ),
    "town_work": (
        r"\b(?:work|abatement|repairs?|corrective\s+action)\b`{0,30}?\b(?:shall|may|will|must)\s+not\s+"
        r"(?:be\s+)?(?:begin|begun|start|started|commence|commenced|undertaken|performed|done)\b",
        TOWN + r"~{0,90}?\b(?:may|shall|will|can|(?:is|are|be)\s+(?:hereby\s+)?(?:authori[sz]ed|"
        r"empowered|entitled)\s+to|has\s+the\s+right\s+to)\b(?:(?!\bnotices?\s+(?:of|that)\b)~)"
        r"{0,80}?\b(?:enter|perform|do\s+the|"
        r"correct|abate|repair|undertake|remedy|remediate|start|begin|commence|initiate|"
        r"take\s+(?:any|all|such|whatever|corrective|the|necessary|steps|over)|make\s+(?:the|"
        r"such|any|"
        r"necessary)|cause|restore|proceed|complete|clean)\b",
    ),
    "cure": (
        r"(?:\b(?:to|shall|must|may|not|been|be|is|are|was|were|and|or|fails?|failed|immediately|"
        r"promptly|fully|has|have|does|did|otherwise|can|will|should|in|by|who)\s+|,\s*)"
        + _CURES
        + r"\b",
        r"\b(?:requir|direct|order|demand|achiev|effect|allow|opportunity|time|deadline|period|"
        r"date|"
        r"mandat|specif)\w*\b`{0,40}?\b" + _CURING + r"\b",
        r"\b" + _PARTY + r"\s+(?:\w+ly\s+)?(?:corrects|cures|abates|remedies|repairs|complies|"
        r"removes|restores|eliminates|ceases|stops|discontinues|disconnects)\b",
        r"\b" + _WRONG + r"\s+(?:still\s+|then\s+)?(?:continues?|persists?|remains?|exists?)\b"
        r"(?!~{0,40}?\bseparate\b)",
        r"\bha(?:ve|s)\s+(?:the|any|such|it|an?)\b`{0,40}?\b(?:removed|corrected|abated|repaired|"
        r"disconnected|cleaned)\b",
        r"(?<!costs )(?<!charges )(?<!expenses )\bfor\s+(?:the\s+|such\s+|any\s+|"
        r"its\s+|an?\s+)*(?:\w+\s+)?" + _CURING + r"\b(?!\s+(?:costs?|expenses))",
        r"\b(?:compliance|correction|abatement|cure)\s+(?:dates?|deadlines?|periods?)\b",
        r"\b"
        + _CURING
        + r"\b"
        + _CLOSE
        + r"{0,70}?\b(?:must|shall|is\s+to|are\s+to|be|is|are|to\s+be)\s+(?:not\s+)?(?:be\s+)?"
        r"(?:made|achieved|performed|accomplished|effected|taken|initiated|commenced|started|"
        r"required|"
        r"undertaken|done|begun|implemented|carried\s+out)\b",
    ),
}
WAYS = {
    name: re.compile(
        "|".join(f"(?:{way})" for way in ways).replace("~", _NEAR).replace("`", _NEARER)
    )
    for name, ways in _WAYS.items()
}


@dataclass(frozen=True, slots=True)
class Act:
    """An act told in a text, with its place."""

    name: str
    start: int
    end: int


@lru_cache(maxsize=256)
def acts(sentence: str) -> tuple[Act, ...]:
    """The acts of a sentence in their order; where two overlap, the one named first above stays."""
    found: list[Act] = []
    for name, pattern in WAYS.items():
        match = pattern.search(sentence)
        while match:
            free = not any(match.start() < one.end and one.start < match.end() for one in found)
            if free:
                found.append(Act(name, *match.span()))
            match = pattern.search(sentence, match.end() if free else match.start() + 1)
    return tuple(sorted(found, key=lambda act: act.start))
