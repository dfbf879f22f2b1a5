"""The mechanism as moving pictures for slides: GIF, and MP4 with the extra `video`."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np

from ..diagnostics import FileError
from ..results.result import Result
from .arrays import Floats
from .mechanism_picture import mechanism_figure

FRAMES_AT_MOST = 80
SECONDS = 5.0


def _rows(result: Result) -> list[int]:
    count = min(len(result), FRAMES_AT_MOST)
    return [int(k) for k in np.linspace(0, len(result) - 1, count)]


def frames(result: Result, width_cm: float = 14.0) -> Iterator[Floats]:
    """Images (height, width, 3) of evenly chosen positions; all of one size, even for encoders."""
    x = result.positions.x
    for row in _rows(result):
        # the first column holds the position that is drawn, the others keep the frame of the whole motion
        here = np.concatenate([x[:, row : row + 1], x], axis=1)
        figure = mechanism_figure(result.mechanism, here, width_cm=width_cm, outlines=result.outlines)
        figure.set_dpi(120)
        canvas: Any = figure.canvas  # Agg's; matplotlib leaves it untyped
        canvas.draw()
        image = np.asarray(canvas.buffer_rgba())[..., :3]
        yield np.ascontiguousarray(image[: image.shape[0] // 2 * 2, : image.shape[1] // 2 * 2])


def gif(result: Result) -> bytes:
    from PIL import Image

    images = [Image.fromarray(frame).quantize(64) for frame in frames(result)]
    file = BytesIO()
    duration = int(1000 * SECONDS / len(images))
    images[0].save(file, format="GIF", save_all=True, append_images=images[1:], duration=duration, loop=0)
    return file.getvalue()


def write_mp4(result: Result, path: Path) -> None:
    """Writes through a temporary file beside it, so that a failure leaves nothing half done."""
    try:
        from imageio_ffmpeg import write_frames
    except ImportError:
        raise FileError("MP4 needs the extra `video`: pip install 'runmec[video]'") from None
    images = list(frames(result))
    height, width = images[0].shape[:2]
    temporary = path.with_name(f".{path.name}.part.mp4")
    writer = write_frames(str(temporary), (width, height), fps=max(1.0, len(images) / SECONDS), macro_block_size=2)
    writer.send(None)
    for image in images:
        writer.send(image)
    writer.close()
    temporary.replace(path)
