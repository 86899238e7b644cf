"""Goes through the lessons of the page of `marbled serve`, and prints what it saw as JSON.

    lessons.py predict URL   predicts outputs with a mouse and with keys, compares, and sees them again
    lessons.py leaks URL     reads what inputs tell while outputs are hidden
    lessons.py ends URL      draws an end, and takes that back
    lessons.py shared URL    shares a scene with hidden outputs
    lessons.py narrow URL    shows instants of a picture that scrolls
    lessons.py folders URL   goes through the lessons of folders
    lessons.py solve URL     reads the hint of a task, and solves it
    lessons.py progress URL  solves the last lesson, and finds it solved elsewhere
"""

import json

from chromium import answer
from playground import CONTROL, DRAWN, FOCUS, MARBLES, click, middle, press, visit

LINE = "#hands .line[data-line=quiet]"
TIMES = """(() => { const x = (name) => { const box = document.querySelector(`#hands .marble[aria-label='${name}']`)
  .getBoundingClientRect(); return box.x + box.width / 2; };
  return [x('a: 1 at 0 s'), (x('a: 4 at 7 s') - x('a: 1 at 0 s')) / 7] })()"""
GOALS = "[...document.querySelectorAll('#goalList li')].map((goal) => goal.textContent)"
IDS = f"[...{DRAWN}.querySelectorAll('[data-id]')].map((marble) => marble.dataset.id)"
NEWS = "document.querySelector('#news').textContent"
FOCUSED = "document.activeElement.id"
EDITOR = "#editor:not([hidden]) input:not([type=number])"


def draw(browser, time, value, line=LINE, times=TIMES):
    """Clicks the line, and writes a value into the window that opens."""
    start, second = browser.value(times)
    _, y, _ = middle(browser, line)
    x = start + time * second
    before = browser.value(f"({MARBLES}).length")
    for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
        browser.mouse(kind, x, y)
    browser.until(f"({MARBLES}).length === {before + 1} && document.activeElement?.matches('{EDITOR}')")
    browser.type(value)
    press(browser, "Enter")
    browser.until("document.querySelector('#editor').hidden")


def predict(browser, address):
    visit(browser, address + "scenes/halves")
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
    seen["marked"] = browser.value("[...document.querySelectorAll('#goalList mark')].map((mark) => mark.textContent)")
    click(browser, "#reveal")
    browser.until(f"({IDS}).includes('paced#0')")
    seen["some"] = browser.value(IDS)
    # Those who do not see the picture are told, and can read what is new at once.
    seen["news"] = [browser.value(NEWS)]
    seen["described"] = browser.value("document.querySelector('#hands [data-part=\"paced#0\"]').ariaDescription")
    seen["movable"] = browser.value("[...document.querySelectorAll('#hands .marble')].filter(({ dataset: { row, event } }) => row !== 'a' && !/^[?|]/.test(event)).length")
    press(browser, "h")
    browser.until(f"document.querySelector('#time').ariaValueText.startsWith('1.5 of')")
    seen["news"].append(browser.value(NEWS))
    click(browser, "#revealAll")
    browser.until(f"({IDS}).includes('quiet#2')")
    seen["isSolved"] = browser.value("document.querySelector('#goals').classList.contains('met')")
    # What was drawn stays beside what came out, with what was right.
    browser.until("document.querySelector('#told').textContent.startsWith('All outputs are shown. ')")
    seen["after"] = browser.value(GOALS)
    seen["rings"] = browser.value("[...document.querySelectorAll('.guess')].map((guess) => guess.getAttribute('class'))")
    seen["isAtEnd"] = browser.value("document.querySelector('#time').value === document.querySelector('#time').max")
    # A button that hides itself leaves the focus in a place.
    seen["focus"] = [browser.value(FOCUSED)]
    click(browser, "#again")
    browser.until(f"!({IDS}).includes('quiet#2') && document.querySelectorAll('.guess').length === 0")
    browser.value("document.querySelector('#reveal').focus()")
    for _ in range(30):
        if not browser.value("document.querySelector('#reveal').checkVisibility()"):
            break
        press(browser, "Enter")
    seen["focus"].append(browser.value(FOCUSED))
    click(browser, "#predict")
    browser.until("!document.querySelector('#predictions').checkVisibility() && document.querySelector('#predict').textContent === 'Predict'")
    seen["left"] = browser.value(GOALS)
    seen["complaints"] = browser.complaints()
    return seen


def leaks(browser, address):
    visit(browser, address)
    inputs = "[...document.querySelectorAll('#hands .marble')].filter((one) => !one.dataset.event.startsWith('?')).map((one) => one.ariaDescription ?? '')"
    browser.until(f"({inputs}).some((one) => one.includes('emits it at'))")
    seen = {"button": browser.value("document.querySelector('#predict').textContent")}
    click(browser, "#predict")
    browser.until("document.querySelectorAll('#draw button').length === 1")
    click(browser, "#draw button")
    browser.until("document.querySelectorAll('.guess').length === 1")
    # Cards are asked for a moment after an answer, and by the focus.
    browser.value("document.querySelector('#hands .marble').focus()")
    browser.value("new Promise((resolve) => setTimeout(resolve, 800))")
    seen["hidden"] = browser.value(inputs)
    seen["card"] = browser.value("document.querySelector('#card').textContent")
    click(browser, "#revealAll")
    browser.until(f"({inputs}).some((one) => one.includes('emits it at'))")
    seen["complaints"] = browser.complaints()
    return seen


def ends(browser, address):
    visit(browser, address + "scenes/halves")
    editor = "document.querySelector('#editor')"
    guesses = f"({MARBLES}).filter((name) => name.endsWith(', predicted'))"
    start, second = browser.value(TIMES)
    _, y, _ = middle(browser, LINE)
    for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
        browser.mouse(kind, start + 4.5 * second, y)
    browser.until(f"!{editor}.hidden")
    # The newest value of the input that is not drawn yet.
    seen = {"proposed": browser.value(guesses)}
    press(browser, "Enter")
    press(browser, "n")
    browser.until(f"({guesses}).length === 2")
    press(browser, "Enter")
    browser.until(f"!{editor}.hidden")
    browser.value(f"{editor}.querySelector('input').value = '8'")
    click(browser, "#editor button")
    browser.until(f"({guesses}).some((name) => name.includes('finishes'))")
    seen["ended"] = browser.value(guesses)
    seen["focus"] = browser.value(FOCUS)
    # The window of the end has its time alone.
    press(browser, "Enter")
    browser.until(f"!{editor}.hidden")
    seen["window"] = browser.value(f"{editor}.textContent")
    press(browser, "Escape")
    click(browser, "#undo")
    click(browser, "#undo")
    browser.until(f"({guesses}).length === 2")
    seen["undone"] = browser.value(guesses)
    click(browser, "#redo")
    click(browser, "#redo")
    browser.until(f"({guesses}).some((name) => name.includes('finishes'))")
    press(browser, "c")
    browser.until("document.querySelectorAll('#goalList li').length === 1")
    # A hint stays while one draws, and a value may be at the time of the end.
    click(browser, "#hint")
    told = "document.querySelector('#told').textContent"
    hint = browser.value(told)
    browser.value("document.querySelector('#hands .marble[aria-label^=\"quiet: 3\"]').focus()")
    press(browser, "Enter")
    browser.until(f"!{editor}.hidden")
    click(browser, "#editor button:nth-of-type(2)")
    browser.until(f"({guesses}).some((name) => name.includes('finishes at 4.5 s'))")
    seen["after"] = browser.value(guesses)
    seen["apart"] = browser.value("(([value, end]) => end.getBBox().x - value.getBBox().x - value.getBBox().width)(['circle', 'path'].map((one) => document.querySelector(`.guess ${one}`)))")
    seen["keepsHint"] = hint.startswith(browser.value(told) or "nothing")
    # An empty drawing can be taken back, too.
    browser.value("document.querySelector('#revealAll').click()")
    browser.until("document.querySelector('#again').checkVisibility()")
    browser.value("document.querySelector('#again').click()")
    browser.until(f"({guesses}).length === 0")
    press(browser, "z", CONTROL)
    browser.until(f"({guesses}).length === 2")
    # Without a marble in hand, keys draw on the first row.
    browser.value("document.querySelector('#again').click()")
    browser.until(f"({guesses}).length === 0")
    browser.value("document.activeElement.blur()")
    press(browser, "n")
    browser.until(f"({guesses}).length === 1")
    seen["first"] = browser.value(guesses)
    seen["complaints"] = browser.complaints()
    return seen


def shared(browser, address):
    """What a scene tells that is shared while its outputs are hidden."""
    visit(browser, address)
    click(browser, "#predict")
    browser.until("document.querySelector('#predictions').checkVisibility()")
    click(browser, "#share")
    browser.until("document.querySelector('#sharing').open")
    seen = {}
    for kind in ("yaml", "html", "command"):
        browser.value(f"document.querySelector('#sharing input[value={kind}]').click()")
        browser.until("document.querySelector('#sharing textarea').value.length > 1 && document.querySelector('#sharing .hint').textContent")
        seen[kind] = [browser.value("document.querySelector('#sharing .hint').textContent"), browser.value("document.querySelector('#sharing textarea').value")]
    seen["complaints"] = browser.complaints()
    return seen


def narrow(browser, address):
    browser.size(360, 740)
    visit(browser, address + "scenes/halves")
    browser.value("document.querySelector('#picture').scrollLeft = 1e4")
    scroll = "document.querySelector('#picture').scrollLeft"
    seen = {"before": browser.value(scroll)}
    click(browser, "#reveal")
    browser.until(f"({IDS}).includes('paced#0')")
    seen["first"] = browser.value(scroll)
    click(browser, "#revealAll")
    browser.until(f"({IDS}).includes('quiet#2')")
    seen["last"] = browser.value(scroll)
    seen["complaints"] = browser.complaints()
    return seen


def solve(browser, address):
    visit(browser, address + "scenes/lesson-pipeline")
    seen = {"goal": browser.value(GOALS)}
    click(browser, "#hint")
    seen["hint"] = browser.value("document.querySelector('#told').textContent")
    click(browser, "#solution")
    browser.until("document.querySelector('#goals').classList.contains('met')")
    seen["focus"] = browser.value(FOCUSED)
    seen["met"] = browser.value(GOALS)
    seen["told"] = browser.value("document.querySelector('#told').textContent")
    seen["complaints"] = browser.complaints()
    return seen


TYPED = TIMES.replace("a: 1 at 0 s", "typed: s at 0 s").replace("a: 4 at 7 s", "typed: swift at 8 s").replace("/ 7]", "/ 8]")
LAST = "lesson-test"


def test(browser):
    """Draws what the last lesson asks for, and compares it."""
    browser.until("document.querySelector('#hands .line[data-line=asked]') && !document.querySelector('#predictions').hidden")
    for time, value in ((3, "swift"), (11, "|")):
        draw(browser, time, value, "#hands .line[data-line=asked]", TYPED)
    click(browser, "#compare")
    browser.until("document.querySelector('#goals').classList.contains('met')")


def progress(browser, address):
    visit(browser, address + f"scenes/{LAST}")
    seen = {"place": browser.value("document.querySelector('#place').textContent"),
            "task": browser.value("document.querySelector('#task').textContent")}
    test(browser)
    seen["told"] = browser.value("document.querySelector('#told').textContent")
    click(browser, "#before")
    browser.until("document.querySelector('#title').textContent === 'Who asks, who waits'")
    # What was solved is known after a reload.
    visit(browser, address + f"scenes/{LAST}")
    browser.until("!document.querySelector('#lesson').hidden")
    seen["steps"] = browser.value("[...document.querySelectorAll('#steps a')].map((step) => step.title)")
    # The front page knows it, too, when the browser goes back to it.
    others = browser.value("[...document.querySelectorAll('#steps a')].map((step) => step.pathname.split('/').pop())")[:-1]
    browser.value(f"localStorage.setItem('solved', {json.dumps(json.dumps(others))})")
    visit(browser, address)
    click(browser, "#learn")
    test(browser)
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
    answer([predict, leaks, ends, shared, narrow, solve, progress, folders], (1280, 1000))
