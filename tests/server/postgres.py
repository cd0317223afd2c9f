"""A real PostgreSQL for tests and trials, from Debian's packages; installed, if that is allowed and it is missing.

`python -m tests.server.postgres` starts one, says where, and stops it at Ctrl-C.
"""

import fcntl
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import quote

USER = "postgres"
"""Whom the server runs as, if we are root: it refuses to be root itself. Debian's package makes this user."""
SETTINGS = {"listen_addresses": "", "max_connections": "100", "shared_buffers": "32MB", "fsync": "on"}
CLUSTERS = Path("/etc/postgresql-common/createcluster.conf")


class Missing(Exception):
    """There is no PostgreSQL here, and none can be installed; the text says why."""


@contextmanager
def running_postgres(directory: Path) -> Iterator[str]:
    """A server that keeps everything in a directory, and goes on with what it finds there; yields a database's URL.

    The directory is given to USER, who must be able to get there: one from `tempfile` does, one from pytest does not.
    It listens on a socket in that directory, and stops with the thread that started it, however that ends.
    """
    programs = find_programs()
    directory.mkdir(exist_ok=True)
    unprivileged = ["setpriv", "--pdeathsig=INT", "--"]
    if os.geteuid() == 0:
        shutil.chown(directory, USER)
        unprivileged[1:1] = [f"--reuid={USER}", f"--regid={USER}", "--init-groups"]
    data = directory / "data"
    if not data.exists():
        options = ["--auth=trust", "--username=quincunx", "--encoding=UTF8", "--locale=C", "--no-sync"]
        run([*unprivileged, str(programs / "initdb"), "-D", str(data), *options], directory)
    options = [word for name, value in SETTINGS.items() for word in ("-c", f"{name}={value}")]
    with (directory / "log").open("ab") as log:
        server = subprocess.Popen(
            [*unprivileged, str(programs / "postgres"), "-D", str(data), "-k", str(directory), *options],
            stdout=log,
            stderr=log,
            cwd=directory,
        )
    try:
        while subprocess.run([programs / "pg_isready", "-q", "-h", directory]).returncode:
            if server.poll() is not None:
                raise Missing(f"PostgreSQL did not start:\n{(directory / 'log').read_text()[-2000:]}")
            time.sleep(0.02)
        yield f"postgresql://quincunx@/postgres?host={quote(str(directory))}"
    finally:
        server.send_signal(signal.SIGINT)
        server.wait()


def execute(url: str, sql: str) -> None:
    """Runs a statement, outside of any transaction."""
    run([str(find_programs() / "psql"), "-q", "-X", "-v", "ON_ERROR_STOP=1", "-c", sql, url])


def break_connections(url: str) -> None:
    """Ends all connections to a database, as a restart of the server would."""
    others = "datname = current_database() AND pid <> pg_backend_pid()"
    execute(url, f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}")


def other_database(url: str, name: str) -> str:
    """The URL of another database of the same server."""
    return url.replace("/postgres?", f"/{name}?")


def find_programs() -> Path:
    """The folder of PostgreSQL's programs, the newest version's."""
    if not installed():
        install()
    return installed()[-1]


def installed() -> list[Path]:
    """The folders of programs, the newest last."""
    found = Path("/usr/lib/postgresql").glob("*/bin/initdb")
    return sorted((path.parent for path in found), key=lambda path: float(path.parent.name))


def install() -> None:
    """Installs Debian's package, once, whoever else is about to; it starts no server of its own."""
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        raise Missing("PostgreSQL is not installed. On Debian: apt-get install postgresql")
    with (Path(tempfile.gettempdir()) / "quincunx-install-postgres.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if installed():
            return
        if not CLUSTERS.exists():
            CLUSTERS.parent.mkdir(parents=True, exist_ok=True)
            CLUSTERS.write_text("create_main_cluster = false\n")
        run(["apt-get", "update"])
        keep = ["-o", "Dpkg::Options::=--force-confold"]
        run(["apt-get", "install", "-y", "--no-install-recommends", *keep, "postgresql"])


def run(command: list[str], directory: Path | None = None) -> None:
    """Runs a program; what it had to say is told if it fails."""
    settings = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    done = subprocess.run(
        command, cwd=directory, env=settings, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    if done.returncode:
        raise Missing(f"{' '.join(command)} failed:\n{done.stdout[-2000:]}")


def main() -> None:
    """One for trials."""
    with (
        tempfile.TemporaryDirectory(prefix="quincunx-postgres-") as directory,
        running_postgres(Path(directory)) as url,
    ):
        print(url, flush=True)
        with suppress(KeyboardInterrupt):
            signal.pause()


if __name__ == "__main__":
    main()
