"""A town's directory on this machine: an OpenID provider that signs with a key made for the test.

It holds the office to the protocol: client, address to come back to, PKCE, secret and bearer token
are each checked, and whatever does not fit is refused and kept in ``refused``.
"""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa

CLIENT, SECRET, KEY_ID = "outfall-of-the-tests", "a-secret-of-the-tests", "key-of-the-tests"


@cache
def _key() -> rsa.RSAPrivateKey:
    """One key for all directories of a process: making one takes longer than a sign-in."""
    return rsa.generate_private_key(65537, 2048)


@dataclass
class Directory:
    """What the directory knows: who is at the screen, and what it has given out.

    ``who`` are the claims of that person; ``wrong`` are claims of the ID token to be told wrongly.
    """

    url: str
    who: dict[str, Any] = field(default_factory=dict)
    wrong: dict[str, Any] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    codes: dict[str, dict[str, str]] = field(default_factory=dict)
    tokens: dict[str, dict[str, Any]] = field(default_factory=dict)
    key: rsa.RSAPrivateKey = field(default_factory=_key)

    def environment(self) -> dict[str, str]:
        """How an office is told of it."""
        return {
            "OUTFALL_OIDC_SERVER": self.url,
            "OUTFALL_OIDC_NAME": "Example Directory",
            "OUTFALL_OIDC_CLIENT": CLIENT,
            "OUTFALL_OIDC_SECRET": SECRET,
        }

    def is_at_the_screen(self, email: str, *, verified: object = True, **more: Any) -> None:
        """From now on this person signs in."""
        sub = hashlib.sha256(email.encode()).hexdigest()[:12]
        self.who = {"sub": sub, "email": email, "email_verified": verified, **more}

    def discovery(self) -> dict[str, Any]:
        """Where everything is."""
        return {
            "issuer": self.url,
            "authorization_endpoint": f"{self.url}/authorize",
            "token_endpoint": f"{self.url}/token",
            "userinfo_endpoint": f"{self.url}/userinfo",
            "jwks_uri": f"{self.url}/keys",
            "response_types_supported": ["code"],
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["RS256"],
            "token_endpoint_auth_methods_supported": ["client_secret_post"],
            "code_challenge_methods_supported": ["S256"],
        }

    def keys(self) -> dict[str, Any]:
        """The key by which its signatures are checked."""
        public = jwt.algorithms.RSAAlgorithm.to_jwk(self.key.public_key(), as_dict=True)
        return {"keys": [{**public, "kid": KEY_ID, "use": "sig", "alg": "RS256"}]}

    def authorize(self, asked: dict[str, str]) -> str:
        """Where the browser goes back to, with a code."""
        back = asked.get("redirect_uri", "")
        fits = {
            "client_id": CLIENT,
            "response_type": "code",
            "code_challenge_method": "S256",
        }
        self._hold(all(asked.get(name) == value for name, value in fits.items()), f"{asked}")
        self._hold("openid" in asked.get("scope", "").split(), f"scope {asked.get('scope')}")
        path = "/accounts/oidc/directory/login/callback/"
        self._hold(urlsplit(back).path == path, f"back to {back}")
        code = secrets.token_urlsafe(16)
        self.codes[code] = asked
        return f"{back}?{urlencode({'code': code, 'state': asked['state']})}"

    def token(self, asked: dict[str, str]) -> dict[str, Any]:
        """A token for a code, once."""
        given = self.codes.pop(asked.get("code", ""), None)
        self._hold(given is not None, "a code that was never given, or was used before")
        assert given is not None
        self._hold(asked.get("client_secret") == SECRET, "another secret")
        self._hold(asked.get("redirect_uri") == given["redirect_uri"], "another way back")
        proof = hashlib.sha256(asked.get("code_verifier", "").encode()).digest()
        told = base64.urlsafe_b64encode(proof).rstrip(b"=").decode()
        self._hold(told == given["code_challenge"], "no proof of who asked for the code")
        bearer, now = secrets.token_urlsafe(16), int(time.time())
        self.tokens[bearer] = self.who
        claims = {**self.who, "iss": self.url, "aud": CLIENT, "iat": now, "exp": now + 300}
        claims |= self.wrong
        signed = jwt.encode(claims, self.key, "RS256", {"kid": KEY_ID})
        return {"access_token": bearer, "token_type": "Bearer", "id_token": signed}

    def userinfo(self, bearer: str) -> dict[str, Any]:
        """Who has a token."""
        self._hold(bearer in self.tokens, "a token that was never given")
        return self.tokens[bearer]

    def _hold(self, fits: bool, says: str) -> None:
        if not fits:
            self.refused.append(says)
            raise PermissionError(says)


def _handler(directory: Directory) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._answer({})

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            self._answer(dict(parse_qsl(body)))

        def _answer(self, sent: dict[str, str]) -> None:
            parts = urlsplit(self.path)
            directory.asked.append(parts.path)
            try:
                if parts.path == "/authorize":
                    self.send_response(302)
                    there = directory.authorize(dict(parse_qsl(parts.query)))
                    self.send_header("Location", there)
                    self.end_headers()
                    return
                bearer = self.headers.get("Authorization", "").removeprefix("Bearer ")
                ways: dict[str, Callable[[], Any]] = {
                    "/.well-known/openid-configuration": directory.discovery,
                    "/keys": directory.keys,
                    "/token": lambda: directory.token(sent),
                    "/userinfo": lambda: directory.userinfo(bearer),
                }
                found = ways[parts.path]()
            except (PermissionError, KeyError) as refused:
                self.send_error(400, explain=str(refused))
                return
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.end_headers()
            self.wfile.write(found if isinstance(found, bytes) else json.dumps(found).encode())

        def log_message(self, *args: object) -> None:
            """Nothing is written: the test looks at what was asked."""

    return Handler


@contextmanager
def standing() -> Iterator[Directory]:
    """A directory that answers on 127.0.0.1 for as long as the block lasts."""
    directory = Directory("")
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(directory))
    directory.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield directory
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
