"""Looks at files in a browser without a screen and without a network, and prints what it saw as JSON.

    browser.py films < TIMES                   for each path of a JSON object, the ids of the marbles that are visible
                                               at each of its times in milliseconds
    browser.py still FILE.svg                  the same with `prefers-reduced-motion: reduce`, at once
    browser.py page FILE.html                  what keys do on a page, and what a screen reader is told
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile


class Browser:
    """A headless Chromium that is driven over pipes (`--remote-debugging-pipe`)."""

    def __init__(self, folder):
        commands, answers = os.pipe(), os.pipe()

        def connect():
            # By way of copies, as the pipes may have these numbers themselves.
            ends = [os.dup(end) for end in (commands[0], answers[1])]
            for end, number in zip(ends, (3, 4)):
                os.dup2(end, number)

        arguments = [
            shutil.which("chromium") or "chromium", "--headless=new", "--no-sandbox", "--disable-gpu",
            "--no-first-run", "--disable-dev-shm-usage", f"--user-data-dir={folder}", "--remote-debugging-pipe",
        ]
        self.process = subprocess.Popen(
            arguments, preexec_fn=connect, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(commands[0])
        os.close(answers[1])
        self.commands, self.answers = commands[1], answers[0]
        self.rest, self.number, self.session, self.events = b"", 0, None, []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]

    def call(self, method, **parameters):
        self.number += 1
        command = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            command["sessionId"] = self.session
        os.write(self.commands, json.dumps(command).encode() + b"\0")
        while True:
            message = self.read()
            if message.get("id") != self.number:
                self.events.append(message)
                continue
            if "error" in message:
                raise RuntimeError(f"{method}: {message['error']['message']}")
            return message["result"]

    def read(self):
        while b"\0" not in self.rest:
            part = os.read(self.answers, 65536)
            if not part:
                raise RuntimeError("the browser is gone")
            self.rest += part
        line, self.rest = self.rest.split(b"\0", 1)
        return json.loads(line)

    def open(self, path):
        self.call("Page.enable")
        self.call("Network.enable")
        self.call("Network.emulateNetworkConditions", offline=True, latency=0, downloadThroughput=0, uploadThroughput=0)
        self.events.clear()
        self.call("Page.navigate", url=pathlib.Path(path).resolve().as_uri())
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self.events.append(self.read())

    def value(self, expression):
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(json.dumps(result["exceptionDetails"]))
        return result["result"].get("value")

    def press(self, key, code, number, text=""):
        common = {"key": key, "code": code, "windowsVirtualKeyCode": number}
        self.call("Input.dispatchKeyEvent", type="keyDown", text=text, **common)
        self.call("Input.dispatchKeyEvent", type="keyUp", **common)

    def requests(self):
        """The addresses that were asked for, besides the file itself."""
        addresses = [
            event["params"]["request"]["url"] for event in self.events
            if event.get("method") == "Network.requestWillBeSent"]
        return [address for address in addresses if not address.startswith("file:")]

    def close(self):
        self.process.kill()
        self.process.wait()


VISIBLE = """[...document.querySelectorAll('[data-id]')]
  .filter((marble) => getComputedStyle(marble).visibility === 'visible')
  .flatMap((marble) => marble.dataset.id.split(' '))"""

STATE = """({ clock: document.querySelector('#clock').value, button: document.querySelector('#play').textContent,
  now: document.querySelector('#now').textContent, marbles: %s })""" % VISIBLE


def films(browser, times):
    def seen(path):
        browser.open(path)
        return [
            browser.value(
                "(() => { for (const animation of document.getAnimations()) { animation.pause();"
                f" animation.currentTime = {float(time)} }} return {VISIBLE} }})()")
            for time in times[path]]

    return {path: seen(path) for path in times}


def still(browser, path):
    browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "reduce"}])
    browser.open(path)
    return browser.value(VISIBLE)


def page(browser, path):
    browser.open(path)
    seen = {}
    # Nothing has the focus: the page itself takes keys.
    browser.press("Home", "Home", 36)
    seen["home"] = browser.value(STATE)
    browser.press("ArrowRight", "ArrowRight", 39)
    seen["next"] = browser.value(STATE)
    browser.press("End", "End", 35)
    seen["end"] = browser.value(STATE)
    browser.press("ArrowLeft", "ArrowLeft", 37)
    seen["back"] = browser.value(STATE)
    # The controls by Tab alone.
    browser.press("Home", "Home", 36)
    order = []
    for _ in range(5):
        browser.press("Tab", "Tab", 9)
        order.append(browser.value("document.activeElement.id"))
    seen["order"] = order
    browser.value("document.querySelector('#time').focus()")
    browser.press("End", "End", 35)
    seen["slider"] = browser.value(STATE)
    tree = browser.call("Accessibility.getFullAXTree")["nodes"]
    seen["tree"] = [
        [node["role"]["value"], node["name"]["value"]] for node in tree
        if not node.get("ignored") and node.get("name", {}).get("value")]
    seen["requests"] = browser.requests()
    return seen


def main():
    kind, *path = sys.argv[1:]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = Browser(folder)
        try:
            looks = {
                "films": lambda: films(browser, json.load(sys.stdin)), "still": lambda: still(browser, *path),
                "page": lambda: page(browser, *path)}
            seen = looks[kind]()
        finally:
            browser.close()
    print(json.dumps(seen))


main()
