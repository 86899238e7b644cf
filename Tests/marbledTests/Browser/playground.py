"""Drives the page of `marbled serve` in a browser, and prints what it saw as JSON.

    playground.py edit URL          drags a marble, types a mistake, mends it, shares, and opens the link elsewhere
    playground.py keys URL          the same with keys alone
    playground.py look URL [DIR]    scenes at several sizes; with a folder, it saves pictures of them
    playground.py watch URL         the page of a daemon, which shows what it plays
"""

import base64
import json
import pathlib
import sys
import tempfile

from chromium import Browser

READY = "document.documentElement.classList.contains('ready')"
DRAWN = "document.querySelector('#drawing').shadowRoot"
PAIR = DRAWN + """.querySelector('[data-id="zip#0"] rect').getAttribute('x')"""
SENTENCES = "[...document.querySelectorAll('#sentences li span')].map((line) => line.textContent)"
MARBLES = "[...document.querySelectorAll('#hands .marble')].map((marble) => marble.getAttribute('aria-label'))"
FOCUS = "document.activeElement.getAttribute('aria-label') ?? document.activeElement.id"
SHIFT, CONTROL = 8, 2
KEYS = {
    "Tab": ("Tab", 9, ""), "Enter": ("Enter", 13, "\r"), "Escape": ("Escape", 27, ""), "ArrowDown": ("ArrowDown", 40, ""),
    "ArrowRight": ("ArrowRight", 39, ""), "Delete": ("Delete", 46, ""), "n": ("KeyN", 78, "n"), "z": ("KeyZ", 90, ""),
    "a": ("KeyA", 65, ""), "Home": ("Home", 36, ""),
}


def press(browser, key, modifiers=0):
    code, number, text = KEYS[key]
    browser.press(key, code, number, text, modifiers)


def visit(browser, address):
    browser.visit(address)
    browser.until(READY)


def middle(browser, selector):
    return browser.value(f"""(() => {{ const box = document.querySelector({json.dumps(selector)}).getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2, box.width] }})()""")


def click(browser, selector):
    browser.value(f"document.querySelector({json.dumps(selector)}).scrollIntoView({{ block: 'center' }})")
    x, y, _ = middle(browser, selector)
    for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
        browser.mouse(kind, x, y)


def replace(browser, selector, text):
    browser.value(f"document.querySelector({json.dumps(selector)}).select()")
    browser.type(text)


def edit(browser, address):
    seen = {}
    browser.size(1280, 900)
    visit(browser, address + "operators/zip")
    seen["before"] = [float(browser.value(PAIR)), browser.value(SENTENCES)]
    # Two seconds to the right.
    x, y, _ = middle(browser, "#hands .marble[aria-label^='b: ']")
    step = browser.value("""(() => { const hands = document.querySelector('#hands');
      const marbles = [...hands.querySelectorAll('.marble[aria-label^="a: "]')];
      const [first, last] = [marbles[0], marbles.at(-1)].map((marble) => ({ x: marble.getBoundingClientRect().x,
        time: Number(/at ([\\d.]+) s/.exec(marble.getAttribute('aria-label'))[1]) }));
      return (last.x - first.x) / (last.time - first.time) })()""")
    browser.mouse("mouseMoved", x, y)
    browser.mouse("mousePressed", x, y)
    browser.mouse("mouseMoved", x + step, y + 3)
    browser.mouse("mouseMoved", x + 2 * step, y + 3)
    browser.until(f"{PAIR} !== '{seen['before'][0]:g}'")
    seen["during"] = float(browser.value(PAIR))
    browser.mouse("mouseReleased", x + 2 * step, y + 3)
    browser.until("!document.querySelector('#undo').disabled")
    seen["after"] = [float(browser.value(PAIR)), browser.value(SENTENCES)]
    click(browser, "#row-zip")
    replace(browser, "#row-zip", "zip(a, c)")
    browser.until("document.querySelector('.mirror mark')")
    seen["mistake"] = browser.value("""(() => { const [field, mark] = ['#row-zip', '.mirror mark'].map((one) => document.querySelector(one));
      const [left, at] = [field, mark].map((one) => one.getBoundingClientRect().x);
      const style = getComputedStyle(field);
      const width = mark.getBoundingClientRect().width;
      return { text: mark.textContent, column: (at - left - parseFloat(style.paddingLeft)) / width,
        note: document.querySelector('#row-zip-note').textContent, invalid: field.getAttribute('aria-invalid') } })()""")
    replace(browser, "#row-zip", "combineLatest(a, b)")
    browser.until("!document.querySelector('.mirror mark')")
    press(browser, "Enter")
    browser.until("location.hash.length > 10")
    browser.until("document.querySelector('#row-zip').getAttribute('aria-invalid') === 'false'")
    seen["mended"] = browser.value("document.querySelector('#row-zip').value")
    click(browser, "#share")
    browser.until("document.querySelector('dialog').open")
    link = seen["link"] = browser.value("document.querySelector('dialog textarea').value")
    seen["exports"] = {}
    for kind in ("svg", "animation", "command", "swift", "yaml", "embed"):
        click(browser, f"dialog input[value={kind}] + span")
        browser.until("document.querySelector('dialog textarea').value !== '…'"
                      f" && document.querySelector('dialog input:checked').value === '{kind}'")
        seen["exports"][kind] = browser.value("document.querySelector('dialog textarea').value")
    drawn = browser.value(f"{DRAWN}.innerHTML")
    edited = browser.value("location.href")
    browser.visit("about:blank")
    visit(browser, edited)
    click(browser, "#share")
    browser.until("document.querySelector('dialog').open")
    seen["again"] = browser.value("document.querySelector('dialog textarea').value")
    seen["complaints"] = browser.complaints()
    seen["requests"] = [one for one in browser.requests() if not one.startswith((address, "blob:", "data:"))]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        other = Browser(folder)
        try:
            other.size(1280, 900)
            visit(other, link)
            seen["isSame"] = other.value(f"{DRAWN}.innerHTML") == drawn
            # Another fragment alone would not load the page again.
            other.visit("about:blank")
            visit(other, link + "&embed")
            seen["embedded"] = other.value(
                "[...document.querySelectorAll('#bar, #panels, #stage')].map((part) => part.offsetParent !== null)")
        finally:
            other.close()
    return seen


def keys(browser, address):
    seen = {}
    browser.size(1280, 900)
    # By way of the front page, whose links must stay right when the address changes.
    visit(browser, address)
    browser.value("document.querySelector('#search').focus()")
    browser.type("debounceTime")
    press(browser, "Enter")
    browser.until("document.title.startsWith('debounce ·') && document.querySelector('#row-debounce')")
    seen["home"] = browser.value("document.querySelector('#brand').href")
    seen["marbles"] = browser.value(MARBLES)

    def tab(condition):
        for count in range(200):
            if browser.value(condition):
                return
            press(browser, "Tab")
        raise RuntimeError(f"no Tab reaches {condition}")

    tab("document.activeElement.classList.contains('marble')")
    press(browser, "ArrowDown")
    press(browser, "ArrowDown")
    seen["third"] = browser.value(FOCUS)
    press(browser, "ArrowRight")
    browser.until(f"({FOCUS}) !== {json.dumps(seen['third'])}")
    seen["moved"] = browser.value(FOCUS)
    press(browser, "Enter")
    browser.until("!document.querySelector('#editor').hidden")
    browser.type("9")
    press(browser, "Enter")
    browser.until("document.activeElement.getAttribute('aria-label')?.startsWith('a: 9 ')")
    seen["value"] = browser.value(FOCUS)
    press(browser, "n")
    browser.until(f"({MARBLES}).length === {len(seen['marbles']) + 1}")
    browser.until("document.activeElement.classList.contains('marble')")
    seen["added"] = browser.value(MARBLES)
    press(browser, "Delete")
    browser.until(f"({MARBLES}).length === {len(seen['marbles'])}")
    for _ in range(4):
        press(browser, "z", CONTROL)
    browser.until("document.querySelector('#undo').disabled")
    seen["undone"] = browser.value(MARBLES)
    tab("document.activeElement.id === 'row-debounce'")
    press(browser, "a", CONTROL)
    browser.type("a.thr")
    browser.until("document.querySelector('.candidates:not([hidden]) li')")
    press(browser, "ArrowDown")
    press(browser, "Enter")
    seen["completed"] = browser.value("document.activeElement.value")
    press(browser, "Escape")
    press(browser, "Escape")
    seen["restored"] = browser.value("document.activeElement.value")
    tree = browser.call("Accessibility.getFullAXTree")["nodes"]
    seen["tree"] = [
        [node["role"]["value"], node["name"]["value"]] for node in tree
        if not node.get("ignored") and node.get("name", {}).get("value")]
    seen["complaints"] = browser.complaints()
    return seen


OVERLAPS = """(() => {
  const shown = (one) => getComputedStyle(one).visibility === 'visible';
  const texts = [...%s.querySelectorAll('text')].filter((text) => shown(text) && text.textContent.trim());
  const boxes = texts.map((text) => ({ text: text.textContent, box: text.getBoundingClientRect() }));
  const found = [];
  boxes.forEach((one, index) => boxes.slice(index + 1).forEach((other) => {
    const width = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
    const height = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
    if (width > 1.5 && height > 4) found.push(`${one.text} | ${other.text}`);
  }));
  const bar = [...document.querySelectorAll('#bar > *, #transport > *')].filter((one) => one.offsetParent && !one.classList.contains('room'));
  bar.forEach((one, index) => bar.slice(index + 1).forEach((other) => {
    const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
    if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1) {
      found.push(`${one.id} | ${other.id}`);
    }
  }));
  return found })()""" % DRAWN


def look(browser, address, folder=None):
    seen = []
    for width, height in ((360, 740), (1280, 900), (1920, 1080)):
        for dark in (False, True):
            browser.size(width, height, dark)
            for path in ("", "operators/debounce", "scenes/zip-vs-combine-latest", "scenes/stops", "scenes/matrix"):
                visit(browser, address + path)
                seen.append({
                    "place": f"{path or 'front'} {width} {'dark' if dark else 'light'}",
                    "overflow": browser.value("document.documentElement.scrollWidth - innerWidth"),
                    "overlaps": browser.value(OVERLAPS), "complaints": browser.complaints()})
                if folder:
                    name = f"{path.split('/')[-1] or 'front'}-{width}-{'dark' if dark else 'light'}.png"
                    picture = browser.call("Page.captureScreenshot", format="png")["data"]
                    (pathlib.Path(folder) / name).write_bytes(base64.b64decode(picture))
    return seen


def watch(browser, address):
    """The page of a daemon, which is paused."""
    seen = []
    for width, height in ((1280, 900), (360, 740)):
        browser.size(width, height)
        browser.visit(address)
        browser.until(f"{DRAWN}?.querySelector('[data-id]') && document.querySelector('#clock').textContent")
        # The picture has the time of the playhead from the next frame on.
        browser.value("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        seen.append({
            **{part: browser.value(f"document.querySelector('#{part}').textContent") for part in ("title", "clock", "place")},
            "marbles": browser.value(f"""[...{DRAWN}.querySelectorAll('[data-id]')]
              .filter((marble) => getComputedStyle(marble).visibility === 'visible')
              .flatMap((marble) => marble.dataset.id.split(' '))"""),
            "overflow": browser.value("document.documentElement.scrollWidth - innerWidth"),
            "complaints": browser.complaints()})
        browser.visit("about:blank")
    return seen


def main():
    kind, *rest = sys.argv[1:]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = Browser(folder)
        try:
            seen = {"edit": edit, "keys": keys, "look": look, "watch": watch}[kind](browser, *rest)
        finally:
            browser.close()
    print(json.dumps(seen))


main()
