"""Goes through the lessons of the page of `marbled serve`, and prints what it saw as JSON.

    lessons.py predict URL   predicts outputs with a mouse and with keys, compares, and sees them again
    lessons.py folders URL   goes through the lessons of folders
    lessons.py solve URL     reads the hint of a task, solves it, and goes to the next
"""

import json

from chromium import answer
from playground import DRAWN, FOCUS, MARBLES, click, middle, press, visit

LINE = "#hands .line[data-line=quiet]"
TIMES = """(() => { const x = (name) => { const box = document.querySelector(`#hands .marble[aria-label='${name}']`)
  .getBoundingClientRect(); return box.x + box.width / 2; };
  return [x('a: 1 at 0 s'), (x('a: 4 at 7 s') - x('a: 1 at 0 s')) / 7] })()"""
GOALS = "[...document.querySelectorAll('#goalList li')].map((goal) => goal.textContent)"
IDS = f"[...{DRAWN}.querySelectorAll('[data-id]')].map((marble) => marble.dataset.id)"
FOCUSED = "document.activeElement.id"
EDITOR = "#editor:not([hidden]) input:not([type=number])"


def draw(browser, time, value):
    """Clicks the line, and writes a value into the window that opens."""
    start, second = browser.value(TIMES)
    _, y, _ = middle(browser, LINE)
    x = start + time * second
    before = browser.value(f"({MARBLES}).length")
    for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
        browser.mouse(kind, x, y)
    browser.until(f"({MARBLES}).length === {before + 1} && document.activeElement?.matches('{EDITOR}')")
    browser.type(value)
    press(browser, "Enter")
    browser.until("document.querySelector('#editor').hidden")


def predict(browser, address):
    visit(browser, address + "scenes/lesson-quiet")
    seen = {"hidden": browser.value(IDS), "sentences": browser.value(
        "[...document.querySelectorAll('#sentences li span')].filter((one) => !one.textContent.startsWith('a ')).length")}
    # The first is wrong, and the fourth is missing. A click is for half a second, and a drag for tenths.
    for time, value in ((1, "1"), (3.45, "3"), (9, "|")):
        draw(browser, time, value)
    seen["ends"] = browser.value("document.querySelectorAll('.guess path').length")
    second = browser.value(TIMES)[1]
    x, y, _ = middle(browser, "#hands [aria-label^='quiet: 3 at']")
    for kind, way in (("mousePressed", 0), ("mouseMoved", 0.3), ("mouseMoved", 0.49), ("mouseReleased", 0.49)):
        browser.mouse(kind, x + way * second, y)
    browser.until(f"({MARBLES}).includes('quiet: 3 at 4 s, predicted')")
    # The other row by keys alone.
    browser.value("[...document.querySelectorAll('#draw button')].find((one) => one.textContent === 'Draw on paced').focus()")
    press(browser, "Enter")
    browser.until(f"({FOCUS}).startsWith('paced: 1 at 0 s')")
    for number, key in enumerate(("n", "n"), 1):
        press(browser, key)
        browser.until(f"({FOCUS}).startsWith('paced: {number + 1} at {number} s')")
    seen["drawn"] = browser.value(MARBLES)
    click(browser, "#compare")
    browser.until("document.querySelectorAll('#goalList li').length === 2")
    seen["goals"] = browser.value(GOALS)
    seen["said"] = browser.value("document.querySelector('#told').textContent")
    seen["told"] = browser.value(f"({MARBLES}).filter((name) => name.startsWith('quiet'))")
    click(browser, "#reveal")
    browser.until(f"({IDS}).includes('paced#0')")
    seen["some"] = browser.value(IDS)
    click(browser, "#revealAll")
    browser.until(f"({IDS}).includes('quiet#2')")
    seen["isSolved"] = browser.value("document.querySelector('#goals').classList.contains('met')")
    # A button that hides itself leaves the focus in a place.
    seen["focus"] = [browser.value(FOCUSED)]
    click(browser, "#predict")
    browser.until("document.querySelector('#predictions').checkVisibility()")
    seen["pressed"] = browser.value("document.querySelector('#predict').ariaPressed")
    browser.value("document.querySelector('#reveal').focus()")
    for _ in range(30):
        if not browser.value("document.querySelector('#predictions').checkVisibility()"):
            break
        press(browser, "Enter")
    seen["focus"].append(browser.value(FOCUSED))
    seen["complaints"] = browser.complaints()
    return seen


def solve(browser, address):
    visit(browser, address + "scenes/lesson-pipeline")
    seen = {"place": browser.value("document.querySelector('#place').textContent"), "goal": browser.value(GOALS)}
    click(browser, "#hint")
    seen["hint"] = browser.value("document.querySelector('#told').textContent")
    click(browser, "#solution")
    browser.until("document.querySelector('#goals').classList.contains('met')")
    seen["focus"] = browser.value(FOCUSED)
    seen["met"] = browser.value(GOALS)
    seen["told"] = browser.value("document.querySelector('#told').textContent")
    click(browser, "#next")
    browser.until("document.querySelector('#title').textContent === 'debounce or throttle?'")
    # What was solved is known after a reload.
    visit(browser, address + "scenes/lesson-pipeline")
    browser.until("!document.querySelector('#lesson').hidden")
    seen["steps"] = browser.value("[...document.querySelectorAll('#steps a')].map((step) => step.ariaLabel)")
    # The front page knows it, too, when the browser goes back to it.
    visit(browser, address)
    browser.value("localStorage.clear()")
    visit(browser, address)
    click(browser, "#learn")
    browser.until("!document.querySelector('#solution').hidden && document.querySelector('#lesson').checkVisibility()")
    click(browser, "#solution")
    # The entry of the history has what was solved.
    browser.until("document.querySelector('#goals').classList.contains('met') && location.hash")
    browser.value("history.back()")
    browser.until("document.querySelector('#doors').checkVisibility()")
    seen["progress"] = browser.value("document.querySelector('#learn').lastElementChild.textContent")
    seen["complaints"] = browser.complaints()
    return seen


def folders(browser, address):
    visit(browser, address)
    place = "document.querySelector('#place').textContent"
    title = "document.querySelector('#title').textContent"
    seen = {"groups": browser.value("[...document.querySelectorAll('#groups h2')].map((one) => one.textContent)"), "places": [], "titles": []}
    browser.until("!document.querySelector('#lesson').hidden")
    while True:
        seen["places"].append(browser.value(place))
        seen["titles"].append(browser.value(title))
        if browser.value("document.querySelector('#next').disabled"):
            break
        click(browser, "#next")
        browser.until(f"{title} !== {json.dumps(seen['titles'][-1])}")
    click(browser, "#before")
    browser.until(f"{title} === {json.dumps(seen['titles'][-2])}")
    seen["complaints"] = browser.complaints()
    return seen


if __name__ == "__main__":
    answer([predict, solve, folders], (1280, 1000))
