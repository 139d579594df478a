"""The words for remedies, what has to stand beside them, and the words that give a power."""

from __future__ import annotations

import re
from dataclasses import dataclass

from outfall.reading.phrases import ways


@dataclass(frozen=True, slots=True)
class Remedy:
    """A remedy: the words for it, and words that have to stand in the sentence too."""

    what: str
    words: re.Pattern[str]
    beside: re.Pattern[str] | None = None
    is_a_paper: bool = False
    """Whether it is an order or a paper that texts also name without giving the power."""


POWER = ways(
    r"may|shall|will|can|must|constitutes?|no \w+|is a|are a|faces?|issues?|right to|lets?|"
    r"remains?",
    "(?:is|are) (?:hereby )?(?:authori[sz]ed|empowered|entitled|deemed|declared|liable|subject)",
    "(?:has|have) the (?:right|authority|power)",
    r"reserves the right|prevent the \w+ from|required to|entitled",
)
_PERMIT = "(?:permits?|approvals?|licen[sc]es?|authori[sz]ations?|registrations?)"
_SECURITY = "(?:bonds?|securit(?:y|ies)|surety|deposit|letters? of credit|escrow|guarant\\w+)"
_TOWN = "(?:city|town|county|village|township|borough|municipality|district|authority)"
_ACCESS = "(?:access|discharges?|connections?|service|water supply|utilit\\w+)"
_FEW = r"(?:\w+ ){0,3}?"
REMEDIES: tuple[Remedy, ...] = (
    Remedy(
        "injunction",
        ways(r"injunct\w+|enjoin\w*|restraining orders?|mandamus|restrained by"),
        is_a_paper=True,
    ),
    Remedy(
        "emergency_entry",
        ways(
            f"without {_FEW}(?:notice|warning)",
            r"summar(?:y|ily) (?:enter|abat\w+)",
            "immediately enter",
            "emergency (?:abatement|actions?|measures?|entry)",
        ),
        ways(r"enter|entry|abat\w+|go (?:on|upon)"),
    ),
    Remedy(
        "city_abatement",
        ways(
            r"abat\w+|restor\w+|correct\w*|remed\w+|repair\w*|perform\w*|maintain\w*|clean\w*",
            "do (?:the work|what|whatever)|complete the work",
        ),
        ways(
            rf"(?:{_TOWN}|representatives?|department|director|administrator|agency|contractor|"
            rf"engineer|"
            r"commission|board|official|manager)(?: or (?:its|his|their|designated|"
            r"a) \w+)*(?:['’]s \w+)?"
            r" (?:of the \w+ )?(?:may|shall|will|can|must|(?:is|"
            r"are) authori[sz]ed)\b[^.;]*?\b(?:enter|"
            r"entry|go on|abat\w+|perform|do (?:the|all|what)|correct|repair|restor\w+|complete|"
            r"clean|"
            r"take (?:\w+ ){0,6}?(?:measures|action|steps))"
        ),
    ),
    Remedy(
        "stop_work_order",
        ways(
            r"stop[\s-]+work",
            r"(?:halt|cease|stop) all (?:\w+[\s/]+){0,4}?(?:work|construction|activit\w+)",
        ),
        is_a_paper=True,
    ),
    Remedy("cease_and_desist", ways(r"cease[\s-]+and[\s-]+desist")),
    Remedy(
        "consent_order",
        ways(
            "consent (?:orders?|decrees?|agreements?)",
            "assurances? of (?:voluntary )?compliance",
            "compliance agreements?",
        ),
    ),
    Remedy(
        "withhold_occupancy",
        ways(
            r"certificates? of (?:use and )?(?:occupanc\w+|occupation)",
            r"occupan\w+ (?:permits?|certificates?)|occupation permits?",
        ),
        ways(
            r"withh[eo]ld\w*|refus\w+|den(?:y|ied)|until|hold\w*|delay\w*|revok\w+|"
            r"prior to (?:the )?issuance",
            r"not (?:be )?(?:issue|grant|approve)\w*",
            r"no (?:\w+ ){0,8}?(?:shall|will|may|issues?|is)",
        ),
    ),
    Remedy(
        "withhold_permit",
        ways(
            rf"(?:withh[eo]ld\w*|refus\w+ to (?:issue|grant)|den(?:y|ied|"
            rf"ial)\w*(?: of)?) (?:\w+ ){{0,6}}?"
            f"{_PERMIT}",
            r"no (?:(?!occupan)\w+ ){0,5}?(?:permits?|approvals?) (?:\w+ ){0,4}?(?:shall|"
            r"will|may|"
            "issues?|is|are)",
            f"(?:building|further|additional|other|development) {_PERMIT} (?:shall|will|may) not "
            "be (?:issued|granted)",
        ),
    ),
    Remedy(
        "permit_suspension",
        ways(
            rf"(?:suspen\w+|revo(?:k|c)\w+)\b[^.;]{{0,60}}?\b{_PERMIT}",
            rf"{_PERMIT}\b[^.;]{{0,60}}?\b(?:suspend\w*|revo(?:k|c)\w+|suspension)",
        ),
    ),
    Remedy(
        "emergency_suspension",
        ways(
            rf"(?:suspen\w+|terminat\w+|discontinu\w+|disconnect\w*|"
            rf"cut off)\b[^.;]{{0,80}}?\b{_ACCESS}",
            rf"{_ACCESS}\b[^.;]{{0,30}}?\b(?:suspended|terminated|discontinued)",
        ),
        ways(
            r"emergenc\w+|imminent|immediate|substantial|danger\w*|endanger\w*|threat\w*",
            "without (?:prior )?notice",
        ),
    ),
    Remedy(
        "compensatory_action",
        ways(
            "compensatory (?:actions?|measures?|mitigation)",
            r"stencil\w+|creek clean-? ?ups?|community service|compliance workshops?",
            "supplemental environmental projects?",
            r"education (?:class|program|course)\w*",
        ),
    ),
    Remedy(
        "restoration",
        ways(
            r"restor(?:e|ation|ing)\b[^.;]{0,50}?\b(?:land|site|property|area|premises|condition|"
            r"buffer|"
            r"stream|wetland)\w*"
        ),
        ways(
            "violator|owner|person|applicant|permittee|responsible|developer|party|undisturbed|offender"
        ),
    ),
    Remedy(
        "public_nuisance",
        ways("nuisances?"),
        ways(r"deemed|declared|constitut\w+|is a|are a|as a|shall be a|considered|hereby"),
    ),
    Remedy(
        "citation",
        ways("citations?|summons(?:es)?|notices? to appear|civil tickets?|cited"),
        ways(r"issue\w*|issuing|served?|enforced?|charged?|write|given|by|be cited|cite"),
        is_a_paper=True,
    ),
    Remedy(
        "bond_forfeiture",
        ways(
            rf"forfeit\w*\b[^.;]{{0,60}}?\b{_SECURITY}",
            rf"{_SECURITY}\b[^.;]{{0,60}}?\b(?:forfeit\w*|call(?:ed)? (?:upon|in|the)|draw\w*)",
            rf"(?:call|draw|collect)\w* (?:\w+ ){{0,2}}?(?:the|any|such|on|"
            rf"upon) (?:\w+ ){{0,2}}?{_SECURITY}",
        ),
    ),
    Remedy(
        "appeal_bond",
        ways(
            "appeals? bonds?",
            r"bonds?\b[^.;]{0,60}?\b(?:pending|on|upon|for|with) (?:the |an |any )?appeal",
            rf"appeal\w*\b[^.;]{{0,60}}?\b(?:post|file|furnish|deposit)\w* {_FEW}bonds?",
        ),
    ),
    Remedy(
        "pass_through",
        ways(
            r"pass(?:ed|ing)?[\s-]+(?:through|on|along)",
            r"(?:fines?|penalt\w+)\b[^.;]{0,80}?\b(?:imposed|assessed|levied|incurred|issued)\b"
            rf"[^.;]{{0,60}}?\b(?:against|upon|on|by|to) (?:the )?{_TOWN}",
            rf"{_TOWN} (?:is|are|be|being|becomes) (?:fined|penali[sz]ed)",
        ),
        ways(
            r"liable|responsible|reimburse\w*|pass\w*|indemnif\w+|recover\w*|pay|charged|borne|hold"
        ),
    ),
    Remedy(
        "attorney_fees",
        ways(
            r"(?:attorney\w*|lawyer\w*|legal|counsel)['’]?s?['’]? (?:fees?|costs?|expenses?|"
            r"services)",
            "fees? of (?:attorneys?|counsel)",
            "costs? (?:and expenses? )?of (?:enforcement|prosecution|suit|litigation)",
            "court costs?",
        ),
        ways(
            r"recover\w*|liable|pay|reimburse\w*|award\w*|entitled|charged|responsible|costs?|"
            r"include\w*",
            "plus|bear",
        ),
    ),
)
DENIED = ways(
    rf"(?:does|do|shall|may|is|are) not {_FEW}(?:seek|issue|authori[sz]e|entitle)",
    "means|definition|is defined",
)
GIVES = ways(
    r"issu\w+|post\w*|impos\w+|seek\w*|order\w*|obtain\w*|institut\w+|petition\w*|appl\w+|"
    r"restrain\w*",
    r"bring|sue|request\w*|ask\w*|by|for|including|such as|as|or|and|to|required|grant\w*|an?|"
    r"serve\w*",
    r"charg\w+",
    after=r"\s+(?:\w+[\s,-]+){0,6}$",
)
FOLLOWS = ways("may|shall|will|can")

_REVIEW = r"(?:appeals?|petitions?|hearings?|reviews?|protests?)"
_STOPS = (
    r"(?:stay\w*|toll\w*|stop\w*|suspend\w*|delay\w*|affect\w*|relieve\w*|excuse\w*|halt\w*|abate)"
)
_MEANWHILE = "(?:during|pending|notwithstanding|despite|while)"
NO_STAY = ways(
    rf"(?:{_REVIEW}|filing|pendency|requests?)\b[^.;]*?\b(?:not|nor) {_FEW}{_STOPS}",
    rf"(?:not|nor) be (?:stayed|tolled|affected|stopped|suspended|delayed|"
    rf"interrupted)\b[^.;]*?\b{_REVIEW}",
    rf"(?:continue|accrue|run)\w*\b[^.;]*?\b{_MEANWHILE}\b[^.;]*?\b{_REVIEW}",
    rf"{_MEANWHILE}\b[^.;]*?\b{_REVIEW}\b[^.;]*?\b(?:continue|accrue|run)\w*",
    "no stay",
)
STAYS = ways(
    r"no (?:\w+ ){0,3}?(?:penalt\w+|fines?|forfeitures?)",
    rf"(?:not|nor|neither|cease to|stops? to) {_FEW}(?:accrue|continue|run)\w*",
)
"""The contrary: penalties do not run meanwhile."""
OF_PENALTY = ways(r"penalt\w+|fines?|forfeitures?|accru\w*")
