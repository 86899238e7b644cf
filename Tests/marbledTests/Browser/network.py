"""Drives the page of `marbled serve` over a slow network, and prints what it saw as JSON.

    network.py drag URL              drags a marble in small steps while each request takes 60 ms longer
    network.py pictures URL [COUNT]  counts the pictures during drags over slower networks, and of a large scene: drags of two
                                     seconds, or until so many answers have arrived
"""

import json
import time

from chromium import answer
from playground import DRAWN, MARBLES, SECOND, TOLD, middle, packed, visit

MARBLE = "#hands .marble[aria-label^='a: 4']"
STEPS = 30
# How many answers have arrived, how many of them to newer requests than those before, and how many pictures have been shown
# since. Of two requests on their way, the older one may be answered last.
COUNT = """(() => {
  window.count = { answers: 0, newer: 0, pictures: 0 };
  const numbers = new WeakMap();
  const { fetch } = window;
  const { json } = Response.prototype;
  let [asked, newest] = [0, 0];
  window.fetch = async (...request) => {
    const number = ++asked;
    const response = await fetch(...request);
    numbers.set(response, number);
    return response;
  };
  Response.prototype.json = async function () {
    const body = await json.call(this);
    if (!body.svg) return body;
    count.answers += 1;
    if (numbers.get(this) > newest) {
      newest = numbers.get(this);
      window.newestPicture = body.svg;
      count.newer += 1;
    }
    return body;
  };
  // A picture is new, or it is the one that was there with other parts.
  new MutationObserver(() => { count.pictures += 1; })
    .observe(%s, { childList: true, subtree: true, attributes: true, attributeFilter: ['viewBox'] });
})()""" % DRAWN
# Whether the picture that is shown is that of the newest answer, part by part.
SAME = """(() => {
  const [shown, sent] = [%s.querySelector('svg').cloneNode(true), new DOMParser().parseFromString(newestPicture.replace(/<style>[^]*<.style>/, ''), 'image/svg+xml').documentElement];
  for (const part of [shown, sent].flatMap((svg) => [...svg.querySelectorAll('[style]')])) part.removeAttribute('style');
  return shown.getAttribute('viewBox') === sent.getAttribute('viewBox') && shown.lastElementChild.isEqualNode(sent.lastElementChild);
})()""" % DRAWN
# How far the marble in the picture is from the hand, in pixels.
DISTANCE = """(() => {
  const middle = (part) => { const box = part.getBoundingClientRect(); return box.x + box.width / 2; };
  const hand = document.querySelector("%s").getBoundingClientRect();
  const drawn = [...%s.querySelectorAll('.m circle')].filter((part) => Math.abs(part.getBoundingClientRect().y - hand.y) < 5);
  return Math.min(...drawn.map((part) => Math.abs(middle(part) - hand.x - hand.width / 2)));
})()""" % (MARBLE, DRAWN)


def slow(browser, latency):
    browser.call("Network.emulateNetworkConditions", offline=False, latency=latency, downloadThroughput=-1, uploadThroughput=-1)


def drag(browser, address):
    browser.size(1280, 900)
    visit(browser, address + "operators/debounce")
    browser.value(COUNT)
    slow(browser, 60)
    x, y, _ = middle(browser, MARBLE)
    step = browser.value(SECOND) / 10
    seen = {"distances": []}

    def mouse(kind, steps):
        browser.mouse(kind, x - steps * step, y)

    mouse("mouseMoved", 0)
    mouse("mousePressed", 0)
    for steps in range(1, STEPS + 1):
        mouse("mouseMoved", steps)
        seen["distances"].append(browser.value(DISTANCE))
        # At most two requests are on their way: one more waits whenever an answer arrives.
        if steps > 2:
            browser.until(f"count.answers >= {steps - 2}")
            seen["distances"].append(browser.value(DISTANCE))
    # The answers that arrived, and the pictures that were shown, before the marble is let go.
    seen.update(browser.value("count"))
    seen["tip"] = browser.value("document.querySelector('#hands .tip').textContent")
    mouse("mouseReleased", STEPS)
    browser.until("!document.querySelector('#undo').disabled")
    browser.until(f"({MARBLES}).includes('a: 4 at 4 s')")
    seen["marbles"] = browser.value(MARBLES)
    seen["distances"].append(browser.value(DISTANCE))
    seen["complaints"] = browser.complaints()
    return seen


def pictures(browser, address, least=None):
    """Drags over networks that are slower each time, and in a scene with 40 rows."""
    rows = "".join(f"  r{row}: {{ apply: 'a.map {{ $0 + {row} }}' }}\n" for row in range(39))
    large = f"duration: 120s\nrows:\n  a: {{ marbles: '{'1-' * 60}|' }}\n{rows}"
    seen = {"complaints": []}
    for name, latency, path, marble in [
        ("60", 60, "operators/debounce", "a: 4 "), ("100", 100, "operators/debounce", "a: 4 "), ("200", 200, "operators/debounce", "a: 4 "),
        ("rows", 60, f"#s={packed(large.encode())}", "a: 1 at 60 "),
    ]:
        browser.visit("about:blank")
        browser.size(1280, 900)
        visit(browser, address + path)
        browser.until(TOLD)
        browser.value(COUNT)
        slow(browser, latency)
        x, y, _ = middle(browser, f"#hands .marble[aria-label^='{marble}']")
        browser.mouse("mouseMoved", x, y)
        browser.mouse("mousePressed", x, y)
        start = time.monotonic()
        while (time.monotonic() - start < 2 if least is None else browser.value("count.newer") < int(least)):
            # There and back in a second, with a movement for each frame.
            way = abs((time.monotonic() - start) % 1 - 0.5) * 200
            browser.mouse("mouseMoved", x - 110 + way, y)
            browser.value("new Promise(requestAnimationFrame)")
        seen[name] = {**browser.value("count"), "isSame": browser.value(SAME)}
        browser.press("Escape", "Escape", 27)
        browser.mouse("mouseReleased", x, y)
        slow(browser, 0)
        seen["complaints"] += browser.complaints()
    return seen


if __name__ == "__main__":
    answer([drag, pictures])
