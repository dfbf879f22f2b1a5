"""Starts the server on this machine alone, at a port that is free, until it is ended."""

from __future__ import annotations

import asyncio
import secrets
import socket
import zlib
from collections.abc import Callable
from pathlib import Path

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from ..diagnostics import RunmecError
from .app import MESSAGE_AT_MOST, make_app
from .folder import DeckFolder

ADDRESS = "127.0.0.1"
_REQUEST_WITHIN = 5.0  # seconds from a connection to its first request
_PORTS = range(20_000, 30_000)  # one for every folder: a browser keeps drafts by address


def serve(folder: DeckFolder, deck: str, port: int, ready: Callable[[str], None]) -> None:
    """Serves until Ctrl-C; `ready` is given the address as soon as it answers."""
    listening = _listening(port) if port else _of_folder(folder.path)
    port = listening.getsockname()[1]
    token = secrets.token_urlsafe(24)
    config = uvicorn.Config(
        make_app(folder, deck, token, port),
        log_level="critical",
        access_log=False,
        ws="websockets-sansio",
        ws_max_size=MESSAGE_AT_MOST,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=1,
        http=_Impatient,
        server_header=False,
        lifespan="on",
    )
    server = _Server(config, lambda: ready(f"http://{ADDRESS}:{port}/?token={token}"))
    with listening:
        server.run(sockets=[listening])


def _of_folder(path: Path) -> socket.socket:
    """At the port of the folder, where nobody else has it."""
    try:
        return _listening(_PORTS[zlib.crc32(str(path).encode()) % len(_PORTS)])
    except RunmecError:
        return _listening(0)


def _listening(port: int) -> socket.socket:
    found = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((ADDRESS, port))
    except OSError as fault:
        found.close()
        raise RunmecError(f"port {port} cannot be used ({fault.strerror}); take another one by --port") from None
    return found


class _Impatient(H11Protocol):
    """Ends connections that ask for nothing, so that they leave room for those that do."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        super().connection_made(transport)
        self.loop.call_later(_REQUEST_WITHIN, self._end_if_silent)

    def _end_if_silent(self) -> None:
        if not self.cycle and self.transport.get_protocol() is self:
            self.transport.close()


class _Server(uvicorn.Server):
    """Tells when it answers."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        if self.started:
            self._ready()
