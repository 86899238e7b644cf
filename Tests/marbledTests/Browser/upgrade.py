"""Uses the page of `marbled serve` while its server is upgraded, and prints what it saw as JSON. A proxy gives it documents of another
version, whose scripts are in another folder.

    upgrade.py once URL      the first document is of the other version
    upgrade.py cached URL    all documents are, as those of a cache that does not ask again
"""

import http.client
import http.server
import json
import re
import sys
import tempfile
import threading
import urllib.parse

from chromium import Browser
from playground import MARBLES, READY, press, visit

SCRIPT = "document.querySelector('script[src]').src.split('/').at(-2)"
LOAD = "performance.getEntriesByType('navigation')[0].type"

# What waits is done soon, and each time that the page loads itself again is counted.
WATCH = """(() => {
  const wait = window.setTimeout;
  window.setTimeout = (work, time = 0) => wait(work, Math.min(time, 20));
  navigation.addEventListener('navigate', ({ navigationType }) => {
    if (navigationType === 'reload') sessionStorage.setItem('reloads', Number(sessionStorage.getItem('reloads')) + 1);
  });
})()"""


class Proxy(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    upstream, most, documents = "", 0, 0

    def log_message(self, *parts):
        pass

    def pass_on(self):
        length = int(self.headers.get("Content-Length") or 0)
        connection = http.client.HTTPConnection(self.upstream)
        headers = {"Host": self.upstream, "Accept": self.headers.get("Accept", "*/*")}
        if length:
            headers["Content-Type"] = self.headers["Content-Type"]
        request = self.rfile.read(length)
        connection.request(self.command, self.path, request, headers)
        response = connection.getresponse()
        body = response.read()
        if response.headers.get_content_type() == "text/html":
            Proxy.documents += 1
            if Proxy.documents <= self.most:
                body = re.sub(rb"page/[\w-]+/", b"page/older/", body)
        self.send_response(response.status)
        # The server is upgraded while an edit is on its way.
        version = ["Marbled-Page"] if b'"edits":["' in request else []
        for name in ["Content-Type", "Cache-Control", "Content-Security-Policy", *version]:
            if name in response.headers:
                self.send_header(name, response.headers[name])
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_GET = do_POST = pass_on


def until(browser, condition):
    """Waits, also while the page is loaded again."""
    while True:
        try:
            return browser.until(condition)
        except RuntimeError as error:
            if "waited in vain" in str(error):
                raise


def state(browser):
    return {"version": browser.value(SCRIPT), "load": browser.value(LOAD), "documents": Proxy.documents,
            "marbles": browser.value(MARBLES), "canUndo": browser.value("!document.querySelector('#undo').disabled")}


def edit(browser):
    browser.value("[...document.querySelectorAll('#hands .marble')].find((one) => one.ariaLabel.startsWith('a: 1 ')).focus()")
    press(browser, "ArrowRight")


def use(browser, address):
    browser.size(1280, 900)
    browser.call("Page.enable")
    browser.call("Page.addScriptToEvaluateOnNewDocument", source=WATCH)
    visit(browser, address + "operators/debounce")
    seen = {"before": state(browser)}
    edit(browser)
    until(browser, f"{LOAD} === 'reload' && {READY} && ({MARBLES}).length > 0")
    seen["after"] = state(browser)
    edit(browser)
    # The server has answered: both edits can be taken back.
    until(browser, "JSON.parse(sessionStorage.getItem(`visit ${history.state.visit}`)).undo.length === 2")
    browser.value("new Promise((done) => setTimeout(() => requestAnimationFrame(() => setTimeout(done)), 500))")
    seen["later"] = {**state(browser), "reloads": browser.value("Number(sessionStorage.getItem('reloads'))")}
    seen["complaints"] = browser.complaints()
    return seen


def main():
    kind, address = sys.argv[1:]
    Proxy.upstream = urllib.parse.urlsplit(address).netloc
    Proxy.most = {"once": 1, "cached": 1000}[kind]
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Proxy)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = Browser(folder)
        try:
            seen = use(browser, f"http://127.0.0.1:{server.server_address[1]}/")
        finally:
            browser.close()
    print(json.dumps(seen))


main()
