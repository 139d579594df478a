"""What the town may and must do today, and what it may not do yet, with the reasons."""

from __future__ import annotations

from outfall.law.conditions import ask_all
from outfall.law.facts import Notice, Violation
from outfall.law.ordinance import ActionRule
from outfall.law.standing import Action
from outfall.law.view import View


def action(view: View, rule: ActionRule) -> Action:
    """One act: permitted under any of the notices it can rest on, or the nearest to being so."""
    return view.once(("action", rule.id), _action, view, rule)


def _action(view: View, rule: ActionRule) -> Action:
    live = view.facts.live
    papers: list[Notice] = [notice for name in rule.papers for notice in live.get(name, ())]
    best = _under(view, rule, papers[0] if papers else None)
    for notice in papers[1:]:
        found = _under(view, rule, notice)
        if _better(found, best):
            best = found
    return best


def _under(view: View, rule: ActionRule, notice: Notice | None) -> Action:
    holds, since, opens, steps = ask_all(view, rule.needs, notice)
    return Action(
        rule.id,
        rule.cite,
        holds,
        holds and _bound(view, rule, notice),
        since,
        opens,
        steps,
        notice.event if notice else None,
        rule.says,
    )


def _better(found: Action, best: Action) -> bool:
    if found.permitted != best.permitted:
        return found.permitted
    if found.permitted:
        if found.obligatory != best.obligatory:
            return found.obligatory
        return found.since is not None and best.since is not None and found.since < best.since
    if found.not_before is None or best.not_before is None:
        return found.not_before is not None and best.not_before is None
    return found.not_before < best.not_before


def _bound(view: View, rule: ActionRule, notice: Notice | None) -> bool:
    """Whether the town must do what it may."""
    if rule.duty is False:
        return False
    if rule.duty is not True and not ask_all(view, rule.duty, notice)[0]:
        return False
    return not _discharged(view, rule)


def _discharged(view: View, rule: ActionRule) -> bool:
    """Whether a duty to issue a paper has been done for all that still calls for it."""
    if not rule.id.startswith("issue_"):
        return False
    sound = [n for n in view.facts.live.get(rule.id.removeprefix("issue_"), ()) if n.complete]
    covered = {violation for notice in sound for violation in notice.violations}
    return bool(sound) and all(violation in covered for violation in _subject(view, rule))


def _subject(view: View, rule: ActionRule) -> list[Violation]:
    """The lasting violations that a paper is about: the dangerous ones, or those of its kinds."""
    facts = view.facts
    lasting = [v for v in facts.found if v.lasting and v.id not in facts.unapproved]
    for condition in rule.needs:
        if condition.kind == "danger":
            lasting = [v for v in lasting if v.id in facts.danger_violations]
        elif condition.kind in ("violation", "unremedied") and condition.args:
            lasting = [v for v in lasting if v.kind in condition.args]
    return lasting
