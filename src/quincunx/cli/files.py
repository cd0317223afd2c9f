"""Files on disk: written so that a crash leaves the old file or the new one, read with a sentence for every failure."""

import contextlib
import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import platformdirs

from quincunx.engine.errors import QuincunxError

LARGEST = 64 * 2**20
"""Bytes: no save file comes near this."""


def write(path: str | os.PathLike[str], text: str) -> None:
    """Writes a whole file at once: nobody ever finds half of it, not even after a power cut."""
    try:
        # A link is written through, not replaced by a file.
        target = Path(os.path.realpath(path))
        if target.is_dir():
            raise IsADirectoryError(21, "it is a folder")
        target.parent.mkdir(parents=True, exist_ok=True)
        _write(target, text)
    except (OSError, ValueError) as error:
        raise QuincunxError(f"{path} can't be written: {_reason(error)}. Choose another name or place.") from error


def _write(target: Path, text: str) -> None:
    handle, name = tempfile.mkstemp(prefix=f".{target.name[:40]}.", suffix=".tmp", dir=target.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, _mode(target))
        os.replace(name, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise
    _sync_folder(target.parent)


def _mode(target: Path) -> int:
    """The rights of the file that is replaced; those of any new file otherwise."""
    try:
        return target.stat().st_mode & 0o777
    except OSError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask


def _sync_folder(folder: Path) -> None:
    """Makes the new name last, where the system can do that."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@contextlib.contextmanager
def adding(path: str | os.PathLike[str]) -> Iterator[Callable[[str], None]]:
    """Lets lines be added to the end of a file; each is handed to the system at once."""

    @contextlib.contextmanager
    def explained() -> Iterator[None]:
        try:
            yield
        except (OSError, ValueError) as error:
            raise QuincunxError(f"{path} can't be written: {_reason(error)}. Choose another name or place.") from error

    def add(line: str) -> None:
        with explained():
            file.write(line)
            file.flush()

    with contextlib.ExitStack() as stack:
        with explained():
            file = stack.enter_context(open(path, "a", encoding="utf-8", newline="\n"))
        yield add


def read(path: str | os.PathLike[str]) -> str:
    """The text of a file; raises QuincunxError with what is wrong."""
    source = Path(path)
    try:
        if source.is_dir():
            raise IsADirectoryError(21, "it is a folder, not a file")
        with source.open("rb") as file:
            data = file.read(LARGEST + 1)
    except FileNotFoundError:
        raise QuincunxError(f"There is no file {path}.") from None
    except PermissionError:
        raise QuincunxError(f"You are not allowed to read {path}.") from None
    except (OSError, ValueError) as error:
        raise QuincunxError(f"{path} can't be read: {_reason(error)}.") from error
    if len(data) > LARGEST:
        raise QuincunxError(f"{path} is larger than {LARGEST // 2**20} MiB; that is no file of this program.")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise QuincunxError(f"{path} is not a text file: byte {error.start + 1} is not UTF-8.") from None


def _reason(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def data_folder() -> Path:
    """Where everything is kept that was given no other place. QUINCUNX_DATA names another folder."""
    data = os.environ.get("QUINCUNX_DATA")
    return Path(data) if data else platformdirs.user_data_path("quincunx", appauthor=False)


def saves_folder() -> Path:
    """Where games are kept that were given no other place."""
    return data_folder() / "saves"
