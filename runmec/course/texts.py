"""The frame texts of sheets, solutions and marks; what the teacher writes stays as it is."""

from __future__ import annotations

LANGUAGES = ("en", "de", "nl")
TEXTS: dict[str, dict[str, str]] = {
    "en": {
        "student": "Name", "variant": "Variant", "code": "Check code", "given": "Given", "questions": "Questions",
        "answer": "Answer", "points": "points", "point": "point", "solution": "Solution", "right": "right",
        "blank": "no answer", "not a number": "not a number", "unit": "right in another unit", "sign": "wrong sign",
        "carried": "right with your own", "mistake": "Most likely", "wrong": "wrong", "expected": "expected",
        "marks": "Marks", "hint": "Hint", "in": "in", "sketch": "Sketch, to scale", "total": "Total",
    },
    "de": {
        "student": "Name", "variant": "Variante", "code": "Prüfcode", "given": "Gegeben", "questions": "Fragen",
        "answer": "Antwort", "points": "Punkte", "point": "Punkt", "solution": "Lösung", "right": "richtig",
        "blank": "keine Antwort", "not a number": "keine Zahl", "unit": "richtig in einer anderen Einheit",
        "sign": "falsches Vorzeichen", "carried": "richtig mit eigenem", "mistake": "Wahrscheinlich",
        "wrong": "falsch", "expected": "erwartet", "marks": "Bewertung", "hint": "Hinweis", "in": "in",
        "sketch": "Skizze, maßstäblich", "total": "Summe",
    },
    "nl": {
        "student": "Naam", "variant": "Variant", "code": "Controlecode", "given": "Gegeven", "questions": "Vragen",
        "answer": "Antwoord", "points": "punten", "point": "punt", "solution": "Uitwerking", "right": "goed",
        "blank": "geen antwoord", "not a number": "geen getal", "unit": "goed in een andere eenheid",
        "sign": "verkeerd teken", "carried": "goed met eigen", "mistake": "Waarschijnlijk", "wrong": "fout",
        "expected": "verwacht", "marks": "Beoordeling", "hint": "Aanwijzing", "in": "in",
        "sketch": "Schets, op schaal", "total": "Totaal",
    },
}  # fmt: skip
