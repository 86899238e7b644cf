"""Steers a kiosk from its page for phones, and prints what it saw as JSON.

    remote.py URL FILE [DIR]    asks for a code, takes it from FILE, steers, and waits for the end of the session;
                                with a folder, it saves pictures of the page
"""

import base64
import json
import pathlib
import sys
import tempfile
import time

from chromium import Browser


def text(browser, part):
    return browser.value(f"document.querySelector('#{part}').textContent")


def click(browser, selector):
    browser.value(f"document.querySelector({json.dumps(selector)}).click()")


def enter(browser, code):
    browser.value("document.querySelector('#code').select()")
    browser.type(code)
    click(browser, "#entry [type=submit]")


def overflow(browser):
    return browser.value("document.documentElement.scrollWidth - innerWidth")


def steer(browser, address, file, save):
    browser.size(360, 740)
    browser.visit(address)
    browser.until("!document.querySelector('#entry').hidden")
    seen = {"first": text(browser, "why"), "overflow": [overflow(browser)]}
    # The page asks for the state without a session, which the console calls an error.
    browser.events.clear()
    click(browser, "#ask")
    browser.until("document.querySelector('#why').textContent.includes('two minutes')")
    seen["asked"] = text(browser, "why")
    save("entry")
    enter(browser, "0000 0000")
    browser.until("document.querySelector('#notice').textContent")
    seen["wrong"] = text(browser, "notice")
    save("wrong")
    # A refused code is no fault of the page.
    browser.events.clear()
    while not pathlib.Path(file).exists():
        time.sleep(0.01)
    enter(browser, pathlib.Path(file).read_text())
    browser.until("document.querySelectorAll('#scenes button').length > 0")
    seen["title"] = text(browser, "title")
    seen["scenes"] = browser.value("[...document.querySelectorAll('#scenes button')].map((one) => one.value)")
    seen["overflow"].append(overflow(browser))
    seen["smallest"] = browser.value("""Math.min(...[...document.querySelectorAll('#remote button, #remote input')]
      .flatMap((one) => { const box = one.getBoundingClientRect(); return [box.width, box.height] }))""")
    save("steering")
    click(browser, "#pause")
    browser.until("document.querySelector('#state').textContent.startsWith('paused')")
    seen["paused"] = text(browser, "state")
    click(browser, "#faster")
    browser.until("document.querySelector('#factor').textContent !== '×0.1'")
    seen["factor"] = text(browser, "factor")
    browser.value("document.querySelector('#message').focus()")
    browser.type("Back soon")
    click(browser, "#banner [type=submit]")
    browser.until("!document.querySelector('#clear').disabled")
    seen["banner"] = browser.value("document.querySelector('#message').placeholder")
    save("banner")
    click(browser, "#clear")
    browser.until("document.querySelector('#clear').disabled")
    click(browser, "#next")
    browser.until("document.querySelectorAll('#scenes button')[1].hasAttribute('aria-current')")
    seen["next"] = browser.value("document.querySelector('#scenes [aria-current]').value")
    click(browser, "#scenes li:first-child button")
    browser.until("document.querySelector('#scenes li:first-child button').hasAttribute('aria-current')")
    seen["chosen"] = browser.value("document.querySelector('#scenes [aria-current]').value")
    seen["complaints"] = browser.complaints()
    browser.value("document.querySelector('#message').focus()")
    browser.type("press the key now")
    click(browser, "#banner [type=submit]")
    browser.until("!document.querySelector('#entry').hidden")
    seen["ended"] = text(browser, "why")
    save("ended")
    return seen


def main():
    address, file, *folder = sys.argv[1:]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Browser(profile)

        def save(name):
            if folder:
                picture = browser.call("Page.captureScreenshot", format="png")["data"]
                pathlib.Path(folder[0], f"{name}.png").write_bytes(base64.b64decode(picture))
        try:
            seen = steer(browser, address, file, save)
        finally:
            browser.close()
    print(json.dumps(seen))


if __name__ == "__main__":
    main()
