"""Every kind of finding: how grave it is, why it matters in a hearing, and how to amend.

The reference page of the findings is held to this table; an id never changes.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of finding. ``title`` is a line for lists; the rest is told with each finding."""

    id: str
    severity: str
    title: str
    why: str
    amend: str


_PERIODS = (
    Kind(
        "two-periods",
        "grave",
        "two periods for one act",
        "A party that kept the longer period can't fairly be held to the shorter one, and what the "
        "town did in between can be set aside.",
        "Give one period, with one start, and have every other paragraph point to it.",
    ),
    Kind(
        "two-starts",
        "grave",
        "one period with two starting events",
        "The last day differs by the days between the two events; with service by mail the shorter "
        "window can close before the paper arrives.",
        "Name one starting event in one paragraph, best one that the town can prove.",
    ),
    Kind(
        "no-start",
        "grave",
        "a period whose starting event is not named",
        "Without a start there is no last day: no default can be shown, and what waits for the "
        "period can be attacked as too early.",
        "Name the event from which the period runs, best one that the town can prove.",
    ),
    Kind(
        "counting-open",
        "minor",
        "a period that can be counted in more than one way",
        "A day more or less decides who was late; where the text does not say how days or hours "
        "are counted, the party will use the way that helps it.",
        "Say whether days off are counted, or name the statute that counts.",
    ),
    Kind(
        "two-acts",
        "serious",
        "filing in one paragraph, receipt in another",
        "A paper sent in time and received too late is timely by one paragraph and late by the "
        "other.",
        "Ask for one act, and say how its day is shown.",
    ),
    Kind(
        "undefined-period",
        "serious",
        "a period without a number",
        "Each case can be fought over what was enough; a figure chosen for the case at hand looks "
        "arbitrary.",
        "Write the number of days into the code.",
    ),
    Kind(
        "undefined-term",
        "serious",
        "words that are used and not defined",
        "What hangs on the words has no day or measure of its own, and the other side will fill "
        "the gap.",
        "Define the words, or say which paragraph they point to.",
    ),
    Kind(
        "paper-without-time",
        "minor",
        "a paper that demands an act and sets no time for it",
        "Nobody can be late under it: it proves knowledge, and nothing else follows from it.",
        "Set a time for the act, and say what follows when it passes.",
    ),
)

_CONTESTING = (
    Kind(
        "no-appeal",
        "grave",
        "a notice or a penalty that nobody can contest",
        "Courts ask for notice and a hearing before a person is made to pay or loses a right; a "
        "code that gives none invites a suit about the whole of it.",
        "Give an appeal with a time, a body and a decision.",
    ),
    Kind(
        "lien-without-protest",
        "grave",
        "a lien or tax charge that the owner cannot contest first",
        "A burden on property without a way to contest the amount is open to attack as taken "
        "without due process.",
        "Have the owner told the cost, with a time to protest, before anything is recorded.",
    ),
    Kind(
        "no-time-limit",
        "serious",
        "a proceeding that can be filed at any time",
        "What waits for it is never safe: it can be filed after the town has acted.",
        "Give a number of days from service, and have the notice say it.",
    ),
    Kind(
        "no-body",
        "serious",
        "a proceeding whose deciding body is not named",
        "The party can say that nobody with authority heard it, or that the accuser decided.",
        "Name the body or officer, other than the one who issued the paper.",
    ),
    Kind(
        "no-hearing-time",
        "serious",
        "a proceeding with no time for hearing or decision",
        "An appeal can lie for ever: where it stays the town that rewards delay, and where it does "
        "not the party is harmed unheard.",
        "Give a number of days for the hearing and for the decision.",
    ),
    Kind(
        "no-decision-time",
        "minor",
        "a hearing whose decision has no time",
        "Everything that waits for the decision waits without end.",
        "Give a number of days from the hearing to the written decision.",
    ),
    Kind(
        "no-stay",
        "serious",
        "an appeal of which the text does not say whether it stays",
        "Penalties that grow while a party waits for its hearing are called a price on appealing; "
        "without a word on it each side will claim the opposite.",
        "Say what an appeal stays, and what goes on in spite of it.",
    ),
)

_FIGURES = (
    Kind(
        "above-ceiling",
        "grave",
        "a figure above what the state allows",
        "An amount above the state's ceiling can be struck, and the charge with it.",
        "Lower the figure to the ceiling, or name the statute that allows more.",
    ),
    Kind(
        "figure-is-a-ceiling",
        "minor",
        "a figure that is a state's ceiling, in a text that names no state",
        "Where that state's law governs, nothing can be added to the figure, by the day or by a "
        "second track, unless the statute says so.",
        "Name the state and the statute that the figure comes from.",
    ),
    Kind(
        "penalty-without-amount",
        "serious",
        "penalties that are mentioned and have no amount",
        "A penalty without an amount in the code can't be imposed.",
        "Give the amount and who imposes it, or strike the words.",
    ),
    Kind(
        "no-most",
        "serious",
        "a penalty without a most",
        "A penalty without an upper limit is attacked as excessive, and the state's ceiling then "
        "decides.",
        "Name the most for an offense, within the state's ceiling.",
    ),
    Kind(
        "bands-meet",
        "minor",
        "bands of fines that share a figure",
        "The shared figure fits two tiers, so that the sentence does not show which was found.",
        "Let each band begin above the end of the one before.",
    ),
    Kind(
        "tracks-overlap",
        "serious",
        "a civil and a criminal penalty for the same day",
        "The party can ask which it is, and whether it is punished twice for one day.",
        "Say that the two exclude each other, or that they add up and by what authority.",
    ),
    Kind(
        "instead-and-cumulative",
        "serious",
        "a remedy in place of the others, and remedies that add up",
        "Whoever did what was asked in place of a penalty will say that no penalty may follow; the "
        "town will point to the other paragraph.",
        "Say what is given up for good, and what comes back on default.",
    ),
)

_MONEY = (
    Kind(
        "interest-before-charge",
        "serious",
        "interest that can start before there is a charge",
        "Interest on a sum that nobody had asked for looks like a penalty that the code does not "
        "give.",
        "Start it at the bill, or at the day on which payment is due.",
    ),
    Kind(
        "interest-before-due",
        "minor",
        "interest that starts before payment is due",
        "The party pays for a time that the code itself gives it.",
        "Start interest on the day after payment is due.",
    ),
    Kind(
        "undefined-rate",
        "serious",
        "interest without a rate",
        "No rate, no interest: a figure of the town's own can be contested.",
        "Write the yearly percent, or name the statute that gives it.",
    ),
    Kind(
        "plan-without-interval",
        "minor",
        "payments without an interval",
        "Nobody is late with a payment that has no day.",
        "Name the interval and the day of the first payment.",
    ),
    Kind(
        "shares-without-rule",
        "minor",
        "a cost that is shared, without a rule for the shares",
        "Each party can say that its share is arbitrary.",
        "Say how shares are set, such as by area or by front foot.",
    ),
)

_PAPERS = (
    Kind(
        "order-forbids-remedy",
        "serious",
        "an order that forbids the work that its paper demands",
        "A party that obeys the order can't do what the notice demands, and has an answer to both.",
        "Except the remedial work from the order, in words.",
    ),
    Kind(
        "element-missing",
        "minor",
        "a content that the model codes ask of this notice",
        "What a notice did not have to say will be said not to have been known.",
        "Add the content to the list.",
    ),
)

_TEXT = (
    Kind(
        "cite-leads-nowhere",
        "grave",
        "a cite of no paragraph",
        "A notice or finding that cites a paragraph that is not there can be thrown out.",
        "Correct the cite, or add the paragraph to the pack.",
    ),
    Kind(
        "version-gap",
        "grave",
        "days between two versions on which neither is law",
        "A violation found on such a day has no ordinance to rest on.",
        "Correct the dates; where the code was really not in force, note it beside them.",
    ),
    Kind(
        "version-overlap",
        "grave",
        "days on which two versions are law",
        "A case of such a day can be fought under either version.",
        "End the earlier version on the day before the later one.",
    ),
    Kind(
        "rows-gap",
        "serious",
        "days without an amount or a rate",
        "On such a day nothing is owed under the rule.",
        "Correct the dates of the rows.",
    ),
    Kind(
        "rows-overlap",
        "serious",
        "days with two amounts or rates",
        "The lower of the two will be claimed, and nothing in the code says otherwise.",
        "End the earlier row on the day before the later one.",
    ),
)

_POWERS = (
    Kind(
        "power-never-opens",
        "grave",
        "a power that no sequence of events opens",
        "The town believes that it has a remedy, and any use of it is without authority.",
        "Correct the conditions, or strike the power.",
    ),
    Kind(
        "power-opens-early",
        "grave",
        "a power that opens before a right that it cuts off has run",
        "What is done while the party can still appeal, protest or cure is attacked as prejudged, "
        "and can be set aside.",
        "Let the power wait until the right has run, and until what was filed is decided.",
    ),
    Kind(
        "choice-opens-early",
        "minor",
        "a reading that, chosen otherwise, would open a power too early",
        "The text allows both, so that the safe choice is the town's alone and can be forgotten.",
        "Write the adopted choice into the code.",
    ),
)

KINDS: dict[str, Kind] = {
    kind.id: kind
    for kind in (
        *_PERIODS,
        *_CONTESTING,
        *_FIGURES,
        *_MONEY,
        *_PAPERS,
        *_TEXT,
        *_POWERS,
    )
}
