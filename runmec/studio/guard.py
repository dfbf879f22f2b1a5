"""Who may talk to the studio: pages that it has served itself, to a browser of this machine that has the token."""

from __future__ import annotations

import secrets
from urllib.parse import parse_qs

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cache-control", b"no-store"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
)


def policy(nonce: str) -> str:
    """What the page may load: its own files, and nothing else from anywhere."""
    return (
        "default-src 'none'; script-src 'self'; style-src 'self' "
        f"'nonce-{nonce}'; img-src 'self' data: blob:; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


class Guard:
    """Looks at every request before anything else does."""

    def __init__(self, app: ASGIApp, token: str, port: int) -> None:
        self._app, self._token = app, token
        self._hosts = frozenset({f"127.0.0.1:{port}", f"localhost:{port}"})
        self._origins = frozenset(f"http://{host}" for host in self._hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        refused = self._refusal(scope)
        if refused and scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": refused})
        elif refused:
            await PlainTextResponse(f"{refused}\n", 403)(scope, receive, send)
        else:
            await self._app(scope, receive, _with_headers(send))

    def _refusal(self, scope: Scope) -> str:
        headers = Headers(scope=scope)
        if headers.getlist("host")[:2] not in ([host] for host in self._hosts):
            return "wrong host"
        origin = headers.get("origin")
        if (origin is not None or scope["type"] == "websocket") and origin not in self._origins:
            return "wrong origin"
        if scope["path"].startswith("/static/") and scope["type"] == "http":
            return ""  # files that every copy of runmec has
        given = parse_qs(scope["query_string"].decode("latin-1")).get("token", [""])[0]
        if not secrets.compare_digest(given.encode(), self._token.encode()):
            return "the address needs its token: take the one that `runmec studio` has printed"
        return ""


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            known = {name.lower() for name, _ in message["headers"]}
            message["headers"] = [*message["headers"], *(pair for pair in _HEADERS if pair[0] not in known)]
        await send(message)

    return sending
