"""A redis-server of a script's own, and a small client for it."""

import os
import shutil
import socket
import subprocess
import tempfile
import time


class Server:
    """A server on a free port of this machine, with its files in a temporary folder."""

    def __init__(self, *options):
        self.folder = tempfile.mkdtemp(prefix="marbled-redis-")
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.options = options
        self.process = None
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            ["redis-server", "--port", str(self.port), "--bind", "127.0.0.1", "--dir", self.folder, "--save", "",
             *self.options],
            stdout=open(os.path.join(self.folder, "log"), "a"))
        self.wait()

    def wait(self):
        """Waits until the server answers; it may have to load its file first."""
        while True:
            try:
                client = Client(self.port)
                if client("PING") == "PONG":
                    return
            except (ConnectionError, Refused):
                pass
            if self.process.poll() is not None:
                raise SystemExit("redis-server ended")
            time.sleep(0.05)

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def url(self, key, **parameters):
        query = "&".join(f"{name}={value}" for name, value in parameters.items())
        return f"redis://127.0.0.1:{self.port}/{key}" + (f"?{query}" if query else "")


class Refused(Exception):
    """The server answered with an error."""


class Client:
    """Sends commands and reads answers (RESP 2)."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.file = self.socket.makefile("rb")

    @staticmethod
    def encode(words):
        parts = [b"*%d\r\n" % len(words)]
        for word in words:
            data = word if isinstance(word, bytes) else str(word).encode()
            parts.append(b"$%d\r\n%s\r\n" % (len(data), data))
        return b"".join(parts)

    def __call__(self, *words):
        self.socket.sendall(self.encode(words))
        return self.answer()

    def pipeline(self, commands):
        self.socket.sendall(b"".join(self.encode(words) for words in commands))
        return [self.answer() for _ in commands]

    def answer(self):
        line = self.file.readline()
        if not line:
            raise ConnectionError("closed")
        kind, rest = line[:1], line[1:-2]
        if kind == b"+":
            return rest.decode()
        if kind == b"-":
            raise Refused(rest.decode())
        if kind == b":":
            return int(rest)
        if kind == b"$":
            if rest == b"-1":
                return None
            data = self.file.read(int(rest) + 2)
            return data[:-2].decode()
        if rest == b"-1":
            return None
        return [self.answer() for _ in range(int(rest))]

    def fill(self, key, count, batch=5000):
        """Appends entries with the field n = 0, 1, … count - 1."""
        for start in range(0, count, batch):
            self.pipeline([("XADD", key, "*", "n", n) for n in range(start, min(start + batch, count))])

    def group(self, key, name):
        """What the server says about a group, as a dictionary."""
        for reply in self("XINFO", "GROUPS", key):
            group = dict(zip(reply[::2], reply[1::2]))
            if group["name"] == name:
                return group
        return None
