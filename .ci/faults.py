#!/usr/bin/env python3
"""Takes from each program what the system gives: threads, processes, descriptors, time, the clock, room on a disk.

faults.py MARBLED: runs every program (daemon, kiosk, serve, play, attach, run) with each fault. It fails unless the program
answers, or ends with a sentence and a documented exit code, gives its terminal back, and ends when it is told to.

On Linux. Most of it needs root: another user, as root is exempt from the limit of threads and processes; a small tmpfs in a
namespace of mounts as a disk that fills; a namespace of time as a clock that has run for 30 years. The clock that is set while a
program runs is a library that clang compiles and the program loads first, so it needs programs that load the C library, as
debug builds do.

faults.py MARBLED WORD...: only those whose name contains one of the words.
"""

import concurrent.futures
import fcntl
import http.client
import json
import os
import pty
import re
import select
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import time

IS_ROOT = os.geteuid() == 0
MARBLED = os.path.abspath(sys.argv[1])
DOCUMENTED = {0, 1, 64, 65, 66, 69, 71, 74, 78}
# On a busy machine everything takes longer; what hangs takes longer than this.
PATIENCE = 40
users = iter(range(300_000 + os.getpid() % 1000 * 1000, 2**31))
failures = []


class Fault(Exception):
    pass


def check(holds, message):
    if not holds:
        raise Fault(message)


def until(what, condition, patience=PATIENCE):
    end = time.monotonic() + patience
    while True:
        result = condition()
        if result:
            return result
        check(time.monotonic() < end, f"waited in vain: {what}")
        time.sleep(0.05)


class Program:
    """A program, with a terminal or without, and what it has written."""

    def __init__(self, folder, *arguments, terminal=False, launcher=(), environment=None, output=None, error=None):
        self.folder = folder
        self.settings = None
        self.written = b""
        variables = {
            "PATH": "/usr/bin:/bin", "HOME": "/nonexistent", "LANG": "C.UTF-8", "TERM": "xterm-256color",
            "MARBLED_STOP_TIME": "15", "MARBLED_SOCKET": os.path.join(folder, "s"), **(environment or {}),
        }
        command = [*launcher, MARBLED, *arguments]
        self.error_path = tempfile.mktemp(dir=folder)
        if terminal:
            self.terminal, slave = pty.openpty()
            os.chmod(os.ttyname(slave), 0o666)
            fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
            self.slave = slave
            self.settings = termios.tcgetattr(slave)
            self.process = subprocess.Popen(
                command, env=variables, stdin=slave, stdout=slave, stderr=slave, start_new_session=True,
                preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))
            threading.Thread(target=self.read, daemon=True).start()
        else:
            self.process = subprocess.Popen(
                command, env=variables, stdin=subprocess.DEVNULL, stdout=output or subprocess.DEVNULL,
                stderr=error or open(self.error_path, "wb"), start_new_session=True)

    def read(self):
        while True:
            ready, _, _ = select.select([self.terminal], [], [], 1)
            if not ready:
                if self.process.poll() is not None:
                    return
                continue
            try:
                part = os.read(self.terminal, 65536)
            except OSError:
                return
            if not part:
                return
            self.written += part

    @property
    def error(self):
        try:
            return open(self.error_path, encoding="utf-8", errors="replace").read()
        except FileNotFoundError:
            return self.written[-2000:].decode(errors="replace")

    @property
    def is_running(self):
        return self.process.poll() is None

    def draws(self):
        """Waits until there is a picture."""
        until(f"a picture; it wrote {self.written[-300:]}", lambda: b"\x1b[?1049h" in self.written and len(self.written) > 500
              or not self.is_running)
        check(self.is_running, f"it ended with {self.process.returncode}: {self.error[-500:]}")

    def type(self, text):
        os.write(self.terminal, text.encode())

    def ends(self, codes=DOCUMENTED, by=None, patience=PATIENCE):
        """Waits for its end, which gives the terminal back and says why if it is a failure."""
        if by is not None and self.is_running:
            self.process.send_signal(by)
        try:
            code = self.process.wait(patience)
        except subprocess.TimeoutExpired:
            raise Fault(f"it hangs{'' if by is None else f' after signal {by}'}: {self.error[-500:]}") from None
        check(code in codes or by is not None and code == -by, f"it ended with {code}: {self.error[-800:]}")
        if self.settings is not None:
            until("the settings of the terminal", lambda: termios.tcgetattr(self.slave)[:4] == self.settings[:4], 5)
            until("the screen of the shell", lambda: self.written.count(b"\x1b[?1049h") <= self.written.count(b"\x1b[?1049l"), 5)
        if code > 0:
            # What a program wrote to its terminal may arrive here after its end. There, the word has a colour.
            until(f"a sentence about its end with {code}", lambda: re.search(r"(error:(\x1b\[0m)?|marbled:) ", self.error), 5)
        return code

    def kill(self):
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()


class Sockets(http.client.HTTPConnection):
    def __init__(self, path, timeout):
        super().__init__("localhost", timeout=timeout)
        self.path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self.path)


def ask(folder, method="GET", target="/v1/status", body=None, patience=PATIENCE):
    connection = Sockets(os.path.join(folder, "s", "control.sock"), patience)
    try:
        connection.request(method, target, body)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    finally:
        connection.close()


def answers(program):
    """A daemon carries out a request, and says how it is."""

    def is_up():
        check(program.is_running, f"the daemon ended with {program.process.returncode}: {program.error[-800:]}")
        try:
            return ask(program.folder)[0] == 200
        except OSError:
            return False

    until(f"an answer; it wrote {program.error[-500:]}", is_up)
    status, body = ask(program.folder, "POST", "/v1/control", '{"message":"x"}')
    check(status == 200, f"control is answered with {status}: {body}")
    # Eight programs share the processors. One that gets none for a second is not healthy then; one that hangs never is.
    until("the answer that it is healthy", lambda: ask(program.folder, target="/healthz")[0] == 200)
    return json.loads(ask(program.folder)[1])


def address(program):
    """The address at which a server serves, from what it printed."""
    until("an address", lambda: "Serving at " in open(program.output_path).read() or not program.is_running)
    check(program.is_running, f"the server ended with {program.process.returncode}: {program.error[-800:]}")
    return int(open(program.output_path).read().split("Serving at http://127.0.0.1:")[1].split("/")[0])


def server(folder, **options):
    path = os.path.join(folder, "output")
    program = Program(folder, "serve", "--listen", "127.0.0.1:0", output=open(path, "wb"), **options)
    program.output_path = path
    return program


def serves(program, port=None):
    connection = http.client.HTTPConnection("127.0.0.1", port or address(program), timeout=PATIENCE, source_address=("127.0.0.9", 0))
    try:
        connection.request("POST", "/v1/runs", '{"rows":{"a":"1-2|"}}', {"Content-Type": "application/json"})
        status = connection.getresponse().status
    finally:
        connection.close()
    check(status == 200, f"a run is answered with {status}")


def write(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def user_launcher(tasks, descriptors):
    user = next(users)
    return ["prlimit", f"--nproc={tasks}", f"--nofile={descriptors}", "setpriv", f"--reuid={user}", f"--regid={user}",
            "--clear-groups"]


LIVE = "rows: { n: { live: true } }\n"


# --- 64 threads and processes, 256 descriptors, and every limit reached at once


def heavy(folder):
    rows = [f'  t{n}: {{ live: "tap:t{n}" }}\n' for n in range(64)]
    rows += [f'  c{n}: {{ live: "exec:echo 1; exec sleep 1000" }}\n' for n in range(40)]
    rows += [f'  y{n}: {{ live: "exec:yes" }}\n' for n in range(2)]
    for n in range(16):
        rows.append(f'  f{n}: {{ live: "tail:{write(folder, f"f{n}", "1")}" }}\n')
    return write(folder, "heavy.yaml", "rows:\n" + "".join(rows) + "duration: 1000s\n")


def crowd(folder):
    """Programs with taps and viewers, as many as there may be and more."""
    sockets = []
    for n in range(70):
        one = socket.socket(socket.AF_UNIX)
        one.connect(os.path.join(folder, "s", "tap.sock"))
        report = json.dumps({"tap": f"t{n}", "event": "value", "iteration": 1, "time": 1, "value": 1})
        try:
            one.sendall((json.dumps({"marbletap": 1, "program": "p", "pid": n}) + "\n" + report + "\n").encode())
        except OSError:
            pass
        sockets.append(one)
    for n in range(300):
        one = socket.socket(socket.AF_UNIX)
        one.settimeout(5)
        one.connect(os.path.join(folder, "s", "view.sock"))
        try:
            one.sendall(b"GET /v1/events HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n")
        except OSError:
            pass
        sockets.append(one)
    return sockets


def full_daemon(folder, *arguments, terminal=False):
    program = Program(folder, *arguments, heavy(folder), "--title-cards", "0", "--socket", os.path.join(folder, "s"),
                      terminal=terminal, launcher=user_launcher(64, 256))
    try:
        answers(program)
        held = crowd(folder)
        until("events of a tap", lambda: any(
            row["events"] > 0 for row in answers(program)["rows"] if row["name"].startswith("t")))
        check(len(held) == 370, "not all clients could connect")
        program.ends({0}, signal.SIGTERM)
    finally:
        program.kill()


def tasks_daemon(folder):
    full_daemon(folder, "daemon", "--playlist")


def tasks_kiosk(folder):
    full_daemon(folder, "kiosk", terminal=True)


def tasks_serve(folder):
    program = server(folder, launcher=user_launcher(64, 256))
    try:
        port = address(program)
        held = []
        for n in range(300):
            one = socket.socket()
            one.bind(("127.0.0.2", 0))
            one.connect(("127.0.0.1", port))
            held.append(one)
        serves(program, port)
        program.ends({0}, signal.SIGTERM)
    finally:
        program.kill()


def tasks_play(folder):
    program = Program(folder, "play", heavy(folder), terminal=True, launcher=user_launcher(64, 256))
    try:
        program.draws()
        program.type("q")
        program.ends({0})
    finally:
        program.kill()


def tasks_run(folder):
    program = Program(folder, "run", heavy(folder), "--for", "2", launcher=user_launcher(64, 256))
    try:
        program.ends()
    finally:
        program.kill()


def tasks_attach(folder):
    attached(folder, launcher=user_launcher(64, 256))


def attached(folder, launcher=(), environment=None, then=None):
    """A terminal that is attached to a daemon without a fault."""
    daemon = Program(folder, "daemon", "--playlist", "sample", "--loops", "1000", "--socket", os.path.join(folder, "s"))
    try:
        answers(daemon)
        for name in ("control.sock", "view.sock"):
            os.chmod(os.path.join(folder, "s", name), 0o777)
        program = Program(folder, "attach", "--socket", os.path.join(folder, "s"), terminal=True, launcher=launcher,
                          environment=environment)
        try:
            program.draws()
            if then is not None:
                then(program)
            check(program.is_running, "it has ended")
            program.type("q")
            program.ends({0})
        finally:
            program.kill()
        daemon.ends({0}, signal.SIGTERM)
    finally:
        daemon.kill()


# --- No thread to be had


def threads(tasks, terminal, *arguments):
    def case(folder):
        program = Program(folder, *arguments, terminal=terminal, launcher=user_launcher(tasks, 256))
        try:
            # It ends with a sentence at once, or works until it is told to end.
            try:
                program.process.wait(2)
            except subprocess.TimeoutExpired:
                pass
            program.ends(by=signal.SIGTERM)
        finally:
            program.kill()

    return case


# --- A clock that has run for years, and one that is set


SHIM = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

// The clock of the wall is a day fast while a file exists; all other clocks are as they are.
static long shift(void) { const char *path = getenv("FAULT_CLOCK"); return path && access(path, F_OK) == 0 ? 86400 : 0; }

int clock_gettime(clockid_t clock, struct timespec *time) {
  static int (*next)(clockid_t, struct timespec *);
  if (!next) next = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
  int status = next(clock, time);
  if (status == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) time->tv_sec += shift();
  return status;
}

int gettimeofday(struct timeval *time, void *zone) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  time->tv_sec = now.tv_sec;
  time->tv_usec = now.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *result) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (result) *result = now.tv_sec;
  return now.tv_sec;
}
"""
YEARS = ["unshare", "--time", "--fork", "--kill-child=SIGTERM", "--monotonic", "1000000000", "--boottime", "1000000000"]


def jumping(folder):
    """The environment in which the clock is a day fast while the file `fast` exists."""
    return {"LD_PRELOAD": shim, "FAULT_CLOCK": os.path.join(folder, "fast")}


def jump(folder):
    """Sets the clock forward and back."""
    open(os.path.join(folder, "fast"), "w", encoding="utf-8").close()
    time.sleep(1)
    os.unlink(os.path.join(folder, "fast"))
    time.sleep(0.5)


def goes_on(program):
    """The time of a scene goes on as fast as before: the answers say so."""
    before, start = answers(program)["time"], time.monotonic()
    time.sleep(0.5)
    status = answers(program)
    passed = time.monotonic() - start
    check(0 < status["time"] - before < passed + 1, f"the scene went from {before} to {status['time']} in {passed} s")


def clock_daemon(folder, terminal=False):
    scene = write(folder, "live.yaml", LIVE)
    start = ["kiosk", scene] if terminal else ["daemon", "--playlist", scene]
    program = Program(folder, *start, "--title-cards", "0", "--socket", os.path.join(folder, "s"),
                      terminal=terminal, environment=jumping(folder))
    try:
        answers(program)
        open(os.path.join(folder, "fast"), "w", encoding="utf-8").close()
        goes_on(program)
        os.unlink(os.path.join(folder, "fast"))
        goes_on(program)
        program.ends({0}, signal.SIGTERM)
    finally:
        program.kill()


def clock_kiosk(folder):
    clock_daemon(folder, terminal=True)


def clock_serve(folder):
    program = server(folder, environment=jumping(folder))
    try:
        serves(program)
        open(os.path.join(folder, "fast"), "w", encoding="utf-8").close()
        serves(program)
        os.unlink(os.path.join(folder, "fast"))
        serves(program)
        program.ends({0}, signal.SIGTERM)
    finally:
        program.kill()


def clock_play(folder):
    program = Program(folder, "play", "--speed-factor", "4", "--once", terminal=True, environment=jumping(folder))
    try:
        program.draws()
        start = time.monotonic()
        jump(folder)
        program.type("q")
        program.ends({0})
        check(time.monotonic() - start < PATIENCE, "it took too long")
    finally:
        program.kill()


def clock_plain(folder):
    path = os.path.join(folder, "lines")
    start = time.monotonic()
    with open(path, "wb") as output:
        program = Program(folder, "play", "--plain=tsv", "--speed-factor", "4", output=output, environment=jumping(folder))
    try:
        time.sleep(0.5)
        jump(folder)
        program.ends({0})
        check(time.monotonic() - start > 1.5, "8 s at speed factor 4 took less than 2 s")
        count = len(open(path, encoding="utf-8").readlines())
        check(count == 38, f"{count} of 38 lines")
    finally:
        program.kill()


def clock_run(folder):
    program = Program(folder, "run", "a.debounce(for: .milliseconds(100))", "-i",
                      "a=exec:for n in 1 2 3 4 5 6; do echo $n; sleep 0.3; done", environment=jumping(folder))
    try:
        jump(folder)
        program.ends({0})
    finally:
        program.kill()


def clock_attach(folder):
    attached(folder, environment=jumping(folder), then=lambda program: jump(folder))


def years(terminal, *arguments, codes=(0,), by=None):
    def case(folder):
        program = Program(folder, *arguments, terminal=terminal, launcher=YEARS)
        try:
            if arguments[0] in ("daemon", "kiosk"):
                answers(program)
            elif terminal:
                program.draws()
            if by is not None:
                # To the program itself: unshare waits for it.
                children = until("the program", lambda: subprocess.run(
                    ["pgrep", "-P", str(program.process.pid)], capture_output=True, text=True, check=False).stdout.split())
                os.kill(int(children[0]), by)
            program.ends(set(codes) | ({-by, 128 + by} if by else set()))
        finally:
            program.kill()

    return case


# --- A stop


def pause(program):
    program.process.send_signal(signal.SIGSTOP)
    time.sleep(2)
    program.process.send_signal(signal.SIGCONT)


def stop_daemon(folder, terminal=False):
    scene = write(folder, "live.yaml", LIVE)
    start = ["kiosk", scene] if terminal else ["daemon", "--playlist", scene]
    program = Program(folder, *start, "--title-cards", "0", "--socket", os.path.join(folder, "s"), terminal=terminal)
    try:
        answers(program)
        pause(program)
        goes_on(program)
        program.ends({0}, signal.SIGTERM)
    finally:
        program.kill()


def stop_kiosk(folder):
    stop_daemon(folder, terminal=True)


def stop_serve(folder):
    program = server(folder)
    try:
        serves(program)
        pause(program)
        serves(program)
        program.ends({0}, signal.SIGTERM)
    finally:
        program.kill()


def stop_play(folder):
    program = Program(folder, "play", "--loop", terminal=True)
    try:
        program.draws()
        pause(program)
        program.type("q")
        program.ends({0})
    finally:
        program.kill()


def stop_run(folder):
    path = os.path.join(folder, "lines")
    with open(path, "wb") as output:
        program = Program(folder, "run", "-i", "a=exec:for n in 1 2 3; do echo $n; sleep 0.5; done", output=output)
    try:
        time.sleep(0.3)
        pause(program)
        program.ends({0})
        check(open(path, encoding="utf-8").read().split() == ["1", "2", "3"], "a line is missing")
    finally:
        program.kill()


def stop_attach(folder):
    # The key that follows at once is for the program.
    attached(folder, then=pause)


# --- A disk that is full


def disk(folder, size="64k"):
    """A launcher whose folder `disk` has no more room than that."""
    path = os.path.join(folder, "disk")
    os.mkdir(path)
    return ["unshare", "--mount", "sh", "-c", f'mount -t tmpfs -o size={size} none "{path}" && exec "$@"', "sh"]


def disk_daemon(folder, terminal=False):
    scene = write(folder, "yes.yaml", "rows: { n: { live: 'exec:yes a text that is a little longer' } }\n")
    start = ["kiosk", scene] if terminal else ["daemon", "--playlist", scene]
    # Its log goes to the same disk, as `2>` in a script would have it.
    launcher = disk(folder)
    program = Program(folder, *start, "--title-cards", "0", "--socket", os.path.join(folder, "s"), "--record",
                      os.path.join(folder, "disk", "recording"), terminal=terminal, launcher=launcher)
    try:
        answers(program)
        status = until("a loss that is counted", lambda: next(
            (row for row in answers(program)["rows"] if row.get("unrecorded", 0) > 0), None))
        check(status["events"] > 0, "the scene does not go on")
        goes_on(program)
        program.ends({0}, signal.SIGTERM)
    finally:
        program.kill()


def disk_kiosk(folder):
    disk_daemon(folder, terminal=True)


def disk_log(folder):
    with open("/dev/full", "wb") as full:
        program = Program(folder, "daemon", "--playlist", "sample", "--socket", os.path.join(folder, "s"), error=full,
                          output=full)
    try:
        answers(program)
        program.ends({0}, signal.SIGTERM)
    finally:
        program.kill()


def disk_serve(folder):
    with open("/dev/full", "wb") as full:
        program = server(folder, error=full)
    try:
        serves(program)
        program.ends({0}, signal.SIGTERM)
    finally:
        program.kill()


def disk_run(folder):
    program = Program(folder, "run", "-i", "a=exec:yes a text that is a little longer", "--for", "3", "--record",
                      os.path.join(folder, "disk", "recording"), launcher=disk(folder))
    try:
        program.ends()
        check("recording" in program.error, f"it does not say that the recording is not whole: {program.error}")
    finally:
        program.kill()


def disk_play(folder):
    program = Program(folder, "play", "-i", "a=exec:yes a text that is a little longer", "--record",
                      os.path.join(folder, "disk", "recording"), terminal=True, launcher=disk(folder))
    try:
        program.draws()
        time.sleep(1)
        check(program.is_running, f"it ended with {program.process.returncode}: {program.error[-500:]}")
        program.type("q")
        program.ends()
    finally:
        program.kill()


def full_output(*arguments, code=74):
    """A command whose output has no room."""

    def case(folder):
        with open("/dev/full", "wb") as full:
            program = Program(folder, *arguments, output=full)
        try:
            program.ends({code})
        finally:
            program.kill()

    return case


def cases():
    for name, case in globals().copy().items():
        if name.split("_")[0] in ("tasks", "clock", "stop", "disk") and callable(case) and "_" in name:
            yield name.replace("_", ": "), case
    commands = {
        "daemon": (False, "daemon", "--playlist", "sample"), "kiosk": (True, "kiosk", "sample"),
        "serve": (False, "serve", "--listen", "127.0.0.1:0"), "play": (True, "play", "--loop"),
        "run": (False, "run", "-i", "a=exec:sleep 100"), "attach": (True, "attach"),
    }
    for name, (terminal, *arguments) in commands.items():
        for tasks in (1, 2, 6, 11, 13, 20, 27, 32):
            yield f"{tasks} threads: {name}", threads(tasks, terminal, *arguments)
    yield "30 years: daemon", years(False, "daemon", "--playlist", "sample", by=signal.SIGTERM)
    yield "30 years: kiosk", years(True, "kiosk", "sample", by=signal.SIGTERM)
    yield "30 years: play", years(True, "play", "--loop", by=signal.SIGTERM)
    yield "30 years: plain", years(False, "play", "--plain", "--speed-factor", "20")
    yield "30 years: run", years(False, "run", "-i", "a=exec:seq 3")
    for command in ("render", "list scenes", "play --plain --speed-factor 20", "run -i a=exec:seq\\ 3", "explain zip"):
        words = [word.replace("\\", " ").strip() for word in command.replace("\\ ", "\\\\").split(" ")]
        yield f"output without room: {command.replace(chr(92), '')}", full_output(*[w.replace("\\", " ") for w in words])


def perform(name, case):
    folder = tempfile.mkdtemp(prefix="marbled-fault-")
    os.chmod(folder, 0o777)
    start = time.monotonic()
    try:
        case(folder)
        return f"{name}: {time.monotonic() - start:.1f} s"
    except Exception as problem:  # pylint: disable=broad-except
        failures.append(name)
        return f"FAILED: {name}: {type(problem).__name__}: {problem}"
    finally:
        shutil.rmtree(folder, ignore_errors=True)


shim_folder = tempfile.mkdtemp(prefix="marbled-shim-")
os.chmod(shim_folder, 0o755)
shim = os.path.join(shim_folder, "clock.so")


def main():
    source = write(shim_folder, "clock.c", SHIM)
    subprocess.run(["clang", "-shared", "-fPIC", "-O1", "-o", shim, source, "-ldl"], check=True)
    if not IS_ROOT:
        print("not root: without the faults that need another user or a disk")
    chosen = [(name, case) for name, case in cases() if IS_ROOT or name.split(":")[0] in ("clock", "stop")]
    chosen = [(name, case) for name, case in chosen if len(sys.argv) < 3 or any(word in name for word in sys.argv[2:])]
    start = time.monotonic()
    # More at once than there are processors: most of them wait.
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        for line in pool.map(lambda pair: perform(*pair), chosen):
            print(line, flush=True)
    shutil.rmtree(shim_folder)
    print(f"{len(chosen)} faults, {len(failures)} failures, {time.monotonic() - start:.0f} s")
    sys.exit(f"FAILED: {', '.join(failures)}" if failures else 0)


if __name__ == "__main__":
    main()
