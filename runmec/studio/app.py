"""The server: one page, its files, and a WebSocket over which the page asks."""

from __future__ import annotations

import asyncio
import contextlib
import html
import itertools
import json
import re
import secrets
from collections.abc import AsyncIterator
from importlib.resources import files
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from ..diagnostics import RunmecError
from .answers import Answers
from .crews import Crew, Crews
from .folder import DeckFolder
from .guard import Guard, policy
from .tasks import LONG, SEARCHING, TASKS
from .workers import Worker

MESSAGE_AT_MOST = 4_000_000  # bytes of one request
PAGES_AT_MOST = 16  # that are open at the same time
_PENDING_AT_MOST = 100  # requests of one page
_SHORT_LIMIT = 20.0  # seconds for what should take none
_STATIC = {
    "studio.js": "text/javascript", "studio.css": "text/css", "painter.js": "text/javascript",
    "diagram.js": "text/javascript", "space.js": "text/javascript", "icon.svg": "image/svg+xml",
    "notices.txt": "text/plain",
}  # fmt: skip
_OF_THE_FILM = ("painter.js", "diagram.js", "space.js")


def make_app(folder: DeckFolder, deck: str, token: str, port: int, limit: float = 600.0) -> Guard:
    studio = Studio(folder, deck, limit)
    app = Starlette(
        routes=[Route("/", studio.page), Route("/static/{name}", studio.static), WebSocketRoute("/talk", studio.talk)],
        lifespan=studio.lifespan,
        exception_handlers={Exception: _broken},
    )
    return Guard(app, token, port)


async def _broken(request: Request, fault: Exception) -> Response:
    return PlainTextResponse("this went wrong inside runmec\n", 500)


class Studio:
    def __init__(self, folder: DeckFolder, deck: str, limit: float) -> None:
        self.answers, self.limit = Answers(folder, deck), limit
        self.crews = Crews(str(folder.path))
        self._pages = itertools.count(1)
        self._open = 0

    @contextlib.asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncIterator[None]:
        self.crews.start()
        try:
            yield
        finally:
            self.crews.close()

    async def page(self, request: Request) -> Response:
        nonce = secrets.token_urlsafe(16)
        text = (files(__package__) / "static" / "index.html").read_text(encoding="utf-8")
        text = text.replace("@NONCE@", html.escape(nonce))
        return HTMLResponse(text, headers={"content-security-policy": policy(nonce)})

    async def static(self, request: Request) -> Response:
        name = request.path_params["name"]
        if name not in _STATIC:
            return PlainTextResponse("no such file\n", 404)
        room = "runmec.drawing" if name in _OF_THE_FILM else __package__
        path = files(room) / name if room != __package__ else files(room) / "static" / name
        return Response(path.read_bytes(), media_type=_STATIC[name])

    async def talk(self, websocket: WebSocket) -> None:
        await websocket.accept()
        if self._open >= PAGES_AT_MOST:
            await websocket.close(1013, f"{PAGES_AT_MOST} pages are open, which is as many as it serves")
            return
        self._open += 1
        page = _Page(self, websocket, next(self._pages))
        try:
            await page.serve()
        finally:
            self._open -= 1
            self.crews.forget(page.number)


class _Page:
    """One page that is open."""

    def __init__(self, studio: Studio, websocket: WebSocket, number: int) -> None:
        self.studio, self.websocket, self.number = studio, websocket, number
        self._tasks: set[asyncio.Task[None]] = set()
        self._sending = asyncio.Lock()

    async def serve(self) -> None:
        try:
            while True:
                data = await self.websocket.receive_text()
                if len(self._tasks) >= _PENDING_AT_MOST:
                    await self._send({"id": _id_of(data), "error": "too many requests at once"})
                    continue
                task = asyncio.create_task(self._answer(data))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
        except (WebSocketDisconnect, KeyError):  # KeyError: bytes instead of a text
            pass
        finally:
            for task in self._tasks:
                task.cancel()

    async def _answer(self, data: str) -> None:
        try:
            request = json.loads(data)
            number = request["id"]
            if not isinstance(number, int) or not isinstance(request.get("op"), str):
                raise TypeError
        except (ValueError, TypeError, KeyError, RecursionError):
            await self._send({"id": 0, "error": "a request is an object with `id` and `op`"})
            return
        try:
            await self._carry_out(number, request)
        except RunmecError as fault:
            await self._send({"id": number, "error": str(fault)})
        except (KeyError, TypeError, ValueError):
            await self._send({"id": number, "error": "the request cannot be read"})

    async def _carry_out(self, number: int, request: dict[str, Any]) -> None:
        op = request["op"]
        if op in TASKS:
            worker = self._worker_of(op)
            limit = self.studio.limit if op in LONG or op in SEARCHING else _SHORT_LIMIT

            def tell(body: bytes) -> None:
                self._later(number, b'{"progress":' + body + b"}")

            answer = await worker.ask(request, (self.number, op), limit, tell)
            await self._send_raw(number, answer)
        else:
            own = self.stop if op == "stop" else self.studio.answers.of(op)
            await self._send({"id": number, **(own(request) if own is not None else {"error": "no such request"})})

    def _worker_of(self, op: str) -> Worker:
        crew: Crew = self.studio.crews.of(self.number)
        return crew.searching if op in SEARCHING else crew.calculating if op in LONG else crew.editing

    def _later(self, number: int, body: bytes) -> None:
        task = asyncio.create_task(self._send_raw(number, body))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _send_raw(self, number: int, body: bytes) -> None:
        """An answer as the worker made it, with the number of its request in front."""
        await self._send_text(f'{{"id":{number},{body[1:].decode()}')

    async def _send(self, values: dict[str, Any]) -> None:
        await self._send_text(json.dumps(values))

    async def _send_text(self, text: str) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            async with self._sending:
                if self.websocket.client_state == WebSocketState.CONNECTED:
                    await self.websocket.send_text(text)

    def stop(self, request: dict[str, Any]) -> dict[str, Any]:
        """Ends a search, where it is one that is named; else whatever is being calculated."""
        ended = SEARCHING if request.get("what") in SEARCHING else LONG
        return {"stopped": True in [self._worker_of(op).stop((self.number, op)) for op in ended]}


def _id_of(data: str) -> int:
    """The number of a request that is not read."""
    found = re.search(r'"id": ?(\d{1,9})', data[:1000])
    return int(found[1]) if found else 0


def folder_and_deck(deck: str | None, folder: str | None) -> tuple[DeckFolder, str]:
    """The folder to work in, and the name of the deck in it."""
    if deck is None:
        return DeckFolder(Path(folder or ".")), ""
    path = Path(deck)
    if folder is not None and path.resolve().parent != Path(folder).resolve():
        raise RunmecError(f"{deck} is not in {folder}")
    return DeckFolder(path.parent), path.name
