"""A package of QTI 2.1: an item for every question and variant, with its picture."""

from __future__ import annotations

import io
import zipfile
from html import escape
from typing import TYPE_CHECKING
from xml.sax.saxutils import quoteattr

from ..deck.exercise import Ask
from .sheets import data, filled
from .variants import Variant

if TYPE_CHECKING:
    from .classes import Sheets

_ITEM = "http://www.imsglobal.org/xsd/imsqti_v2p1"
_DATE = (1980, 1, 1, 0, 0, 0)  # the same bytes every time


def package(sheets: Sheets, language: str) -> bytes:
    questions = sheets.questions
    variants = list({variant.place: variant for variant in sheets.variants.values()}.values())
    files: dict[str, str] = {}
    resources = []
    for variant in variants:
        picture = f"pictures/variant{variant.number}.svg"
        files[picture] = sheets.shown(variant.place).sketch
        for ask in questions.asks:
            name = f"{ask.name}_{variant.number}"
            files[f"items/{name}.xml"] = _item(sheets, ask, variant, f"../{picture}", language)
            resources.append(
                f'<resource identifier="R_{name}" type="imsqti_item_xmlv2p1" href="items/{name}.xml">'
                f'<file href="items/{name}.xml"/><file href="{picture}"/></resource>'
            )
    files = {"imsmanifest.xml": _manifest(resources), **files}
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as package:
        for name, text in files.items():
            package.writestr(zipfile.ZipInfo(name, _DATE), text.encode())
    return packed.getvalue()


def _manifest(resources: list[str]) -> str:
    listed = "\n".join(resources)
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<manifest xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" identifier="MANIFEST">
<metadata><schema>QTIv2.1 Package</schema><schemaversion>1.0.0</schemaversion></metadata>
<organizations/>
<resources>
{listed}
</resources>
</manifest>
"""


def _item(sheets: Sheets, ask: Ask, variant: Variant, picture: str, language: str) -> str:
    questions = sheets.questions
    unit, size = questions.units[ask.name]
    answer = variant.answers.values[ask.name] / size
    mode, width = ("relative", 100.0 * ask.tolerance) if ask.is_relative else ("absolute", ask.tolerance / size)
    said = "".join(f"<p>{filled(text, questions, variant)}</p>" for text in questions.paragraphs)
    given = data(questions, variant, sheets.shown(variant.place), language).replace("<td class=number>", "<td>")
    solution = "".join(f"<p>{filled(text, questions, variant)}</p>" for text in questions.told("solution"))
    title = quoteattr(f"{questions.title} {ask.name}")
    fields = "".join(
        f'<outcomeDeclaration identifier="{name}" cardinality="single" baseType="float">'
        f"<defaultValue><value>{value:g}</value></defaultValue></outcomeDeclaration>\n"
        for name, value in (("SCORE", 0.0), ("MAXSCORE", ask.points))
    )
    shown = '<modalFeedback outcomeIdentifier="FEEDBACK" identifier="solution" showHide="show">'
    feedback = f"{shown}{solution}</modalFeedback>\n" if solution else ""
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<assessmentItem xmlns="{_ITEM}" identifier="I_{ask.name}_{variant.number}" title={title}
 adaptive="false" timeDependent="false" xml:lang="{language}">
<responseDeclaration identifier="RESPONSE" cardinality="single" baseType="float">
<correctResponse><value>{answer!r}</value></correctResponse></responseDeclaration>
{fields}<outcomeDeclaration identifier="FEEDBACK" cardinality="single" baseType="identifier"/>
<itemBody>
{said}<p><img src="{picture}" alt="{escape(ask.name)}"/></p>
{given}
<p>{escape(ask.text)}</p>
<p>{escape(ask.name)} = <textEntryInteraction responseIdentifier="RESPONSE" expectedLength="12"/> {escape(unit)}</p>
</itemBody>
<responseProcessing>
<responseCondition>
<responseIf><isNull><variable identifier="RESPONSE"/></isNull>
<setOutcomeValue identifier="SCORE"><baseValue baseType="float">0</baseValue></setOutcomeValue></responseIf>
<responseElseIf><equal toleranceMode="{mode}" tolerance="{width:.12g} {width:.12g}">
<variable identifier="RESPONSE"/><correct identifier="RESPONSE"/></equal>
<setOutcomeValue identifier="SCORE"><variable identifier="MAXSCORE"/></setOutcomeValue></responseElseIf>
<responseElse><setOutcomeValue identifier="FEEDBACK">
<baseValue baseType="identifier">solution</baseValue></setOutcomeValue></responseElse>
</responseCondition>
</responseProcessing>
{feedback}</assessmentItem>
"""
