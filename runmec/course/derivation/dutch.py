"""The sentences of a derivation in Dutch; {…} are filled in."""

from __future__ import annotations

SENTENCES = {
    "title": "Afleiding",
    "group of": "bepalen",
    "position": "stand {n} van {all}",
    "time": "tijd",
    "si": (
        "Alle getallen in SI-eenheden (m, rad, kg, s, N). Vier cijfers; vergelijkingsnummers zijn die van het "
        "cursusboek."
    ),
    "own units": (
        "Alle getallen in de eenheden van de invoer, hoeken in rad. Vier cijfers; vergelijkingsnummers zijn die van "
        "het cursusboek."
    ),
    "picture": "Het mechanisme in deze stand.",
    "forms": "Coördinaten en vormparameters",
    "moving": "Bewegende coördinaten",
    "fixed": "Vast",
    "prescribed": "De stand volgt uit evenveel voorgeschreven vormparameters:",
    "measured": "Verdere vormparameters volgen uit de stand:",
    "parameter": "parameter",
    "definition": "definitie",
    "value": "waarde",
    "deck": "in de invoer",
    "element": "element",
    "D": "Afgeleiden van de vormparameters en hun inverse",
    "D symbols": (
        "Elke vormparameter wordt naar de bewegende coördinaten gedifferentieerd; een kolom van de inverse is de "
        "invloed van één parameter op alle coördinaten:"
    ),
    "groups": (
        "{n} coördinaten: D valt uiteen in {k} groepen, die elk alleen de voorgaande nodig hebben. Elke groep wordt "
        "apart opgelost."
    ),
    "group": "Groep {n}",
    "earlier": "is wat een groep van de voorgaande overneemt.",
    "large": (
        "Deze groep heeft {n} coördinaten: haar matrix wordt door eliminatie opgelost, de inverse is niet afgedrukt."
    ),
    "transfer": "Overdrachtsfuncties",
    "first": "De kolom van de aandrijving in de inverse:",
    "first of": "De kolommen van de aandrijvingen en elastische parameters in de inverse:",
    "first groups": "Met een verandering 1 van de aandrijving en 0 van alle andere parameters, groep na groep:",
    "second": "Nog eens gedifferentieerd, langs x′; de snelheden van eerste orde maken van elke parameter",
    "second time": "Langs de beweging gedifferentieerd; de snelheden maken van elke parameter",
    "motion": "Met de beweging van de aandrijving",
    "second of": "Tweede afgeleiden naar paren aandrijvingen:",
    "co-ordinate": "coördinaat",
    "loads": "Belastingen",
    "loads say": "Wat op de coördinaten werkt, traagheid volgens d’Alembert:",
    "no loads": "In deze stand werkt niets op het mechanisme; alle krachten zijn nul.",
    "uniform": (
        "Een gelijkmatige massa m tussen P en Q werkt tegen met m/3 van de versnelling aan het eigen einde en m/6 van"
        " die aan het andere (8.16)."
    ),
    "bodies": (
        "Starre lichamen: versnelling van het massamiddelpunt C en hoekversnelling geven de krachten in P en Q; r "
        "gaat van P naar C, n staat loodrecht op PQ:"
    ),
    "weight": "gewicht",
    "inertia": "traagheid {0}",
    "spring": "veer {0}",
    "damper": "demper {0}",
    "force": "kracht {0}",
    "moment": "moment {0}",
    "friction": "wrijving {0}",
    "motor": "motor {0}",
    "damping": "demping",
    "flanks": "flanken {0}",
    "surplus": "overtallig {0}",
    "others": "overige",
    "sum": "som",
    "reactive": (
        "Wrijving, en wat de tanden uiteen drukt, volgen uit de inwendige krachten; zij worden daarmee samen gevonden."
    ),
    "surplus says": (
        "{names}: er zijn meer parameters voorgeschreven dan nodig. Hun inwendige krachten, die elasticiteit of "
        "maatafwijkingen verdelen, worden hier niet afgeleid maar als belasting genomen."
    ),
    "internal": "Inwendige krachten",
    "internal says": "Evenwicht van de virtuele arbeid van belastingen en inwendige krachten:",
    "internal groups": (
        "Groep na groep, de laatste eerst; elk geeft aan de voorgaande door wat haar krachten daar doen:"
    ),
    "handed": "van latere groepen",
    "drive": "Aandrijving",
    "drive says": "Kracht of moment van een aandrijving is min haar inwendige kracht:",
    "carried": "De motoren zitten elders: voor elke aandrijving is de arbeid gelijk,",
    "frame": "Krachten van het gestel",
    "frame says": "Op de vaste coördinaten:",
    "axis": (
        "Waar geen termen staan: een moment om een as wordt vanaf een punt ernaast geteld, maar werkt om de as, en "
        "haar punten dragen het."
    ),
    "links": "Vrijgemaakte schakels",
    "links say": "Alles wat op elke schakel werkt; momenten om haar eerste punt. De sommen zijn nul.",
    "link": "schakel {0}",
    "at": "in {0} door {1}",
    "the frame": "gestel",
    "element of": "element {0}",
    "slider": "de schuif",
    "drive of": "aandrijving",
    "what is on": "op {0}",
    "weight, inertia": "gewicht, traagheid",
    "motion equation": "Bewegingsvergelijking",
    "J": "De gereduceerde traagheid is die van alle massa’s langs x′ en heeft een afgeleide:",
    "Q": "Belastingen en gewicht, gereduceerd naar de aandrijving:",
    "motor is": "de motor",
    "gives": "zodat",
    "mass": "massa",
    "several": "Met meer vrijheden is J een matrix, en h bevat wat de snelheden doen:",
    "check": "Controle door virtueel vermogen",
    "check says": (
        "Een virtuele verandering van de aandrijving verplaatst elke belasting over x′; de vermogens zijn samen nul:"
    ),
    "check none": (
        "Zonder aandrijving is er geen beweging om mee te controleren; de sommen van de schakels hierboven zijn nul."
    ),
    "input": "aandrijving",
    "kinematics": "KIN ANA vraagt niet naar krachten; met DYN ANA op de eerste regel volgen ze hier.",
    "rest": "Het mechanisme rust: de inwendige krachten van wat zijn rust vindt, zijn die van zijn veren en motoren.",
}
