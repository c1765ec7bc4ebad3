"""PNG files as arrays, for tests that look at pictures."""

import struct
import zlib

import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.float64]

_CHANNELS = {0: 1, 2: 3, 4: 2, 6: 4}
_LUMINANCE = np.array([0.2126, 0.7152, 0.0722])


def read_png(data: bytes) -> Pixels:
    """The pixels of a PNG file with 8 bits a channel: rows, columns, then RGBA from 0 to 1."""
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    width, height, depth, kind, _, _, interlaced = struct.unpack(">IIBBBBB", data[16:29])
    assert depth == 8
    assert kind in (2, 6)
    assert not interlaced
    channels = _CHANNELS[kind]
    stride = width * channels
    raw = np.frombuffer(zlib.decompress(_image_data(data)), np.uint8).reshape(height, stride + 1)
    rows = np.zeros((height + 1, stride + channels), np.uint8)
    for y in range(height):
        _undo_filter(raw[y, 0], raw[y, 1:], rows[y], rows[y + 1], channels)
    pixels = rows[1:, channels:].reshape(height, width, channels) / 255
    if channels == 3:
        pixels = np.concatenate([pixels, np.ones((height, width, 1))], axis=2)
    return np.asarray(pixels, dtype=np.float64)


def _image_data(data: bytes) -> bytes:
    found, start = b"", 8
    while start < len(data):
        (length,) = struct.unpack(">I", data[start : start + 4])
        if data[start + 4 : start + 8] == b"IDAT":
            found += data[start + 8 : start + 8 + length]
        start += 12 + length
    return found


def _undo_filter(
    kind: int,
    line: NDArray[np.uint8],
    above: NDArray[np.uint8],
    row: NDArray[np.uint8],
    channels: int,
) -> None:
    """Rows have one pixel of zeros at their left."""
    if kind == 0:
        row[channels:] = line
        return
    if kind == 2:
        row[channels:] = line + above[channels:]
        return
    for x, value in enumerate(line.tolist()):
        left, up, corner = int(row[x]), int(above[x + channels]), int(above[x])
        if kind == 1:
            guess = left
        elif kind == 3:
            guess = (left + up) // 2
        else:
            guess = _paeth(left, up, corner)
        row[x + channels] = (value + guess) & 255


def _paeth(left: int, up: int, corner: int) -> int:
    estimate = left + up - corner
    return min((left, up, corner), key=lambda value: abs(estimate - value))


def greys(pixels: Pixels, ground: float = 1.0) -> Pixels:
    """How light each pixel is to the eye, in front of a grey ground."""
    alpha = pixels[..., 3]
    return np.asarray((pixels[..., :3] @ _LUMINANCE) * alpha + ground * (1 - alpha))
