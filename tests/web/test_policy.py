"""What goes with every answer of the office: the strict policy, and the ways in that are shut."""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from django.conf import settings as django_settings
from django.test import Client
from pytest_django import DjangoDbBlocker
from tests.web.cast import HASHER, PASSWORD, found_town
from tests.web.everywhere import SEED, TOWN, Everywhere, everywhere
from tests.web.ground.databases import Database, Maker
from tests.web.made_files import sent
from tests.web.test_permissions import PAGES

from outfall.web import permissions
from outfall.web.casework.models import Case, StoredFile

SRC = Path(__file__).parents[2] / "src"
POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "form-action": "'self'",
    "frame-ancestors": "'self'",
    "frame-src": "'self'",
    "object-src": "'none'",
    "base-uri": "'none'",
}
# Answers that have a stricter policy of their own: they are pictures and files, and run nothing.
OWN_POLICY = {
    "case_timeline": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    "file_original": "default-src 'none'; sandbox",
}
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "SAMEORIGIN",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
# Where text passes by the escaping of templates: the file, what it does, and why it may.
PAST_ESCAPING = {
    ("outfall/web/casework/drafting.py", "format_html"): "it escapes each of its arguments",
    ("outfall/web/casework/templatetags/office.py", "SafeString"): "it is handed on as it came",
    **{
        (f"outfall/web/templates/account/email/{name}.txt", "{% autoescape off"): "plain text mail"
        for name in ("base_message", "base_notification", "password_reset_key_message")
    },
}
MARKS = re.compile(
    r"mark_safe|SafeString|SafeText|SafeData|html_safe|__html__|format_html\w*"
    r"|is_safe\s*=\s*True|needs_autoescape|autoescape\s*=\s*False"
    r"|\|\s*safe(?:seq)?\b|{%\s*autoescape\s+off"
)


@pytest.fixture(scope="module")
def whole(databases: Maker, django_db_blocker: DjangoDbBlocker) -> Iterator[Database]:
    with django_db_blocker.unblock(), databases.fresh(SEED) as database:
        yield database


@pytest.fixture
def there(whole: Database, settings: Any) -> Iterator[Everywhere]:
    """The demonstration with one of everything, open in this process."""
    settings.HOME, settings.DEMO = whole.home, True
    settings.PASSWORD_HASHERS = [HASHER]
    with whole.here():
        yield everywhere()


def policy(answer: Any) -> dict[str, str]:
    """The policy of an answer, by directive."""
    parts = (part.strip() for part in answer.headers["Content-Security-Policy"].split(";"))
    return dict(part.partition(" ")[::2] for part in parts if part)


def faults_of(answer: Any, own: str = "") -> list[str]:
    """What an answer's headers lack."""
    found = []
    if own:
        if answer.headers.get("Content-Security-Policy") != own:
            found.append(f"policy: {answer.headers.get('Content-Security-Policy')}")
    elif policy(answer) != POLICY:
        found.append(f"policy: {policy(answer)}")
    for name, value in HEADERS.items():
        if answer.headers.get(name) != value:
            found.append(f"{name}: {answer.headers.get(name)}")
    return found


def test_every_answer_carries_the_policy_and_is_kept_by_no_browser(there: Everywhere) -> None:
    client, wrong, seen = there.cast.client("supervisor"), [], set()
    for name, route in PAGES:
        if name in permissions.OPEN or name == "paper_preview":
            continue
        for address in there.addresses(name, route):
            answer = client.get(address)
            seen.add(name)
            faults = faults_of(answer, OWN_POLICY.get(name, ""))
            if answer.status_code != 200:
                faults.append(f"status {answer.status_code}")
            if "no-store" not in answer.headers.get("Cache-Control", ""):
                faults.append(f"Cache-Control: {answer.headers.get('Cache-Control')}")
            if answer.cookies and any(not c["httponly"] for c in answer.cookies.values()):
                faults.append("a cookie that scripts can read")
            wrong += [f"{name} {address}: {fault}" for fault in faults]
            answer.close()
    assert "\n".join(wrong) == ""
    assert len(seen) > 60


def test_answers_outside_a_town_carry_it_too(there: Everywhere) -> None:
    inside, nobody = there.cast.client("supervisor"), Client()
    number = there.numbers["found"]
    asked = {
        (nobody, "/accounts/login/"): 200,
        (nobody, "/accounts/password/reset/"): 200,
        (nobody, "/accounts/signup/"): 200,
        (nobody, "/"): 302,
        (nobody, f"/{TOWN}/"): 302,
        (nobody, "/accounts/no-such-page/"): 404,
        (nobody, "/healthz"): 200,
        (inside, "/"): 302,
        (inside, "/accounts/2fa/"): 200,
        (inside, "/accounts/password/change/"): 200,
        (inside, "/accounts/logout/"): 200,
        (inside, f"/{TOWN}/cases/none/"): 404,
        (inside, "/no-such-town/"): 404,
        (there.cast.client("finance"), f"/{TOWN}/record/export.zip"): 403,
        (nobody, f"/{TOWN}/hearings-{there.cast.town.feed_key}.ics"): 200,
    }
    for (client, address), status in asked.items():
        answer = client.get(address)
        assert answer.status_code == status, address
        assert faults_of(answer) == [], address
    bad = inside.post(f"/{TOWN}/cases/{number}/notes/", {})
    assert (bad.status_code, faults_of(bad)) == (422, [])


def test_a_laxer_policy_would_be_seen(there: Everywhere, settings: Any) -> None:
    lax = {**settings.CONTENT_SECURITY_POLICY["DIRECTIVES"], "script-src": ["'unsafe-inline'"]}
    settings.CONTENT_SECURITY_POLICY = {"DIRECTIVES": lax}
    settings.SECURE_CONTENT_TYPE_NOSNIFF = False
    answer = Client().get("/accounts/login/")
    assert len(faults_of(answer)) == 2


def test_what_came_from_outside_is_sealed(there: Everywhere) -> None:
    """A photo is shown as a picture that the office made; an original is only handed over."""
    client = there.cast.client("supervisor")
    at = f"/{TOWN}/cases/{there.numbers['found']}/files/"
    svg = b'<svg xmlns="http://www.w3.org/2000/svg"><script>window.__ran = 1</script></svg>'
    page = b"<!doctype html><script>window.__ran = 1</script>"
    for name, data in (("a.svg", svg), ("a.html", page), ("a.pdf", page), ("a.jpg", page)):
        answer = client.post(at, {"key": str(uuid.uuid4()), "files": sent(data, name)})
        assert answer.status_code == 422, name
        assert faults_of(answer) == [], name
    with there.cast.scope():
        kept = list(StoredFile.objects.filter(case__number=there.numbers["found"]))
    assert {file.kind for file in kept} >= {"photo", "pdf", "paper"}
    for file in kept:
        original = client.get(f"{at}{file.pk}/original/")
        assert original.headers["Content-Disposition"].startswith("attachment; ")
        assert faults_of(original, OWN_POLICY["file_original"]) == []
        shown = client.get(f"{at}{file.pk}/?shown")
        if file.kind == "photo":
            assert shown.headers["Content-Type"] == "image/jpeg"
            assert faults_of(shown, OWN_POLICY["file_original"]) == []
            assert shown.headers["Cache-Control"] == "private, no-cache"
        else:
            assert shown.status_code == 404


# Cookies and forms


def signed_in(next_page: str = "", town: str = TOWN) -> Any:
    """The answer to a sign-in with the right password."""
    client = Client(enforce_csrf_checks=True)
    address = f"/accounts/login/{'?next=' + quote(next_page, safe='') if next_page else ''}"
    page = client.get(address)
    token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page.content.decode())
    assert token
    form: dict[str, str] = {
        "login": f"supervisor@{town}.example.gov",
        "password": PASSWORD,
        "csrfmiddlewaretoken": token[1],
    }
    hidden = re.search(r'name="next" value="([^"]*)"', page.content.decode())
    if hidden:
        form["next"] = next_page
    return client.post(address, form)


@pytest.fixture
def town(db: None, settings: Any) -> str:
    """A town whose people sign in with the password of the cast."""
    settings.PASSWORD_HASHERS = [HASHER]
    return found_town().town.slug


def test_no_script_reads_a_cookie_and_no_other_site_sends_one(town: str) -> None:
    answer = signed_in(town=town)
    assert answer.status_code == 302
    assert {django_settings.SESSION_COOKIE_NAME, django_settings.CSRF_COOKIE_NAME} <= set(
        answer.cookies
    )
    for name, cookie in answer.cookies.items():
        assert cookie["httponly"], name
        assert cookie["samesite"] == "Lax", name
        assert cookie["path"] == "/", name
        assert not cookie["domain"], name


def test_behind_tls_cookies_go_over_tls_alone(own_database: Database) -> None:
    said = own_database.python(
        "from django.conf import settings as s\n"
        "print(s.SESSION_COOKIE_SECURE, s.CSRF_COOKIE_SECURE, s.SECURE_HSTS_SECONDS > 0)",
        OUTFALL_ORIGINS="https://office.example.gov",
    )
    assert said.split() == ["True", "True", "True"]


def test_no_form_is_taken_without_its_token(there: Everywhere) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(there.cast.people["supervisor"], "django.contrib.auth.backends.ModelBackend")
    with there.cast.scope():
        before = Case.objects.get(number=there.numbers["found"]).length
    asked = 0
    for name, route in PAGES:
        if name in permissions.OPEN or not permissions.PAGES[name].write:
            continue
        for address in there.addresses(name, route)[:1]:
            for token in ("", "A" * 64):
                answer = client.post(address, {"csrfmiddlewaretoken": token} if token else {})
                assert answer.status_code == 403, address
                assert faults_of(answer) == [], address
                asked += 1
    for address in ("login/", "logout/", "password/change/", "password/reset/"):
        assert client.post(f"/accounts/{address}", {}).status_code == 403, address
    with there.cast.scope():
        assert Case.objects.get(number=there.numbers["found"]).length == before
    assert asked > 40


def test_without_the_check_such_a_form_would_be_taken(there: Everywhere) -> None:
    client = Client(enforce_csrf_checks=False)
    client.force_login(there.cast.people["supervisor"], "django.contrib.auth.backends.ModelBackend")
    address = f"/{TOWN}/cases/{there.numbers['found']}/notes/"
    form = {"key": str(uuid.uuid4()), "text": "from another site"}
    assert client.post(address, form).status_code == 302


ELSEWHERE = [
    "https://example.com/",
    "//example.com/",
    "///example.com/",
    "/\\example.com/",
    "\\\\example.com/",
    "https:example.com",
    "http:///example.com/",
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "/%09/example.com",
    "\t//example.com/",
    "https://127.0.0.1@example.com/",
    "https://testserver.example.com/",
    "\x00//example.com",
]


@pytest.mark.parametrize("elsewhere", ELSEWHERE)
def test_a_sign_in_leads_nowhere_else(town: str, elsewhere: str) -> None:
    answer = signed_in(elsewhere, town)
    assert answer.status_code == 302
    to = urlsplit(answer["Location"])
    assert (to.scheme, to.netloc) == ("", "")
    assert to.path.startswith("/")
    assert not to.path.startswith(("//", "/\\"))


def test_a_sign_in_leads_to_the_page_that_was_asked_for(town: str) -> None:
    asked = f"/{town}/cases/?stage=found&q=a%26b"
    to_login = Client().get(asked)["Location"]
    assert urlsplit(to_login).path == "/accounts/login/"
    assert parse_qs(urlsplit(to_login).query) == {"next": [asked]}
    assert signed_in(asked, town)["Location"] == asked


def test_an_address_cannot_bring_its_own_way_out(town: str) -> None:
    asked = f"/{town}/?a=1&next=https://example.com/"
    query = parse_qs(urlsplit(Client().get(asked)["Location"]).query)
    assert query == {"next": [asked]}


# Text that is not escaped


def past_escaping(folder: Path) -> set[tuple[str, str]]:
    """Each place in the source where text passes by the escaping of templates."""
    texts = [path for path in folder.rglob("*") if path.suffix in (".py", ".html", ".txt", ".js")]
    return {
        (path.relative_to(folder).as_posix(), found)
        for path in texts
        if "vendor" not in path.parts
        for found in MARKS.findall(_code(path))
    }


def _code(path: Path) -> str:
    """The text of a file without the line that only names what it uses."""
    text = path.read_text(encoding="utf-8")
    return re.sub(r"(?m)^from django\.utils\.(?:html|safestring) import .*$", "", text)


def test_text_passes_by_the_escaping_nowhere_but_where_it_says_why() -> None:
    assert past_escaping(SRC) == set(PAST_ESCAPING)


@pytest.mark.parametrize(
    "planted",
    [
        "x = mark_safe(words)",
        "{{ words|safe }}",
        "{{ words | safeseq }}",
        "{% autoescape off %}",
        "@register.filter(is_safe=True)",
        "def __html__(self)",
        "Engine(autoescape=False)",
    ],
)
def test_a_planted_one_is_seen(tmp_path: Path, planted: str) -> None:
    (tmp_path / "page.html").write_text(planted)
    assert past_escaping(tmp_path)
