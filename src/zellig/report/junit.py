"""A decision as JUnit XML, which build servers show as tests: one for each limit and each change."""

from __future__ import annotations

from xml.etree import ElementTree

from zellig.errors import ZelligError
from zellig.games.breaking.gate import BaselineComparison, Decision, Doubted
from zellig.report.gate import in_words, name_of, plain_examples
from zellig.terminal import one_line, visible

_NO_XML = {0xFFFE: 0xFFFD, 0xFFFF: 0xFFFD}  # what XML cannot hold, beside all that steers a terminal


def junit(decision: Decision, title: str) -> str:
    """The text of the file; characters that XML cannot hold are replaced."""
    cases = decision.demands
    counts = {"tests": str(len(cases)), "failures": str(len(decision.failing)), "errors": "0"}
    top = ElementTree.Element("testsuites", {"name": "zellig check", **counts})
    suite = ElementTree.SubElement(top, "testsuite", {"name": _line(title), **counts})
    for case in cases:
        about = {"classname": _line(title), "name": _line(name_of(case))}
        test = ElementTree.SubElement(suite, "testcase", about)
        sentence = one_line(in_words(case, decision))
        if case.fails:
            kind = "regression" if isinstance(case, BaselineComparison) else "limit"
            kind = "reading" if isinstance(case, Doubted) else kind
            failure = ElementTree.SubElement(test, "failure", message=_line(sentence), type=kind)
            failure.text = _text(f"{sentence}\n{plain_examples(case.examples, decision.task)}")
        else:
            ElementTree.SubElement(test, "system-out").text = _text(sentence)
    return _written(top)


def junit_of_trouble(error: ZelligError, title: str) -> str:
    """The file where nothing could be decided: an old one that says otherwise must not stay."""
    counts = {"tests": "1", "failures": "0", "errors": "1"}
    top = ElementTree.Element("testsuites", {"name": "zellig check", **counts})
    suite = ElementTree.SubElement(top, "testsuite", {"name": _line(title), **counts})
    test = ElementTree.SubElement(suite, "testcase", {"classname": _line(title), "name": "decision"})
    ElementTree.SubElement(test, "error", message=_line(str(error)), type="undecided")
    return _written(top)


def _written(top: ElementTree.Element) -> str:
    ElementTree.indent(top)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ElementTree.tostring(top, encoding="unicode")}\n'


def _text(text: str) -> str:
    return visible(text).translate(_NO_XML)


def _line(text: str) -> str:
    return one_line(text).translate(_NO_XML)
