"""Starts the server on this machine alone, at a port that is free, until it is ended."""

from __future__ import annotations

import secrets
import socket
from collections.abc import Callable

import uvicorn

from ..diagnostics import RunmecError
from .app import MESSAGE_AT_MOST, make_app
from .folder import Folder

ADDRESS = "127.0.0.1"


def serve(folder: Folder, deck: str, port: int, ready: Callable[[str], None]) -> None:
    """Serves until Ctrl-C; `ready` is given the address as soon as it answers."""
    listening = _listening(port)
    port = listening.getsockname()[1]
    token = secrets.token_urlsafe(24)
    config = uvicorn.Config(
        make_app(folder, deck, token, port), log_level="critical", access_log=False, ws="websockets-sansio",
        ws_max_size=MESSAGE_AT_MOST, ws_per_message_deflate=False, timeout_graceful_shutdown=1, limit_concurrency=64,
        server_header=False, lifespan="on",
    )  # fmt: skip
    server = _Server(config, lambda: ready(f"http://{ADDRESS}:{port}/?token={token}"))
    with listening:
        server.run(sockets=[listening])


def _listening(port: int) -> socket.socket:
    found = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((ADDRESS, port))
    except OSError as fault:
        found.close()
        raise RunmecError(f"port {port} cannot be used ({fault.strerror}); take another one by --port") from None
    return found


class _Server(uvicorn.Server):
    """Tells when it answers."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        if self.started:
            self._ready()
