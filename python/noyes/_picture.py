"""Pictures that notebooks show and files keep."""

from __future__ import annotations

from base64 import b64encode
from os import PathLike
from pathlib import Path
from typing import Any


class Picture:
    """A picture: svg, png or gif.

    >>> import noyes
    >>> picture = noyes.render("1 2/0 3")
    >>> picture.media_type
    'image/svg+xml'
    >>> picture.text.startswith("<svg")
    True
    """

    __slots__ = ("data", "media_type")

    def __init__(self, data: bytes, media_type: str) -> None:
        self.data = data
        """The bytes of the file."""
        self.media_type = media_type
        """``image/svg+xml``, ``image/png`` or ``image/gif``."""

    @property
    def text(self) -> str:
        """The text of an svg."""
        return self.data.decode()

    def save(self, path: str | PathLike[str]) -> None:
        """Writes the picture to a file."""
        Path(path).write_bytes(self.data)

    def _repr_mimebundle_(self, **_options: Any) -> dict[str, str]:
        plain = repr(self)
        if self.media_type == "image/svg+xml":
            return {"text/plain": plain, self.media_type: self.text}
        return {"text/plain": plain, self.media_type: b64encode(self.data).decode()}

    def __repr__(self) -> str:
        return f"<Picture: {self.media_type}, {len(self.data)} bytes>"
