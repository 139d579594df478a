"""Stands in for the product in the tests of the ground itself: pages, a server, a table."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'"
)
FRAME = (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A case</title>'
    '<meta name="viewport" content="width=device-width, initial-scale=1">{head}</head>'
    '<body><main id="main"><h1>A case</h1>{body}</main></body></html>'
)
KINDS = {"css": "text/css", "js": "text/javascript", "html": "text/html; charset=utf-8"}

# Makes a table that keeps each row for ever, on whichever database DATABASE_URL names.
MIGRATE = """
import os, sqlite3
url = os.environ["DATABASE_URL"]
if url.startswith("sqlite"):
    connection = sqlite3.connect(url.removeprefix("sqlite:///"))
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("CREATE TABLE entry (number integer, said text)")
    connection.execute(
        "CREATE TRIGGER kept BEFORE DELETE ON entry BEGIN SELECT raise(ABORT, 'kept'); END")
else:
    import psycopg
    connection = psycopg.connect(url)
    connection.execute("CREATE TABLE entry (number integer, said text)")
    connection.execute("CREATE FUNCTION keep() RETURNS trigger LANGUAGE plpgsql AS "
                       "$$ BEGIN RAISE 'kept'; END $$")
    for what, each in (("DELETE", "ROW"), ("TRUNCATE", "STATEMENT")):
        connection.execute(f"CREATE TRIGGER kept_{what} BEFORE {what} ON entry "
                           f"FOR EACH {each} EXECUTE FUNCTION keep()")
connection.commit()
connection.close()
"""
INSERT = """
import os, sqlite3, sys, pathlib
url = os.environ["DATABASE_URL"]
if url.startswith("sqlite"):
    connection = sqlite3.connect(url.removeprefix("sqlite:///"), timeout=60)
else:
    import psycopg
    connection = psycopg.connect(url)
connection.execute(f"INSERT INTO entry VALUES ({int(sys.argv[1])}, 'seed')")
connection.commit()
connection.close()
pathlib.Path(os.environ["OUTFALL_MEDIA"], sys.argv[1] + ".txt").write_text("a file")
"""
SERVER = """
import http.server, os, sys
class Says(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(os.environ["DATABASE_URL"].encode())
http.server.HTTPServer(("127.0.0.1", int(sys.argv[-1])), Says).serve_forever()
"""


def page_of(body: str, head: str = "") -> str:
    """A whole page that axe finds nothing in, but for what is put into it."""
    return FRAME.format(body=body, head=head)


@contextmanager
def site(pages: Mapping[str, str], policy: str = POLICY) -> Iterator[str]:
    """Serves these pages under a strict policy; the address."""

    class Pages(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path = self.path.split("?")[0]
            text = pages.get(path)
            self.send_response(404 if text is None else 200)
            self.send_header("Content-Type", KINDS.get(path.rpartition(".")[2], KINDS["html"]))
            self.send_header("Content-Security-Policy", policy)
            self.end_headers()
            self.wfile.write((page_of("nothing here") if text is None else text).encode())

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Pages)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
