"""Points at the parts of a picture of `marbled serve` over a slow network, and prints what is told about them as JSON.

    reasons.py cards URL    cards of marbles and marks by the pointer and by keys, and what a screen reader is told
    reasons.py edit URL     what is told while a marble is dragged, and after
    reasons.py phone URL    where cards are on a narrow screen
    reasons.py story URL    a list of sentences below the picture
    reasons.py hear URL     names, descriptions and messages for those who do not see the picture, and where keys lead
    reasons.py let_go URL   where the picture is after a marble is let go
    reasons.py doctor URL   the card with what the doctor has found, while a scene is edited and predicted
    reasons.py dense URL    how large a picture of many marbles is that a link opens
"""


import json

from chromium import answer
from network import slow
from playground import CONTROL, DRAWN, FOCUS, MARBLES, SECOND, TOLD, click, many, middle, press, replace, visit

CARD = "document.querySelector('#card')"
TEXT = f"({CARD}.hidden ? null : [...{CARD}.children].map((part) => part.textContent))"
LINES = "document.querySelectorAll('#hands .threads path').length"
PALE = """[...new Set([...document.querySelector('#drawing').shadowRoot.querySelectorAll('[data-id]')]
  .filter((part) => part.style.opacity).map((part) => part.dataset.id))].sort()"""
LATENCY = 60
# The timers that wait as long as the one that closes a card, and how many there were.
CLOSING = """(() => {
  window.closing = { all: 0, timers: new Set() };
  const { setTimeout, clearTimeout } = window;
  window.setTimeout = (act, wait, ...rest) => {
    if (wait !== 500) return setTimeout(act, wait, ...rest);
    const timer = setTimeout(() => { closing.timers.delete(timer); act(); }, wait);
    closing.all += 1;
    closing.timers.add(timer);
    return timer;
  };
  window.clearTimeout = (timer) => { closing.timers.delete(timer); clearTimeout(timer); };
})()"""


def told(browser, address):
    """Opens a scene, and waits until all its parts are told about."""
    visit(browser, address)
    slow(browser, LATENCY)
    browser.until(TOLD)


def arrow(browser, key):
    number = {"End": 35, "Home": 36, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40}[key]
    browser.press(key, key, number)


def point(browser, selector):
    x, y, _ = middle(browser, selector)
    browser.mouse("mouseMoved", x, y, "none")
    browser.until(f"!{CARD}.hidden")


def cards(browser, address):
    seen = {}
    browser.size(1280, 900)
    told(browser, address + "operators/debounce")
    seen["stops"] = browser.value("document.querySelectorAll('#hands [tabindex=\"0\"]').length")
    seen["live"] = browser.value("""[...document.querySelectorAll('output, [role=status], [aria-live]')]
      .filter((part) => part.checkVisibility()).map((part) => part.id)""")
    tree = browser.call("Accessibility.getFullAXTree")["nodes"]
    seen["tree"] = [
        [node["name"]["value"], node.get("description", {}).get("value", "")] for node in tree
        if not node.get("ignored") and node["role"]["value"] in ("button", "img", "image")
        and node["name"]["value"].startswith(("a: ", "debounce"))]
    # By the pointer.
    point(browser, "#hands .part[data-part='debounce#1']")
    seen["output"] = [browser.value(TEXT), browser.value(LINES), browser.value(PALE)]
    # From the part to its card, which stays.
    browser.value(CLOSING)
    x, y, _ = middle(browser, "#card")
    browser.mouse("mouseMoved", x, y, "none")
    # The timer that would close the card has been set, and is no more.
    browser.until("closing.all > 0 && closing.timers.size === 0")
    seen["hovered"] = browser.value(f"!{CARD}.hidden")
    press(browser, "Escape")
    seen["closed"] = [browser.value(f"{CARD}.hidden"), browser.value(LINES), browser.value(PALE)]
    # By keys: through the input, along the output, back, and to the ends of a row.
    browser.value("document.querySelector('#hands [tabindex=\"0\"]').focus()")
    steps = []
    for key in ("ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowRight", "ArrowDown", "ArrowUp",
                "End", "Home", "ArrowUp", "Home", "End"):
        arrow(browser, key)
        steps.append(browser.value(FOCUS))
    seen["steps"] = steps
    seen["focused"] = browser.value(TEXT)
    seen["stop"] = browser.value("document.querySelector('#hands [tabindex=\"0\"]') === document.activeElement")
    return seen


def edit(browser, address):
    seen = {}
    browser.size(1280, 900)
    told(browser, address + "operators/debounce")
    second = browser.value(SECOND)
    x, y, _ = middle(browser, "#hands .marble[data-event='a#1']")
    browser.mouse("mouseMoved", x, y)
    browser.mouse("mousePressed", x, y)
    browser.mouse("mouseMoved", x + second, y)
    browser.mouse("mouseMoved", x + 3 * second, y)
    # No card covers the result; its line is there, and nothing is pale.
    browser.until("document.querySelectorAll('.threads path').length === 1 && document.querySelector('#now').textContent.includes('6.5 s')")
    seen["covered"] = browser.value(f"!{CARD}.hidden || {DRAWN}.querySelectorAll('[style*=opacity]').length > 0")
    seen["silent"] = browser.value("document.querySelector('#news').textContent === ''")
    seen["now"] = browser.value("document.querySelector('#now').textContent")
    browser.mouse("mouseReleased", x + 3 * second, y)
    browser.until("document.querySelector('#news').textContent !== ''")
    seen["news"] = browser.value("document.querySelector('#news').textContent")
    # What is told about each part is that of the scene after the edit.
    moved = "document.querySelector('#hands .marble[aria-label=\"a: 2 at 5 s\"]')"
    browser.until(f"{moved}?.getAttribute('aria-description')")
    seen["told"] = browser.value(f"{moved}.getAttribute('aria-description')")
    # The difference gives way to the sentences of another time.
    browser.value("document.querySelector('#back').click()")
    seen["after"] = browser.value("[document.querySelector('#news').textContent, document.querySelector('#now').textContent !== '']")
    seen["errors"] = browser.complaints()
    return seen


def phone(browser, address):
    browser.size(360, 740)
    told(browser, address + "operators/zip")
    count = browser.value("document.querySelectorAll('#hands .part').length")
    places = []
    for index in range(count):
        browser.value(f"""(() => {{ const part = document.querySelectorAll('#hands .part')[{index}];
          part.scrollIntoView({{ block: 'center', inline: 'center' }}); part.dispatchEvent(new MouseEvent('click', {{ bubbles: true }})); }})()""")
        browser.until(f"!{CARD}.hidden")
        places.append(browser.value(f"""(() => {{ const card = {CARD}.getBoundingClientRect();
          return card.left >= 0 && card.right <= innerWidth && card.top >= 0 && card.bottom <= innerHeight; }})()"""))
    return {"inside": places, "wide": browser.value("document.documentElement.scrollWidth > innerWidth")}


def story(browser, address):
    browser.size(1280, 800)
    told(browser, address + "operators/debounce")
    tree = browser.call("Accessibility.getFullAXTree")["nodes"]
    names = {node["name"]["value"] for node in tree if not node.get("ignored") and node.get("name", {}).get("value")}
    lines = browser.value("[...document.querySelectorAll('#sentences span')].map((line) => line.textContent)")
    missing = [line for line in lines if not any(line in name for name in names)]
    browser.value("document.querySelector('#sentences li:last-child button').scrollIntoView({ block: 'center' })")
    x, y, _ = middle(browser, "#sentences li:last-child button")
    for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
        browser.mouse(kind, x, y)
    browser.until("""(() => { const box = document.querySelector('#picture').getBoundingClientRect();
      return box.top >= 0 && box.bottom <= innerHeight; })()""")
    return {"lines": len(lines), "missing": missing}


def dense(browser, address):
    browser.size(1280, 900)
    told(browser, address + many())
    # Looking at the cards has not changed what fits.
    scale = f"document.querySelector('#picture').clientWidth / {DRAWN}.querySelector('svg').viewBox.baseVal.width"
    browser.until(f"{scale} < 0.95")
    return {"scale": browser.value(scale), "complaints": browser.complaints()}


NEWS = "[...document.querySelectorAll('#news p')].map((one) => one.textContent)"
SAID = "document.querySelector('#said').textContent"


def hear(browser, address):
    seen = {}
    browser.size(1280, 900)
    told(browser, address + "operators/debounce")
    nodes = browser.call("Accessibility.getFullAXTree")["nodes"]
    seen["tree"] = [[part.get("value", "") for part in (node["role"], node["name"], node.get("description", {}))] for node in nodes
                    if not node.get("ignored") and node.get("name", {}).get("value")]
    seen["kinds"] = browser.value("[...new Set([...document.querySelectorAll('#hands [role]')].map((hit) => hit.getAttribute('aria-roledescription')))]")
    # The lines from inputs to outputs, at the end and at the newest output.
    lines = f"[...{DRAWN}.querySelectorAll('.k')].filter((line) => line.checkVisibility({{ visibilityProperty: true }})).length"
    seen["lines"] = [browser.value(lines)]
    browser.value("document.querySelector('#back').click()")
    browser.until(f"{DRAWN}.querySelector('.s')")
    seen["lines"].append(browser.value(lines))
    # Down and up reach all parts of all rows; a row and the picture have ends, which are told.
    seen["reached"], seen["ends"] = [], []
    browser.value("document.querySelector('#hands :is(.marble, .part)').focus()")
    for key in ("ArrowDown", "ArrowUp"):
        browser.value("document.querySelector('#said').replaceChildren()")
        while not browser.value(SAID):
            before = browser.value(FOCUS)
            seen["reached"].append(before)
            arrow(browser, key)
            browser.until(f"{SAID} || ({FOCUS}) !== {before!r}")
        seen["ends"].append(browser.value(SAID))
        if key == "ArrowDown":
            arrow(browser, "ArrowRight")
            browser.until(f"{SAID} !== {seen['ends'][0]!r}")
            seen["ends"].append(browser.value(SAID))
    # The focus stays on what undo moves, also when it was at the time of another one.
    browser.value("document.querySelector('#hands .marble').focus()")
    seen["moves"] = []
    for key in ("ArrowRight", "ArrowRight", "ArrowRight", "z", "z", "z"):
        before = browser.value(f"{MARBLES}.join()")
        if key == "z":
            press(browser, "z", CONTROL)
        else:
            arrow(browser, key)
        browser.until(f"{MARBLES}.join() !== {before!r} && {NEWS}.length > 0")
        seen["moves"].append([browser.value(FOCUS), browser.value(NEWS)[0], browser.value("document.querySelector('#news p').ariaHidden ?? ''")])
    # What can't move says so, and other edits are told.
    arrow(browser, "ArrowLeft")
    browser.until(f"{SAID}.startsWith('Not')")
    seen["stays"] = browser.value(SAID)
    seen["edits"] = []
    for key in ("Delete", "z", "n", "7", "z", "z"):
        before = browser.value(f"{MARBLES}.join()")
        if key == "7":
            press(browser, "Enter")
            browser.type(key)
            press(browser, "Enter")
        else:
            press(browser, key, CONTROL if key == "z" else 0)
        browser.until(f"{MARBLES}.join() !== {before!r} && {NEWS}.length > 1")
        seen["edits"].append(browser.value(NEWS)[0])
    # The picture that plays comes later, and the list stays.
    browser.value("document.querySelector('#sentences li:nth-child(4) button').focus()")
    press(browser, "Enter")
    browser.until(f"{DRAWN}.querySelector('.s')")
    seen["line"] = browser.value("document.activeElement.textContent")
    # A row is added, and taken away.
    for _ in range(2):
        former = browser.value(f"{NEWS}.join()")
        browser.value("[...document.querySelectorAll('#guide button')].find((one) => one.textContent === 'throttle').click()")
        browser.until(f"{NEWS}.join() !== {former!r} && {NEWS}.length > 0")
        seen.setdefault("rows", []).extend(browser.value(NEWS))
    # Steps are taken back, and their row keeps the focus.
    click(browser, "#row-debounce")
    replace(browser, "#row-debounce", "a.map { $0 }.debounce(for: .seconds(1))")
    press(browser, "Enter")
    browser.until("document.querySelector('.steps:not([hidden])')")
    browser.value("document.querySelector('.steps:not([hidden])').click()")
    browser.until("document.querySelectorAll('#gutter .row').length === 3 && document.activeElement.id === 'row-debounce'")
    browser.value("document.querySelector('#gutter .row:last-child').focus()")
    press(browser, "z", CONTROL)
    browser.until("document.querySelectorAll('#gutter .row').length === 2")
    seen["group"] = browser.value(FOCUS)
    # What was played says where it stops.
    browser.value("document.querySelector('#speed').value = 4")
    for _ in range(2):
        browser.value("document.querySelector('#play').click()")
    browser.until(f"{SAID}.startsWith('Paused')")
    seen["played"] = [browser.value(SAID)]
    browser.value("document.querySelector('#play').click()")
    browser.until(f"{SAID} === 'The end'")
    seen["played"].append(browser.value(SAID))
    seen["errors"] = browser.complaints()
    return seen


def let_go(browser, address):
    browser.size(1280, 800)
    told(browser, address)
    second = browser.value(SECOND)
    x, y, _ = middle(browser, "#hands .marble[data-event='a#2']")
    browser.mouse("mousePressed", x, y)
    for steps in (1, 20, 40, 44):
        browser.mouse("mouseMoved", x + steps * second / 10, y)
    below = "document.querySelector('#transport').getBoundingClientRect().top"
    before = browser.value(below)
    browser.mouse("mouseReleased", x + 4.4 * second, y)
    marble = "#hands .marble[aria-label='a: 3 at 7.4 s']"
    browser.until(f"document.querySelector(\"{marble}\") && document.querySelector('#news').textContent")
    seen = {"off": abs(middle(browser, marble)[0] - x - 4.4 * second), "below": browser.value(below) - before}
    # Then it becomes one in which all marbles have room.
    browser.mouse("mouseMoved", x, 20, "none")
    browser.until(f"{below} < {before} - 20")
    seen["errors"] = browser.complaints()
    return seen


NEVER_QUIET = "rows:\n  a: {{ marbles: \"abcdefgh|\" }}\n  out: {{ apply: \"a.debounce(for: {})\" }}\n"
FOUND = "document.querySelector('#findings')"
# How often something about the doctor was said.
COUNTING = """(() => {
  window.told = [];
  new MutationObserver(() => {
    const text = document.querySelector('#said').textContent;
    if (text.includes('doctor')) told.push(text);
  }).observe(document.querySelector('#said'), { childList: true });
})()"""


def write(browser, text):
    browser.value(f"""(() => {{
      const file = document.querySelector('#yaml');
      document.querySelector('#file').open = true;
      // Without the focus, the text of the scene replaces it.
      file.focus();
      file.value = {json.dumps(text)};
      file.dispatchEvent(new Event('input'));
    }})()""")


def doctor(browser, address):
    browser.size(1280, 900)
    told(browser, address + "operators/debounce")
    browser.value(COUNTING)
    seen = {"before": browser.value(f"Boolean({FOUND})")}
    write(browser, NEVER_QUIET.format(".seconds(2)"))
    browser.until(f"{FOUND} && told.length > 0")
    tree = browser.call("Accessibility.getFullAXTree")["nodes"]
    seen["tree"] = [[node["role"]["value"], node["name"]["value"]] for node in tree
                    if not node.get("ignored") and "doctor" in node.get("name", {}).get("value", "")]
    seen["items"] = browser.value(f"[...{FOUND}.querySelectorAll('ul > li')].map((item) => [...item.children].map((part) => part.textContent))")
    seen["link"] = browser.value(f"{FOUND}.querySelector('a').getAttribute('href').endsWith('/scenes/wrong-times')")
    seen["place"] = browser.value(f"{FOUND}.parentElement.id")
    # The card stays while the scene is edited, and is not told again.
    browser.value(f"void (window.first = {FOUND})")
    write(browser, NEVER_QUIET.format(".seconds(2)") + "notes: Still the same.\n")
    browser.until("document.querySelector('#yaml').value.includes('Still')")
    browser.until(TOLD)
    seen["same"] = browser.value(f"{FOUND} === window.first")
    # What is to be predicted is not told.
    click(browser, "#predict")
    browser.until("!document.querySelector('#predictions').hidden")
    seen["predicting"] = browser.value(f"{FOUND}?.checkVisibility() ?? false")
    click(browser, "#predict")
    browser.until(f"document.querySelector('#predictions').hidden && {FOUND}")
    # It goes when the mistake is mended, and another one is told.
    write(browser, NEVER_QUIET.format(".milliseconds(20)"))
    browser.until(f"!{FOUND}")
    write(browser, NEVER_QUIET.format(".seconds(2)"))
    browser.until(f"{FOUND} && told.length > 1")
    browser.size(360, 740)
    browser.until("innerWidth === 360")
    seen["wide"] = browser.value("document.documentElement.scrollWidth > 360")
    seen["told"] = browser.value("told")
    seen["errors"] = browser.complaints()
    return seen


if __name__ == "__main__":
    answer([cards, edit, phone, story, dense, hear, let_go, doctor])
