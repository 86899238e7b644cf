"""Drives the page of `marbled serve` while the server is away or busy, and prints what it saw as JSON.

    failures.py MARBLED     the path of the program, which the script starts, kills and starts again
"""

import base64
import json
import re
import subprocess
import sys
import tempfile

from chromium import Browser
from playground import DRAWN, FOCUS, MARBLES, SECOND, middle, press, replace, visit

BAR = "(document.querySelector('#away').checkVisibility() ? document.querySelector('#failure').textContent : '')"
MARBLE = "#hands .marble[aria-label^='a: 2 ']"


class Server:
    def __init__(self, program):
        self.program, self.address = program, "127.0.0.1:0"
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [self.program, "serve", "--listen", self.address, "--time-limit", "1m"], stdout=subprocess.PIPE, text=True)
        self.address = re.search(r"http://(\S+?)/", self.process.stdout.readline())[1]

    def kill(self):
        self.process.kill()
        self.process.wait()


def drop(browser, seconds):
    """Drags the marble 2 to the right, and lets it go."""
    x, y, _ = middle(browser, MARBLE)
    way = seconds * browser.value(SECOND)
    browser.mouse("mouseMoved", x, y)
    browser.mouse("mousePressed", x, y)
    browser.mouse("mouseMoved", x + way / 2, y)
    browser.mouse("mouseMoved", x + way, y)
    browser.mouse("mouseReleased", x + way, y)
    return x + way


def gone(browser, server):
    """The server is killed; edits are kept, and made when it is there again."""
    visit(browser, f"http://{server.address}/operators/debounce")
    server.kill()
    seen = {}
    at = drop(browser, 3)
    browser.until(f"{BAR}.includes('kept')")
    seen["bar"] = browser.value(BAR)
    # The marble stays where it was put.
    seen["off"] = abs(middle(browser, MARBLE)[0] - at)
    server.start()
    browser.until(f"({MARBLES}).includes('a: 2 at 5 s')")
    browser.until(f"!{BAR}")
    seen["marbles"] = browser.value(MARBLES)
    seen["isLinked"] = browser.value("location.hash.length > 10")
    # A text, another operator.
    server.kill()
    browser.value("document.querySelector('#row-debounce').focus()")
    replace(browser, "#row-debounce", "a.delay(for: .seconds(1))")
    press(browser, "Enter")
    browser.until(f"{BAR}.includes('kept')")
    server.start()
    browser.until("document.querySelector('#yaml').value.includes('delay')")
    server.kill()
    browser.value("document.querySelector('#groups a[href$=\"operators/zip\"]').click()")
    browser.until(BAR)
    server.start()
    browser.until("document.querySelector('#title').textContent === 'zip'")
    browser.until(f"!{BAR}")
    # The way back leads to the edits.
    browser.value("history.back()")
    browser.until("document.querySelector('#title').textContent === 'debounce, edited'")
    browser.until("document.querySelector('#yaml').value.includes('delay')")
    browser.value("document.querySelector('#undo').click()")
    browser.until("!document.querySelector('#yaml').value.includes('delay')")
    seen["undone"] = browser.value(MARBLES)
    return seen


def left(browser, server):
    """Another operator is chosen while an edit waits: it does not get the edit, which is made on the way back."""
    visit(browser, f"http://{server.address}/operators/zip")
    seen = {"unedited": browser.value(MARBLES)}
    visit(browser, f"http://{server.address}/operators/debounce")
    browser.call("Fetch.enable", patterns=[{"urlPattern": "*/v1/runs*"}])
    browser.value(f"document.querySelector(\"{MARBLE}\").focus()")
    press(browser, "ArrowRight")
    held = lambda: [event["params"]["requestId"] for event in browser.events if event.get("method") == "Fetch.requestPaused"]
    wait = lambda count: [browser.events.append(browser.read()) for _ in iter(lambda: len(held()) >= count, True)]
    wait(1)
    browser.value("document.querySelector('#groups a[href$=\"operators/zip\"]').click()")
    wait(2)
    # The answer to the edit comes before that of the other scene.
    for request in held():
        browser.call("Fetch.continueRequest", requestId=request)
    browser.call("Fetch.disable")
    browser.until("document.querySelector('#title').textContent === 'zip'")
    seen |= {"chosen": browser.value(MARBLES), "address": browser.value("location.pathname + location.hash")}
    browser.value("history.back()")
    browser.until(f"document.querySelector('#title').textContent === 'debounce' && ({MARBLES}).includes('a: 2, 3 at 3 s')")
    return {**seen, "back": browser.value(MARBLES)}


def reload(browser, server):
    """An edit that waits is made after a reload, and can be undone; so can those before it."""
    visit(browser, f"http://{server.address}/operators/debounce")
    drop(browser, 2)
    browser.until(f"({MARBLES}).includes('a: 2 at 4 s')")
    browser.call("Network.setBlockedURLs", urls=["*/v1/runs*"])
    drop(browser, 1)
    browser.until(f"{BAR}.includes('kept')")
    browser.call("Page.reload")
    browser.until("document.readyState === 'complete' && document.querySelector('#away')")
    browser.until(f"{BAR}")
    browser.call("Network.setBlockedURLs", urls=[])
    browser.value("document.querySelector('#retry').click()")
    browser.until(f"({MARBLES}).includes('a: 2 at 5 s')")
    seen = {"after": browser.value(MARBLES)}
    for _ in range(2):
        browser.until("!document.querySelector('#undo').disabled")
        before = browser.value(MARBLES)
        browser.value("document.querySelector('#undo').click()")
        browser.until(f"({MARBLES}).join() !== {json.dumps(','.join(before))}")
    seen["undone"] = browser.value(MARBLES)
    seen["address"] = browser.value("location.pathname + location.hash")
    return seen


def busy(browser, server):
    """The server has no time: the page says so, and sends the edit again."""
    visit(browser, f"http://{server.address}/operators/debounce")
    body = base64.b64encode(b'{"message":"this address has used more processor time than its share"}').decode()
    browser.call("Fetch.enable", patterns=[{"urlPattern": "*/v1/runs*"}])
    drop(browser, 2)

    answered = 0
    while not browser.value(f"new Promise((done) => setTimeout(() => done({BAR}.includes('kept')), 5))"):
        paused = [event["params"]["requestId"] for event in browser.events if event.get("method") == "Fetch.requestPaused"]
        for request in paused[answered:]:
            browser.call("Fetch.fulfillRequest", requestId=request, responseCode=429, responseHeaders=[
                {"name": "Retry-After", "value": "60"}, {"name": "Content-Type", "value": "application/json"}], body=body)
        answered = len(paused)
    seen = {"bar": browser.value(BAR), "countdown": browser.value("document.querySelector('#countdown').textContent")}
    browser.call("Fetch.disable")
    browser.value("document.querySelector('#retry').click()")
    browser.until(f"({MARBLES}).includes('a: 2 at 4 s')")
    browser.until(f"!{BAR}")
    return seen


def keys(browser, server):
    """Keys add up over a slow network, and stay with their marble when it passes others."""
    visit(browser, f"http://{server.address}/operators/debounce")
    browser.call("Network.emulateNetworkConditions", offline=False, latency=400, downloadThroughput=-1, uploadThroughput=-1)
    browser.value(f"document.querySelector(\"{MARBLE}\").focus()")
    waits = "document.documentElement.classList.contains('waiting')"
    for _ in range(5):
        press(browser, "ArrowRight")
    # What takes longer than a moment is seen.
    browser.until(waits)
    browser.until(f"({MARBLES}).some((name) => /^a: 4, 2 at 7 s|^a: 2, 4 at 7 s/.test(name))")
    press(browser, "ArrowRight")
    browser.until(f"({MARBLES}).includes('a: 2 at 8 s')")
    browser.until(f"({FOCUS}).startsWith('a: 2')")
    browser.until(f"!{waits}")
    return {"marbles": browser.value(MARBLES), "focused": browser.value(FOCUS)}


def escape(browser, server):
    """The axis stays during a drag past the others, and Escape takes the drag back."""
    visit(browser, f"http://{server.address}/operators/debounce")
    # The times above the rows, and where they are.
    ticks = (f"[...{DRAWN}.querySelectorAll('text')].map((one) => [one.getBoundingClientRect(), one.textContent])"
             f".filter(([box]) => box.y < {DRAWN}.querySelector('svg').getBoundingClientRect().y + 40).map(([box, text]) => text + box.x)")
    end, second = "#hands .end", browser.value(SECOND)
    x, y, _ = middle(browser, end)
    before = browser.value(f"[{ticks}, ({MARBLES})]")
    browser.value(f"{DRAWN}.querySelector('svg').id = 'before'")
    browser.mouse("mouseMoved", x, y)
    browser.mouse("mousePressed", x, y)
    browser.mouse("mouseMoved", x - 100, y)
    browser.mouse("mouseMoved", x - 2 * second, y)
    browser.until(f"{DRAWN}.querySelector('svg').id !== 'before'")
    during = browser.value(f"[{ticks}, document.querySelector('#hands .tip').textContent]")
    # Not before the last value.
    browser.mouse("mouseMoved", x - 4 * second, y)
    stop = browser.value("document.querySelector('#hands .tip').textContent")
    browser.press("Escape", "Escape", 27)
    browser.mouse("mouseReleased", x - 4 * second, y)
    browser.until(f"({MARBLES}).join() === {json.dumps(','.join(before[1]))}")
    after = browser.value(f"[{ticks}, ({MARBLES})]")
    return {"axis": during[0], "before": before[0], "after": after[0], "tip": during[1], "stop": stop,
            "edited": browser.value("!document.querySelector('#undo').disabled")}


def main():
    server = Server(sys.argv[1])
    seen = {}
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = Browser(folder)
        try:
            browser.size(1280, 900)
            for look in (gone, left, reload, busy, keys, escape):
                if len(sys.argv) < 3 or look.__name__ in sys.argv[2:]:
                    seen[look.__name__] = look(browser, server)
        finally:
            browser.close()
            server.kill()
    print(json.dumps(seen))


main()
