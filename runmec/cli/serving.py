"""A folder as pages of this machine, which load themselves anew when a run has written new files."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

_SCRIPT = (
    b"<script>let seen;setInterval(async()=>{try{const r=await fetch('run.json',{method:'HEAD',cache:'no-store'});"
    b"const m=r.headers.get('Last-Modified')+r.headers.get('Content-Length');if(seen&&seen!==m)location.reload();"
    b"seen=m}catch(e){}},700)</script>"
)
_POLICY = b"default-src 'none';"


@contextlib.contextmanager
def served(folder: Path) -> Iterator[str]:
    """The folder as pages of this machine, at a port that is free."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, args=(0.1,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/report.html"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class _Handler(SimpleHTTPRequestHandler):
    """Pages get a few words of script that load them anew when run.json has changed."""

    def do_GET(self) -> None:
        path = Path(self.translate_path(self.path))
        if path.suffix != ".html" or not path.is_file():
            if path.suffix == ".html":
                self._send(b"<!DOCTYPE html><p>Nothing is calculated yet.</p>" + _SCRIPT)
                return
            super().do_GET()
            return
        page = path.read_bytes()
        # the page as a file may load nothing at all; here it may ask for run.json
        page = page.replace(_POLICY, _POLICY + b" connect-src 'self'; script-src 'unsafe-inline';", 1)
        self._send(page.replace(b"</body>", _SCRIPT + b"</body>"))

    def _send(self, page: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(page)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(page)

    def log_message(self, format: str, *args: object) -> None:
        """The terminal is for the deck."""
