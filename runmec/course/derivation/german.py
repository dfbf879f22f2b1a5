"""The sentences of a derivation in German; {…} are filled in."""

from __future__ import annotations

SENTENCES = {
    "title": "Herleitung",
    "group of": "bestimmen",
    "position": "Stellung {n} von {all}",
    "time": "Zeit",
    "si": "Alle Zahlen in SI-Einheiten (m, rad, kg, s, N). Vier Stellen; Gleichungsnummern sind die des Kursbuchs.",
    "own units": (
        "Alle Zahlen in den Einheiten der Eingabe, Winkel in rad. Vier Stellen; Gleichungsnummern sind die des "
        "Kursbuchs."
    ),
    "picture": "Der Mechanismus in dieser Stellung.",
    "forms": "Koordinaten und Formparameter",
    "moving": "Bewegliche Koordinaten",
    "fixed": "Fest",
    "prescribed": "Die Stellung folgt aus ebenso vielen vorgeschriebenen Formparametern:",
    "measured": "Weitere Formparameter folgen aus der Stellung:",
    "parameter": "Parameter",
    "definition": "Definition",
    "value": "Wert",
    "deck": "in der Eingabe",
    "element": "Element",
    "D": "Ableitungen der Formparameter und ihre Inverse",
    "D symbols": (
        "Jeder Formparameter wird nach den beweglichen Koordinaten abgeleitet; eine Spalte der Inversen ist die "
        "Wirkung eines Parameters auf alle Koordinaten:"
    ),
    "groups": (
        "{n} Koordinaten: D zerfällt in {k} Gruppen, von denen jede nur die vor ihr braucht. Jede Gruppe wird für "
        "sich gelöst."
    ),
    "group": "Gruppe {n}",
    "earlier": "ist, was eine Gruppe von denen vor ihr übernimmt.",
    "large": (
        "Diese Gruppe hat {n} Koordinaten: Ihre Matrix wird durch Elimination gelöst, die Inverse ist nicht abgedruckt."
    ),
    "transfer": "Übertragungsfunktionen",
    "first": "Die Spalte des Antriebs in der Inversen:",
    "first of": "Die Spalten der Antriebe und elastischen Parameter in der Inversen:",
    "first groups": "Mit einer Änderung 1 des Antriebs und 0 aller anderen Parameter, Gruppe nach Gruppe:",
    "second": "Noch einmal abgeleitet, entlang x′; die Geschwindigkeiten erster Ordnung machen aus jedem Parameter",
    "second time": "Entlang der Bewegung abgeleitet; die Geschwindigkeiten machen aus jedem Parameter",
    "motion": "Mit der Bewegung des Antriebs",
    "second of": "Zweite Ableitungen nach Paaren von Antrieben:",
    "co-ordinate": "Koordinate",
    "loads": "Lasten",
    "loads say": "Was auf die Koordinaten wirkt, Trägheit nach d’Alembert:",
    "no loads": "In dieser Stellung wirkt nichts auf den Mechanismus; alle Kräfte sind null.",
    "uniform": (
        "Eine gleichmäßige Masse m zwischen P und Q widersteht mit m/3 der Beschleunigung am eigenen Ende und m/6 "
        "derjenigen am anderen (8.16)."
    ),
    "bodies": (
        "Starre Körper: Beschleunigung des Schwerpunkts C und Winkelbeschleunigung geben die Kräfte in P und Q; r "
        "führt von P nach C, n steht senkrecht auf PQ:"
    ),
    "weight": "Gewicht",
    "inertia": "Trägheit {0}",
    "spring": "Feder {0}",
    "damper": "Dämpfer {0}",
    "force": "Kraft {0}",
    "moment": "Moment {0}",
    "friction": "Reibung {0}",
    "motor": "Motor {0}",
    "damping": "Dämpfung",
    "flanks": "Flanken {0}",
    "surplus": "überzählig {0}",
    "others": "übrige",
    "sum": "Summe",
    "reactive": (
        "Reibung und was die Zähne auseinanderdrückt folgen aus den inneren Kräften; sie werden mit ihnen zusammen "
        "gefunden."
    ),
    "surplus says": (
        "{names}: Es sind mehr Parameter vorgeschrieben als nötig. Ihre inneren Kräfte, die Elastizität oder Zwang "
        "verteilt, werden hier nicht hergeleitet, sondern als Lasten genommen."
    ),
    "internal": "Innere Kräfte",
    "internal says": "Gleichgewicht der virtuellen Arbeit von Lasten und inneren Kräften:",
    "internal groups": (
        "Gruppe nach Gruppe, die letzte zuerst; jede gibt denen vor ihr weiter, was ihre Kräfte dort bewirken:"
    ),
    "handed": "aus späteren Gruppen",
    "drive": "Antrieb",
    "drive says": "Kraft oder Moment eines Antriebs ist minus seine innere Kraft:",
    "carried": "Die Motoren sitzen anderswo: Für jeden Antrieb ist die Arbeit dieselbe,",
    "frame": "Kräfte des Gestells",
    "frame says": "An den festen Koordinaten:",
    "axis": (
        "Wo keine Summanden stehen: Ein Moment um eine Achse wird von einem Punkt neben ihr gezählt, wirkt aber um "
        "die Achse, und deren Punkte tragen es."
    ),
    "links": "Freigemachte Glieder",
    "links say": "Alles, was auf jedes Glied wirkt; Momente um seinen ersten Punkt. Die Summen sind null.",
    "link": "Glied {0}",
    "at": "in {0} von {1}",
    "the frame": "Gestell",
    "element of": "Element {0}",
    "slider": "Schieber",
    "drive of": "Antrieb",
    "what is on": "auf {0}",
    "weight, inertia": "Gewicht, Trägheit",
    "motion equation": "Bewegungsgleichung",
    "J": "Die reduzierte Trägheit ist die aller Massen entlang x′ und hat eine Ableitung:",
    "Q": "Lasten und Gewicht, auf den Antrieb reduziert:",
    "motor is": "der Motor",
    "gives": "und damit",
    "mass": "Masse",
    "several": "Mit mehreren Freiheiten ist J eine Matrix, und h enthält, was die Geschwindigkeiten bewirken:",
    "check": "Probe durch virtuelle Leistung",
    "check says": "Eine virtuelle Änderung des Antriebs verschiebt jede Last um x′; die Leistungen ergeben null:",
    "check none": "Ohne Antrieb gibt es keine Bewegung zur Probe; die Summen der Glieder oben sind null.",
    "input": "Antrieb",
    "kinematics": "KIN ANA fragt nicht nach Kräften; mit DYN ANA in der ersten Zeile folgen sie hier.",
    "rest": (
        "Der Mechanismus ruht: Die inneren Kräfte dessen, was seine Ruhe findet, sind die seiner Federn und Motoren."
    ),
}
