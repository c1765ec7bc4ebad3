"""Pictures as PNG files, drawn by resvg, which the extra `propolis[png]` installs."""

from xml.etree import ElementTree

from engine.errors import PictureError

LARGEST = 8192
"""Pixels a side: such a picture takes a quarter of a gigabyte while it is drawn."""


def draw_png(svg: str, size: int | None) -> bytes:
    """The PNG file of a picture; `size` is its longer side in pixels.

    Raises ImportError without the extra, PictureError where the text is no picture.
    """
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        raise ImportError("PNG pictures need resvg: pip install 'propolis[png]'") from None
    try:
        root = ElementTree.fromstring(svg)
        width, height = (
            float(root.attrib[side].removesuffix("px")) for side in ("width", "height")
        )
        factor = 1.0 if size is None else size / max(width, height)
        if not 0 < max(width, height) * factor <= LARGEST:
            raise ValueError(f"a side must have between 1 and {LARGEST} pixels")
        return svg_to_bytes(
            svg_string=svg,
            width=max(1, round(width * factor)),
            height=max(1, round(height * factor)),
            # Looking for fonts takes longer than drawing.
            skip_system_fonts="<text" not in svg,
        )
    except (ElementTree.ParseError, KeyError, ValueError, ZeroDivisionError) as error:
        raise PictureError(
            f"the text is no SVG picture with a width and a height: {error}"
        ) from None
