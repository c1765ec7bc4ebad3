"""Text in records: what cannot stand as it is becomes a reference such as `&#125;`."""

import re

TAG_NAME = re.compile(r"[A-Za-z0-9_]+")
"""What PGN allows for the name of a tag."""

_REFERENCE = re.compile(r"&#([0-9]{1,7});")
_CONTROLS = r"\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff"
"""Characters that a text file or its reader may change: controls, odd line ends, surrogates."""

_UNFIT_IN_LINES = re.compile(rf"[{_CONTROLS}]|&(?=#[0-9]{{1,7}};)")
_UNFIT_IN_BRACES = re.compile(rf"[}}{_CONTROLS}]|&(?=#[0-9]{{1,7}};)")
_LIKE_A_GAME = re.compile(r"^(\s*+)\((?=\s*+;)", re.MULTILINE)
"""What begins a game of SGF even inside a comment."""

_LIKE_TAGS = re.compile(r"(\n[^\S\n]*+\n[^\S\n]*+)\[")
"""What begins a game of PGN even inside a comment."""

_UNFIT_IN_A_LINE = re.compile(rf"[\t\n{_CONTROLS}]|&(?=#[0-9]{{1,7}};)")


def in_braces(text: str) -> str:
    """A comment fit to stand in the braces of PGN; readers take blanks at its ends away."""
    return _LIKE_TAGS.sub(r"\1&#91;", _with_firm_ends(text, _UNFIT_IN_BRACES))


def in_lines(text: str) -> str:
    """A text of several lines for SGF; readers take blanks at its ends away."""
    return _LIKE_A_GAME.sub(r"\1&#40;", _with_firm_ends(text, _UNFIT_IN_LINES))


def in_a_line(text: str) -> str:
    """A text fit to stand in one line."""
    return _encoded(text, _UNFIT_IN_A_LINE)


def in_field(text: str) -> str:
    """A text fit to stand in one line; readers take blanks at its ends away."""
    return _with_firm_ends(text, _UNFIT_IN_A_LINE)


def decoded(text: str) -> str:
    """Text with its character references replaced by the characters.

    >>> decoded("a &#125; b"), in_braces("a } b")
    ('a } b', 'a &#125; b')
    """

    def character(match: re.Match[str]) -> str:
        code = int(match[1])
        return chr(code) if code <= 0x10FFFF else match[0]

    return _REFERENCE.sub(character, text)


def _with_firm_ends(text: str, unfit: re.Pattern[str]) -> str:
    inner = text.strip()
    before, _, after = text.partition(inner) if inner else (text, "", "")
    return _references(before) + _encoded(inner, unfit) + _references(after)


def _encoded(text: str, unfit: re.Pattern[str]) -> str:
    return unfit.sub(lambda match: _references(match[0]), text)


def _references(text: str) -> str:
    return "".join(f"&#{ord(character)};" for character in text)
