"""Drives the page of a daemon in a browser, and prints what it saw as JSON.

    viewer.py watch URL               what is shown by the playhead, on a large screen and on a phone
    viewer.py show URL CONTROL        large texts, the whole screen, looking back, the list, the playground
    viewer.py rain URL                rain, also where no font has kana
    viewer.py lost PROGRAM FOLDER     a daemon that is killed, started again, ended, and started again

CONTROL is the path of the daemon's control socket. `lost` starts its daemons itself.
"""

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import threading

from chromium import answer
from playground import DRAWN, KEYS, READY, press

KEYS["f"] = ("KeyF", 70, "f")
SIZES = ((1920, 1080), (1280, 800), (360, 740))
SHOWN = f"{DRAWN}?.querySelector('[data-id]') && document.querySelector('#clock').textContent"
VISIBLE = f"""[...{DRAWN}.querySelectorAll('[data-id]')].filter((marble) => getComputedStyle(marble).visibility === 'visible')
  .flatMap((marble) => marble.dataset.id.split(' '))"""
SENTENCES = "[...document.querySelectorAll('#now p')].map((line) => line.textContent)"
FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def text(browser, *names):
    return {name: browser.value(f"document.querySelector('#{name}').textContent") for name in names}


def visit(browser, address):
    browser.visit(address)
    browser.until(SHOWN)
    # The picture has the time of the playhead from the next frame on.
    browser.value(FRAMES)


def control(path, **request):
    """Steers the daemon; returns its status."""
    connection = http.client.HTTPConnection("localhost")
    connection.sock = socket.socket(socket.AF_UNIX)
    connection.sock.connect(path)
    connection.request("POST", "/v1/control", json.dumps(request))
    return json.loads(connection.getresponse().read())


def watch(browser, address):
    """The page of a daemon, which is paused."""
    seen = []
    for width, height in SIZES:
        browser.size(width, height)
        visit(browser, address)
        seen.append({
            **text(browser, "title", "clock", "place"),
            "marbles": browser.value(VISIBLE),
            # Letters, in hundredths of the height of the window.
            "letters": browser.value("""['#now p', '#place', '#clock', '#about'].map((name) =>
              parseFloat(getComputedStyle(document.querySelector(name)).fontSize) / innerHeight * 100)"""),
            "overflow": browser.value("document.documentElement.scrollWidth - innerWidth"),
            "below": browser.value("document.documentElement.scrollHeight - innerHeight"),
            "complaints": browser.complaints()})
        browser.visit("about:blank")
    return seen


def show(browser, address, path):
    """The page of a daemon with the playlist `sample, live`, which is paused at 6 s of `sample`."""
    seen = {}
    browser.size(1280, 800)
    visit(browser, address)
    browser.until("!document.querySelector('#playground').hidden")
    browser.value("document.querySelector('#playlist').open = true")
    browser.until("document.querySelector('#scenes li')")
    seen["scenes"] = browser.value(
        "[...document.querySelectorAll('#scenes li')].map((one) => one.querySelector('b').textContent + (one.ariaCurrent ? ' now' : ''))")
    press(browser, "Escape")
    browser.until("!document.querySelector('#playlist').open")
    # Nothing speaks by itself but what is rare.
    seen["speaking"] = browser.value("""[...document.querySelectorAll('[role=status], [role=alert], [aria-live], output')].map(({ id }) => id)""")
    # Back by two instants, which the daemon does not notice.
    press(browser, "ArrowLeft")
    press(browser, "ArrowLeft")
    browser.until("document.querySelector('#held').textContent === 'You look back at 4.5 s.'")
    browser.value(FRAMES)
    seen["back"] = {"sentences": browser.value(SENTENCES), "marbles": browser.value(VISIBLE), **text(browser, "clock")}
    seen["time"] = control(path, paused=True)["time"]
    press(browser, "ArrowRight")
    press(browser, "ArrowRight")
    browser.until("document.querySelector('#held').textContent === ''")
    browser.value(FRAMES)
    seen["now"] = browser.value(SENTENCES)
    # The whole screen; the buttons rest with the mouse.
    press(browser, "f")
    browser.until("document.fullscreenElement && document.documentElement.classList.contains('resting')")
    looks = "[getComputedStyle(document.documentElement).cursor, getComputedStyle(document.querySelector('#tools')).opacity]"
    seen["resting"] = browser.value(looks)
    browser.mouse("mouseMoved", 200, 200)
    browser.mouse("mouseMoved", 300, 250)
    browser.until("!document.documentElement.classList.contains('resting')")
    seen["awake"] = browser.value(looks)
    press(browser, "f")
    browser.until("!document.fullscreenElement")
    link = browser.value("document.querySelector('#playground').href")
    # The playground has no live rows.
    control(path, scene="live")
    browser.until("document.querySelector('#title').textContent === 'A live row'")
    browser.until("document.querySelector('#playground').hidden")
    seen["complaints"] = browser.complaints()
    browser.visit(link)
    browser.until(READY)
    browser.until(f"""{DRAWN}?.querySelector('[data-id="zip#0"]')""")
    seen["playground"] = browser.value("location.pathname")
    return seen


def rain(browser, address):
    seen = {}
    browser.size(1280, 800)
    browser.visit(address)
    browser.until(f"{DRAWN}?.querySelectorAll('text').length > 200")
    letters = browser.value(f"[...{DRAWN}.querySelectorAll('text')].map((one) => one.textContent).join('')")
    fonts = subprocess.run(["fc-list", ":charset=30a2"], capture_output=True, check=True).stdout
    seen["hasFont"], seen["hasKana"] = bool(fonts), bool(re.search("[\u30a1-\u30fa\uff66-\uff9d]", letters))
    seen["complaints"] = browser.complaints()
    return seen


class Door:
    """A port that is open while daemons come and go, and leads to their socket."""

    def __init__(self, path):
        self.path, self.server = path, socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.server.getsockname()[1]}/"
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            client, _ = self.server.accept()
            daemon = socket.socket(socket.AF_UNIX)
            try:
                daemon.connect(self.path)
            except OSError:
                client.close()
                continue
            for one, other in ((client, daemon), (daemon, client)):
                threading.Thread(target=self.carry, args=(one, other), daemon=True).start()

    def carry(self, one, other):
        try:
            while part := one.recv(65536):
                other.sendall(part)
        except OSError:
            pass
        for end in (one, other):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass


def lost(browser, program, folder):
    """What the page says of daemons that are gone, and shows of those that come."""
    path = os.path.join(folder, "s")
    daemons = []

    def start(scene):
        daemon = subprocess.Popen(
            [program, "daemon", "--socket", path, "--playlist", scene], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE, text=True)
        daemons.append(daemon)
        while "info: ready" not in (line := daemon.stderr.readline()):
            if not line:
                raise RuntimeError("the daemon ended")
        # Nobody reads the rest.
        threading.Thread(target=daemon.stderr.read, daemon=True).start()
        control(path + "/control.sock", paused=True, seek=2.6)
        return daemon

    def end(with_signal):
        daemons[-1].send_signal(with_signal)
        daemons[-1].wait()
        # The next frame has the name, and the picture pales in a moment.
        browser.until("!document.querySelector('#lost').hidden && document.title.startsWith('(')"
                      " && getComputedStyle(document.querySelector('#picture')).opacity < 0.5")
        return {
            **text(browser, "why", "clock", "title"), "name": browser.value("document.title"),
            "opacity": float(browser.value("getComputedStyle(document.querySelector('#picture')).opacity")),
            "marbles": len(browser.value(VISIBLE))}

    try:
        start("sample")
        browser.size(1280, 800)
        visit(browser, Door(path + "/view.sock").address)
        browser.value("window.isSame = true")
        seen = [end(signal.SIGKILL)]
        start("zip-vs-combine-latest")
        browser.until("document.querySelector('#lost').hidden")
        browser.until(f"""document.querySelector('#title').textContent !== 'sample' && {DRAWN}.querySelector('title').textContent !== 'sample'""")
        browser.value(FRAMES)
        seen.append(end(signal.SIGTERM))
        start("sample")
        browser.until(f"document.querySelector('#lost').hidden && {DRAWN}.querySelector('title').textContent === 'sample'")
        return {"seen": seen, "isSame": browser.value("window.isSame"), "opacity": float(
            browser.value("getComputedStyle(document.querySelector('#picture')).opacity"))}
    finally:
        for daemon in daemons:
            daemon.kill()
            daemon.wait()


if __name__ == "__main__":
    answer([watch, show, rain, lost])
