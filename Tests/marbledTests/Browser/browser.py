"""Looks at files in a browser without a screen and without a network, and prints what it saw as JSON.

    browser.py films < TIMES                   for each path of a JSON object, the ids of the marbles that are visible
                                               at each of its times in milliseconds
    browser.py still FILE.svg                  the same with `prefers-reduced-motion: reduce`, at once
    browser.py page FILE.html                  what keys do on a page, and what a screen reader is told
"""

import json
import sys

from chromium import answer


VISIBLE = """[...document.querySelectorAll('[data-id]')]
  .filter((marble) => getComputedStyle(marble).visibility === 'visible')
  .flatMap((marble) => marble.dataset.id.split(' '))"""

STATE = """({ clock: document.querySelector('#clock').value, button: document.querySelector('#play').textContent,
  now: document.querySelector('#now').textContent, marbles: %s })""" % VISIBLE


def films(browser):
    times = json.load(sys.stdin)

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


if __name__ == "__main__":
    answer([films, still, page])
