"""The studio under attack: refused or bounded, and alive afterwards."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from socket import create_connection

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from .serving import EXAMPLE, STARTER, Served, ask, studio


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("decks")
    (folder / "bar.mec").write_text(STARTER, encoding="utf-8")
    (folder.parent / "secret.mec").write_text("secret", encoding="utf-8")
    (folder / "away.mec").symlink_to(folder.parent / "secret.mec")
    with studio(folder, "bar.mec") as found:
        yield found
        with found.socket() as socket:  # whatever was done: it answers
            assert ask(socket, "calculate", text=STARTER)["complete"]


def get(served: Served, path: str, **headers: str) -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=10)
    connection.putrequest("GET", path, skip_host=True)
    for name, value in {"Host": served.host, **headers}.items():
        connection.putheader(name, value)
    connection.endheaders()
    response = connection.getresponse()
    response.body = response.read()  # type: ignore[attr-defined]
    connection.close()
    return response


def test_the_page_and_what_it_may_do(served: Served) -> None:
    page = get(served, f"/?token={served.token}")
    assert page.status == 200
    policy = page.getheader("content-security-policy", "")
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert page.getheader("x-content-type-options") == "nosniff"
    assert page.getheader("referrer-policy") == "no-referrer"
    assert served.token.encode() not in page.body  # type: ignore[attr-defined]


@pytest.mark.parametrize("path", ["/", "/?token=", "/?token=wrong", "/?token=%00", "/talk"])
def test_without_the_token_nothing(served: Served, path: str) -> None:
    assert get(served, path).status == 403


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:80", "127.0.0.1", "localhost:1", "", "127.0.0.1:0@evil"]
)
def test_a_wrong_host_is_refused(served: Served, host: str) -> None:
    assert get(served, f"/?token={served.token}", Host=host).status in (400, 403)
    assert get(served, "/static/studio.js", Host=host).status in (400, 403)


def test_a_wrong_origin_is_refused(served: Served) -> None:
    for origin in ("http://evil.example", "null", f"https://{served.host}", f"http://{served.host}.evil.example"):
        assert get(served, f"/?token={served.token}", Origin=origin).status == 403
        with pytest.raises(InvalidStatus):
            served.socket(origin=origin)
    with pytest.raises(InvalidStatus):
        served.socket(origin=None)
    with pytest.raises(InvalidStatus):
        served.socket(token="wrong")


def test_no_file_but_its_own(served: Served) -> None:
    for path in (
        "/static/../app.py",
        "/static/..%2fapp.py",
        "/static/%2e%2e/app.py",
        "/static//etc/passwd",
        "/etc/passwd",
        "/static/index.html",
        "/static/sources.sha256",
    ):
        assert get(served, f"{path}?token={served.token}").status == 404


@pytest.mark.parametrize(
    "name",
    [
        "../secret.mec",
        "/etc/passwd",
        "..\\secret.mec",
        "away.mec",
        "a/b.mec",
        ".mec",
        "x",
        "",
        "bar.mec\0.txt",
        "\n.mec",
        "a" * 500 + ".mec",
        "C:x.mec",
    ],
)
def test_no_deck_outside_its_folder(served: Served, name: str) -> None:
    with served.socket() as socket:
        assert "text" not in ask(socket, "open", kind="deck", name=name)
        answer = ask(socket, "save", name=name, text="written", seen="", force=True)
        assert "error" in answer
    assert (served.folder.parent / "secret.mec").read_text() == "secret"
    assert sorted(os.listdir(served.folder)) == ["away.mec", "bar.mec"]


def test_a_file_that_has_changed_is_not_lost(served: Served) -> None:
    with served.socket() as socket:
        first = ask(socket, "open", kind="deck", name="bar.mec")
        (served.folder / "bar.mec").write_text("somebody else\n", encoding="utf-8")
        refused = ask(socket, "save", name="bar.mec", text="mine", seen=first["seen"])
        assert refused["changed"]
        assert refused["text"] == "somebody else\n"
        assert (served.folder / "bar.mec").read_text() == "somebody else\n"
        assert "seen" in ask(socket, "save", name="bar.mec", text=STARTER, seen=first["seen"], force=True)
    assert (served.folder / "bar.mec").read_text(encoding="utf-8") == STARTER


def test_a_message_of_100_MB_ends_the_connection_only(served: Served) -> None:
    def send() -> None:
        with served.socket() as socket:
            socket.send("x" * 100_000_000)
            socket.recv(timeout=20)

    with pytest.raises(ConnectionClosed):
        send()
    with served.socket() as socket:
        refused = ask(socket, "calculate", text=";" * 1_200_000)
        assert "takes 1000000 at most" in refused["error"]


def test_what_makes_no_sense_is_told(served: Served) -> None:
    with served.socket() as socket:
        for text in ("", "[]", "7", "{", '{"id": "x", "op": "check"}', '{"id": 1}', "[" * 100_000):
            socket.send(text)
            assert "error" in json.loads(socket.recv(timeout=10))
        for op, values in (
            ("check", {}),
            ("nothing", {}),
            ("hover", {"text": "x", "line": "a", "column": []}),
            ("drag", {"text": STARTER, "point": [1, 999], "target": [0, 0], "change": [], "finest": 0}),
            ("drag", {"text": STARTER, "point": "no", "target": None, "change": 1, "finest": 0}),
            ("define", {"text": STARTER, "name": "a", "value": "nan", "finest": 1e-3}),
            ("export", {"text": STARTER, "what": "../../etc/passwd"}),
            ("optimise", {"text": STARTER}),
            ("optimise", {"text": "END", "starts": "many"}),
            ("target", {"text": STARTER, "target": [1], "change": 0, "finest": 1}),
            ("target", {"text": STARTER, "line": 3, "number": 10**9}),
            ("take", {"text": STARTER, "values": {"a": "inf"}}),
            ("take", {"text": STARTER, "values": {"<b>": 1}}),
            ("take", {"text": STARTER, "values": 7}),
            ("branches", {"text": "KIN ANA\nEND"}),
            ("branch", {"text": STARTER, "values": [1, 2]}),
            ("branch", {"text": STARTER, "values": {"7": 1e308}, "decisive": ["x"]}),
            ("values", {"text": STARTER, "kind": "point", "numbers": None, "row": "x"}),
            ("plots", {"text": STARTER, "kind": "point"}),
            ("plot", {"text": STARTER, "kind": "element", "numbers": [99], "what": "angle"}),
            ("call", {"text": STARTER, "kind": "point", "numbers": [1, 1], "new": "a b\nEND"}),
            ("call", {"text": EXAMPLE, "kind": "point", "numbers": [5, 6], "new": "x" * 100_000}),
            ("open", {"kind": 1, "name": 2}),
        ):
            assert "error" in ask(socket, op, **values), op


def test_a_thousand_messages_at_once(served: Served) -> None:
    """The newest is answered; of the others each is answered, overtaken or refused."""
    with served.socket() as socket:
        for number in range(1000):
            socket.send(json.dumps({"id": 100 + number, "op": "check", "text": f"{STARTER}; {number}"}))
        answers = {}
        while len(answers) < 1000:
            answer = json.loads(socket.recv(timeout=30))
            answers[answer["id"]] = answer
        assert sum("told" in answer for answer in answers.values()) < 1000
        assert ask(socket, "check", text=STARTER)["sound"]


def test_a_newer_deck_takes_the_place_of_one_that_does_not_end(served: Served) -> None:
    """Ten million steps: it is dropped, and the next deck is calculated at once."""
    endless = EXAMPLE.replace("tstepe 120 0.20944", "tstepe 200000 349.0666")
    with served.socket() as socket:
        socket.send(json.dumps({"id": 1, "op": "calculate", "text": endless}))
        time.sleep(0.5)
        socket.send(json.dumps({"id": 2, "op": "calculate", "text": EXAMPLE}))
        found = {}
        while 2 not in found:
            answer = json.loads(socket.recv(timeout=30))
            if "progress" not in answer:
                found[answer["id"]] = answer
        assert found[1] == {"id": 1, "superseded": True}
        assert found[2]["complete"]


def test_a_simulation_that_is_stopped_shows_what_it_has(served: Served, tmp_path: Path) -> None:
    inputs = Path(__file__).parent.parent.parent / "inputs"
    deck = (inputs / "free_motion/double_pendulum.mec").read_text(encoding="utf-8")
    line = next(line for line in deck.split("\n") if line.strip().startswith("tstepf"))
    words = line.split()
    long = deck.replace(line, f"  tstepf 90000 {float(words[2]) * 90000 / int(words[1]):g} {' '.join(words[3:])}")
    with served.socket() as socket:
        socket.send(json.dumps({"id": 1, "op": "calculate", "text": long}))
        while "progress" not in (answer := json.loads(socket.recv(timeout=30))):
            assert answer["id"] == 1
        while answer["progress"]["what"] != "motion" or answer["progress"]["part"] == 0:
            answer = json.loads(socket.recv(timeout=30))
        socket.send(json.dumps({"id": 2, "op": "stop"}))
        found = {}
        while len(found) < 2:
            answer = json.loads(socket.recv(timeout=30))
            if "progress" not in answer:
                found[answer["id"]] = answer
        assert found[2]["stopped"]
        assert not found[1]["complete"]
        assert 1 < found[1]["data"]["positions"] < 90001
        assert "R408" in [one["code"] for one in found[1]["told"]]


def test_a_newer_search_takes_the_place_of_one_that_does_not_end(served: Served) -> None:
    """A thousand starts: dropped, or ended where it is deaf; meanwhile decks are calculated."""
    study = "STUDY\n  vary a 20mm 60mm\n  figure f (peak(drive))\n  goal min f\nMOVEMENT"
    endless = STARTER.replace("MOVEMENT", study)
    short = endless.replace("tstepe 120", "tstepe 12").replace("  vary a 20mm 60mm", "  vary a 30mm 30.1mm")
    with served.socket() as socket:
        socket.send(json.dumps({"id": 1, "op": "optimise", "text": endless, "starts": 10**30}))
        socket.send(json.dumps({"id": 3, "op": "calculate", "text": STARTER}))
        answers = {}
        while 3 not in answers:
            answer = json.loads(socket.recv(timeout=30))
            answers[answer["id"]] = answer
        socket.send(json.dumps({"id": 2, "op": "optimise", "text": short, "starts": 1}))
        while 2 not in answers:
            answer = json.loads(socket.recv(timeout=60))
            if "progress" not in answer:
                answers[answer["id"]] = answer
        assert answers[1] == {"id": 1, "superseded": True}
        assert answers[3]["complete"]
        assert len(answers[2]["solutions"]) >= 1


def test_connections_that_ask_for_nothing_leave_room(served: Served) -> None:
    """A hundred that are half open: answered meanwhile, and they are ended."""
    with contextlib.ExitStack() as held:
        silent = [held.enter_context(create_connection(("127.0.0.1", served.port))) for _ in range(100)]
        for one in silent[:50]:
            one.sendall(b"GET / HTTP/1.1\r\nHost:")
        assert get(served, f"/?token={served.token}").status == 200
        for one in silent:
            one.settimeout(15)
            assert one.recv(1) == b""


def test_too_many_positions_are_told_before_they_are_calculated(served: Served) -> None:
    line = next(k for k, line in enumerate(STARTER.split("\n"), 1) if "tstepe" in line)
    with served.socket() as socket:
        answer = ask(socket, "calculate", text=STARTER.replace("tstepe 120", "tstepe 400001"))
    assert [(one["code"], one["place"]["line"]) for one in answer["told"]] == [("R489", line)]


def test_a_search_in_one_page_leaves_that_of_another_alone(served: Served) -> None:
    study = "STUDY\n  vary a 20mm 60mm\n  figure f (peak(drive))\n  goal min f\nMOVEMENT"
    endless = STARTER.replace("MOVEMENT", study)
    short = endless.replace("tstepe 120", "tstepe 12").replace("  vary a 20mm 60mm", "  vary a 30mm 30.1mm")
    with served.socket() as one, served.socket() as other:
        one.send(json.dumps({"id": 1, "op": "optimise", "text": endless, "starts": 10**30}))
        time.sleep(0.5)
        assert len(ask(other, "optimise", text=short, starts=1)["solutions"]) >= 1


def test_ended_from_outside_it_leaves_nothing(tmp_path: Path) -> None:
    with studio(tmp_path) as found:
        found.process.terminate()
        found.process.wait(timeout=20)
        assert found.process.stderr is not None
        assert found.process.stderr.read() == ""
        with pytest.raises(ConnectionRefusedError):
            get(found, "/")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nowhere.mec"], "nowhere.mec is not there"),
        (["--folder", "nowhere"], "is not a folder"),
        (["a.mec", "--folder", ".."], "a.mec is not in .."),
    ],
)
def test_what_cannot_be_opened_is_told_in_a_line(arguments: list[str], said: str, tmp_path: Path) -> None:
    (tmp_path / "a.mec").write_text(STARTER, encoding="utf-8")
    path = os.path.abspath(os.environ.get("PYTHONPATH", "")) if os.environ.get("PYTHONPATH") else ""
    found = subprocess.run(
        [sys.executable, "-m", "runmec", "studio", "--no-browser", *arguments],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": path},
    )
    assert found.returncode == 2
    assert said in found.stderr
    assert found.stderr.count("\n") == 1
