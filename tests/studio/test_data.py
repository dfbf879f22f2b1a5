"""The studio finds the data of a deck in its folder, sees when they change, and gives decks away with their points."""

from __future__ import annotations

import base64
from pathlib import Path

from runmec.studio.folder import DeckFolder, digest

from .serving import ask, studio

DECK = """DYN ANA
TOPOLOGY
  elem s BIN O A free
  input s.lenl
GEOMETRY
  point O 0 0 fixed
  point A 1 0 fixed y
DYNAMICS
  force A.x (curve(t, "f.csv"))
STORAGE
  bufdrive s.lenl M
MOVEMENT
  tstepe 4 1 1 0
END
"""


def test_a_file_that_changes_is_seen(tmp_path: Path) -> None:
    (tmp_path / "a.mec").write_text(DECK)
    folder, seen = DeckFolder(tmp_path), digest(DECK)
    first = folder.look("a.mec", seen)
    assert first == folder.look("a.mec", seen)
    (tmp_path / "f.csv").write_text("0,0\n1,1\n")
    assert not first["changed"]
    assert folder.look("a.mec", seen)["data"] != first["data"]


def test_decks_are_calculated_with_the_data_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "a.mec").write_text(DECK)
    with studio(tmp_path) as served, served.socket() as socket:
        told = ask(socket, "check", text=DECK)["told"]
        assert [one["code"] for one in told if one["level"] == "error"] == ["D125"]
        (tmp_path / "f.csv").write_text("0,0\n1,4\n")
        assert ask(socket, "check", text=DECK)["sound"]
        given = base64.b64decode(ask(socket, "export", text=DECK, what="deck", name="a.mec")["content"]).decode()
        assert given == DECK.replace('"f.csv"', "0.0, 0.0, 1.0, 4.0")
        text = ask(socket, "open", kind="example", name="punch_force")["text"]
        assert '"punch_force.csv"' not in text
        assert ask(socket, "check", text=text)["sound"]
