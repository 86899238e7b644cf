"""A browser without a screen, which is driven by scripts."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

# What is said of a script whose page is left, and where the next one has not begun.
LEFT = "Inspected target navigated or closed", "Execution context was destroyed", "Cannot find default execution context"


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
        # It makes the folders of its user, of which tests say that there are none.
        self.process = subprocess.Popen(
            arguments, preexec_fn=connect, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env=os.environ | {"HOME": folder})
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
        """Opens a file, without a network."""
        self.call("Network.enable")
        self.call("Network.emulateNetworkConditions", offline=True, latency=0, downloadThroughput=0, uploadThroughput=0)
        self.visit(pathlib.Path(path).resolve().as_uri())

    def visit(self, address):
        """Opens an address."""
        self.call("Page.enable")
        self.call("Network.enable")
        self.call("Log.enable")
        self.call("Runtime.enable")
        self.events.clear()
        self.call("Page.navigate", url=address)
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self.events.append(self.read())

    def value(self, expression):
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(json.dumps(result["exceptionDetails"]))
        return result["result"].get("value")

    def until(self, condition):
        """Waits until a condition holds in the page, or in the page that it opens; says which one if it never does.

        A document that is only being loaded has no element yet, and is no page."""
        problem = json.dumps(f"waited in vain until {condition}")
        look = (f"new Promise((done, fail) => {{ const end = Date.now() + 120000; const look = () => document.documentElement && ({condition})"
                f" ? done(true) : Date.now() > end ? fail(new Error({problem})) : setTimeout(look, 5); look(); }})")
        while True:
            try:
                return self.value(look)
            except RuntimeError as error:
                # A page that is left ends what waits in it: the next one is asked.
                if not any(ending in str(error) for ending in LEFT):
                    raise

    def size(self, width, height, dark=False):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.call("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce"}])

    def mouse(self, kind, x, y, button="left"):
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button=button, clickCount=1)

    def type(self, text):
        self.call("Input.insertText", text=text)

    def complaints(self):
        """What went wrong in the page: errors of scripts, and what its security policy refused."""
        def text(event):
            parameters = event["params"]
            return parameters["entry"]["text"] if "entry" in parameters else json.dumps(parameters)
        wrong = [event for event in self.events if event.get("method") == "Runtime.exceptionThrown"
                 or event.get("method") == "Log.entryAdded" and event["params"]["entry"]["level"] == "error"]
        return [text(event) for event in wrong]

    def press(self, key, code, number, text="", modifiers=0):
        common = {"key": key, "code": code, "windowsVirtualKeyCode": number, "modifiers": modifiers}
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


def answer(looks, size=None):
    """Does what the first argument names, with the others, in a new browser, and prints what was seen as JSON."""
    kind, *rest = sys.argv[1:]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = Browser(folder)
        try:
            if size:
                browser.size(*size)
            seen = {look.__name__: look for look in looks}[kind](browser, *rest)
        finally:
            browser.close()
    print(json.dumps(seen))
