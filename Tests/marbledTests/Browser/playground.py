"""Drives the page of `marbled serve` in a browser, and prints what it saw as JSON.

    playground.py edit URL          drags a marble, types a mistake, mends it, shares, and opens the link elsewhere
    playground.py keys URL          the same with keys alone
    playground.py texts URL         steps, pasted code and the list of operators
    playground.py mistakes URL      a text with a mistake: Enter, Escape, a click elsewhere, a reload, and what a screen reader is told
    playground.py pasting URL       pasted code that fails when it runs, a `pipe` that is taken over, and a text that waits for the server
    playground.py search URL        looks for operators, in the list and where an output is added
    playground.py steps URL         two steps of one row are edited at once, and what the search does not find
    playground.py settings URL      ends are moved, rows renamed and drawn at intervals, and operators compared
    playground.py touch URL         a marble is moved, edited and added with a finger, on a phone
    playground.py speed URL [COUNT] when the first picture is there, and how long tasks are, in milliseconds: while a scene is
                                    loaded and plays, while a marble is dragged, and after the edit
    playground.py look URL [DIR]    scenes at several sizes; with a folder, it saves pictures of them
"""

import base64
import json
import pathlib
import tempfile
import zlib

from chromium import Browser, answer

READY = "document.documentElement.classList.contains('ready')"
DRAWN = "document.querySelector('#drawing').shadowRoot"
PAIR = DRAWN + """.querySelector('[data-id="zip#0"] circle').getAttribute('cx')"""
SENTENCES = "[...document.querySelectorAll('#sentences li span')].map((line) => line.textContent)"
MARBLES = "[...document.querySelectorAll('#hands .marble')].map((marble) => marble.getAttribute('aria-label'))"
FOCUS = "document.activeElement.getAttribute('aria-label') ?? document.activeElement.id"
# Whether everything has been answered: the descriptions of parts are the last.
TOLD = "[...document.querySelectorAll('#hands :is(.marble, .part)')].every((hit) => hit.hasAttribute('aria-description'))"
SHIFT, CONTROL = 8, 2
KEYS = {
    "Tab": ("Tab", 9, ""), "Enter": ("Enter", 13, "\r"), "Escape": ("Escape", 27, ""), "ArrowDown": ("ArrowDown", 40, ""), "ArrowUp": ("ArrowUp", 38, ""),
    "ArrowRight": ("ArrowRight", 39, ""), "ArrowLeft": ("ArrowLeft", 37, ""), "Delete": ("Delete", 46, ""), "n": ("KeyN", 78, "n"), "z": ("KeyZ", 90, ""),
    "a": ("KeyA", 65, ""), "c": ("KeyC", 67, "c"), "h": ("KeyH", 72, "h"), "Home": ("Home", 36, ""),
}


def press(browser, key, modifiers=0):
    code, number, text = KEYS[key]
    browser.press(key, code, number, text, modifiers)


def packed(text):
    """A text as links have it."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return base64.urlsafe_b64encode(packer.compress(text) + packer.flush()).decode().rstrip("=")


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


def tap(browser, selector):
    """A finger on what is in sight."""
    x, y, _ = middle(browser, selector)
    browser.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
    browser.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])


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
    text = browser.value(YAML)
    step = browser.value("""(() => { const hands = document.querySelector('#hands');
      const marbles = [...hands.querySelectorAll('.marble[aria-label^="a: "]')];
      const [first, last] = [marbles[0], marbles.at(-1)].map((marble) => ({ x: marble.getBoundingClientRect().x,
        time: Number(/at ([\\d.]+) s/.exec(marble.getAttribute('aria-label'))[1]) }));
      return (last.x - first.x) / (last.time - first.time) })()""")
    browser.mouse("mouseMoved", x, y)
    browser.mouse("mousePressed", x, y)
    browser.mouse("mouseMoved", x + step, y + 3)
    browser.mouse("mouseMoved", x + 2 * step, y + 3)
    # The first of the two moves may have a picture, too.
    browser.until(f"Math.abs({PAIR} - {seen['before'][0]:g}) > {step} * 1.5")
    seen["during"] = float(browser.value(PAIR))
    browser.mouse("mouseReleased", x + 2 * step, y + 3)
    # The answer has the text; a hand that moves gets no sentences.
    browser.until(f"{YAML} !== {json.dumps(text)}")
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
    # The picture that plays, which an edit does not need.
    film = "(() => { document.querySelector('#back').click(); document.querySelector('#time').focus(); })()"
    plays = f"{DRAWN}.querySelector('.s')"
    browser.value("document.querySelector('dialog').close()")
    browser.value(film)
    browser.until(plays)
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
            other.value(film)
            other.until(plays)
            seen["guide"] = other.value("document.querySelector('#guide').checkVisibility()")
            seen["isSame"] = other.value(f"{DRAWN}.innerHTML") == drawn
            # Another fragment alone would not load the page again.
            other.visit("about:blank")
            visit(other, link + "&embed")
            seen["embedded"] = other.value(
                "[...document.querySelectorAll('#bar, #panels, #stage')].map((part) => part.offsetParent !== null)")
        finally:
            other.close()
    return seen


def completions(browser, seen):
    """Completions of the row with the focus, by keys that come before what they wait for."""
    field = "document.activeElement"
    seen["dropped"] = browser.value(f"document.getElementById({field}.getAttribute('aria-describedby')).textContent")
    press(browser, "z", CONTROL)
    seen["retrieved"] = browser.value(f"{field}.value")
    # Tab takes the first candidate, and selects what is to be typed over.
    press(browser, "a", CONTROL)
    browser.type("a.fil")
    press(browser, "Tab")
    browser.until(f"{field}.value === 'a.filter {{ $0 }}'")
    seen["selected"] = browser.value(f"{field}.value.slice({field}.selectionStart, {field}.selectionEnd)")
    press(browser, "a", CONTROL)
    browser.type("a.removeD")
    browser.until("document.querySelector('.candidates:not([hidden]) .offered')")
    seen["offered"] = browser.value("document.querySelector('.offered b').textContent")
    # Enter takes it where there is a mistake, and then keeps the row.
    press(browser, "Enter")
    browser.until(f"{field}.value === 'a.removeDuplicates()'")
    press(browser, "Enter")
    browser.until("!document.activeElement.matches('.row textarea') && !document.querySelector('#undo').disabled")
    seen["kept"] = browser.value("document.querySelector('#row-debounce').value")
    click(browser, "#undo")
    browser.until("document.querySelector('#row-debounce').value === 'a.debounce(for: .seconds(1.5))'")
    # The text, what fits at its cursor and the picture are in sight together.
    browser.size(1280, 800)
    browser.value("scrollTo(0, 0)")
    click(browser, "#row-debounce")
    press(browser, "a", CONTROL)
    browser.type("a.")
    browser.until("document.querySelector('.candidates:not([hidden]) li')")
    seen["inSight"] = browser.value("""['#hands', '#row-debounce', '.row.open .pop'].map((part) => document.querySelector(part).getBoundingClientRect())
      .every(({ top, bottom }) => top > 50 && bottom <= innerHeight)""")
    press(browser, "Escape")
    press(browser, "Escape")
    press(browser, "Enter")
    seen["closed"] = browser.value("!document.querySelector('.row.open')")
    # It stays where it is while a marble is taken.
    x, y, _ = middle(browser, "#hands .marble")
    browser.mouse("mousePressed", x, y)
    seen["stays"] = max(abs(one - other) for one, other in zip((x, y), middle(browser, "#hands .marble"))) < 0.01
    browser.mouse("mouseReleased", x, y)
    press(browser, "Escape")


def texts(browser, address):
    """Texts in the picture: steps of an expression, pasted code, the list of operators, and rows that need each other."""
    seen = {}
    browser.size(1280, 800)
    visit(browser, address + "operators/debounce")
    field = "document.querySelector('#row-debounce')"
    click(browser, "#row-debounce")
    replace(browser, "#row-debounce", "let slow = a // the input\n  .filter { $0 > 1 }\n  .debounce(for: .seconds(1));")
    press(browser, "Enter")
    pasted = "a.filter { $0 > 1 }\\n.debounce(for: .seconds(1))"
    browser.until(f"{field}.value === '{pasted}'")
    seen["yaml"] = browser.value(f"{YAML}.match(/apply.*/)[0]")
    # In the place of what the picture has drawn.
    seen["isOver"] = browser.value(f"""(() => {{ const name = [...{DRAWN}.querySelectorAll('text')].find((one) => one.textContent === 'debounce');
      const [text, box] = [name, {field}].map((one) => one.getBoundingClientRect());
      return text.left > box.left && text.right < box.right && text.top > box.top && text.bottom < box.bottom }})()""")
    click(browser, "#row-debounce")
    browser.until("document.querySelector('.row.open .steps').checkVisibility()")
    click(browser, ".row.open .steps")
    browser.until("document.querySelector('[id=\"row-debounce.filter\"]')")
    seen["news"] = browser.value("document.querySelector('#news').textContent")
    seen["steps"] = browser.value("[...document.querySelectorAll('#gutter textarea')].map((one) => one.value)")
    # A mistake in a step is at its place there.
    click(browser, "[id='row-debounce']")
    replace(browser, "[id='row-debounce']", ".debounec(for: .seconds(1))")
    browser.until("document.querySelector('.mirror mark')")
    seen["mistake"] = browser.value("document.querySelector('.mirror mark').textContent")
    replace(browser, "[id='row-debounce']", ".debounce(for: .seconds(2))")
    browser.until("!document.querySelector('.mirror mark')")
    press(browser, "Enter")
    browser.until(f"{YAML}.includes('seconds(2)')")
    seen["changed"] = browser.value(f"{YAML}.match(/apply.*/)[0]")
    # A step without a text is gone, and so are the steps, as one is left.
    click(browser, "[id='row-debounce.filter']")
    replace(browser, "[id='row-debounce.filter']", " ")
    press(browser, "Enter")
    browser.until("!document.querySelector('[id=\"row-debounce.filter\"]')")
    seen["left"] = browser.value(f"{YAML}.match(/apply.*/)[0]")
    # The picture shows what is chosen before it is added.
    before = browser.value(YAML)
    click(browser, "#addOutput")
    browser.until("document.querySelector('#chooser li')")
    browser.type("throttle")
    browser.until(f"{DRAWN}.querySelector('[data-id^=\"throttle#\"]')")
    seen["isPreview"] = browser.value(YAML) == before
    press(browser, "Enter")
    browser.until(f"{YAML}.includes('throttle')")
    browser.until("document.activeElement.id === 'row-throttle'")
    seen["added"] = browser.value("document.activeElement.value")
    # Undo takes the row back while nothing is typed in it.
    press(browser, "z", CONTROL)
    browser.until(f"!{YAML}.includes('throttle')")
    press(browser, "z", CONTROL | SHIFT)
    browser.until(f"{YAML}.includes('throttle')")
    # Without a result, the list has nothing to point at, and says so.
    click(browser, "#addOutput")
    browser.until("document.querySelector('#chooser:not([hidden]) li')")
    search = "document.querySelector('#chooser input')"
    seen["active"] = [browser.value(f"{search}.getAttribute('aria-activedescendant')")]
    browser.type("qqqq")
    browser.until("!document.querySelector('#chooser li')")
    seen["active"].append(browser.value(f"{search}.getAttribute('aria-activedescendant')"))
    seen["none"] = browser.value("document.querySelector('#chooser [role=status]').textContent")
    press(browser, "Escape")
    # A scene needs a row.
    click(browser, "#addInput")
    browser.until("document.activeElement.id === 'row-a2'")
    press(browser, "Escape")
    browser.value("document.querySelector('[aria-controls=settings-a]').click()")
    browser.until("document.querySelector('#settings-a')?.hidden === false")
    click(browser, "#settings-a .remove")
    browser.until("document.querySelector('#settings-a .problem button')")
    seen["remedy"] = browser.value("document.querySelector('#settings-a .problem').textContent")
    click(browser, "#settings-a .problem button")
    browser.until("document.querySelector('#problem').checkVisibility() || !document.querySelector('#row-a')")
    seen["last"] = browser.value("document.querySelector('#problem').textContent")
    # The button is gone, and the focus is in the picture.
    browser.until("!document.querySelector('#row-a') && document.activeElement.id === 'stage'")
    seen["complaints"] = browser.complaints()
    return seen


# The timers of what is told after a pause in typing.
PAUSES = """(() => {
  window.pauses = new Map();
  const { setTimeout, clearTimeout } = window;
  let number = 0;
  window.setTimeout = (act, wait, ...rest) => {
    if (wait !== 1000) return setTimeout(act, wait, ...rest);
    pauses.set(number -= 1, act);
    return number;
  };
  window.clearTimeout = (timer) => pauses.delete(timer) || clearTimeout(timer);
})()"""
SAID = "document.querySelector('body > .hidden[role=status]').textContent"


def pause(browser):
    """Lets the pause in typing end; gives how many timers have waited for it."""
    return browser.value("(() => { const acts = [...pauses.values()]; pauses.clear(); for (const act of acts) act(); return acts.length; })()")


def mistakes(browser, address):
    seen = {}
    browser.size(1280, 800)
    visit(browser, address + "operators/combineLatest")
    browser.value(PAUSES)
    field = "document.querySelector('#row-combineLatest')"
    old = browser.value(f"{field}.value")
    click(browser, "#row-combineLatest")
    seen["said"] = []
    for text in ("combineLatest(a, c", "combineLatest(a, c)"):
        replace(browser, "#row-combineLatest", text)
        browser.until("document.querySelector('.mirror mark')?.textContent === 'c'" if text[-1] == ")" else f"{field}.value === '{text}'")
        seen["said"].append(browser.value(SAID))
    seen["outputs"] = browser.value("[...document.querySelectorAll('#now, #news')].map((part) => part.textContent).join('')")
    # One timer for both texts.
    seen["timers"] = pause(browser)
    browser.until(f"{SAID} !== ''")
    seen["said"].append(browser.value(SAID))
    # Enter keeps the focus, and goes to the mistake.
    replace(browser, "#row-combineLatest", "combineLatest(\n  a, zip(c, b))")
    press(browser, "Enter")
    browser.until(f"{SAID}.startsWith('Line')")
    seen["told"] = browser.value(SAID)
    seen["at"] = browser.value(f"[{field}.selectionStart, document.activeElement === {field} ? 1 : 0]")
    seen["waits"] = pause(browser)
    press(browser, "Escape")
    seen["escaped"] = browser.value(f"{field}.value") == old
    browser.until(f"{SAID}.startsWith('Your text was dropped')")
    # A click elsewhere closes the card, and keeps the text.
    press(browser, "z", CONTROL)
    click(browser, "#clock")
    browser.until(f"!document.querySelector('.row.open') && {field}.closest('.row').matches('.wrong')")
    seen["draft"] = browser.value(f"{field}.value")
    # The page says so, also after another edit, which is no answer about that text.
    problem = "document.querySelector('#problem')"
    browser.until(f"!{problem}.hidden")
    seen["left"] = [browser.value(f"{problem}.textContent")]
    browser.value("document.querySelector('#hands .marble').focus()")
    press(browser, "Delete")
    browser.until("!document.querySelector('#undo').disabled && !document.querySelector('#hands .marble[aria-label^=\"a: 1\"]')")
    browser.until(TOLD)
    seen["left"].append(browser.value(f"{field}.closest('.row').matches('.wrong') && {problem}.textContent"))
    click(browser, "#undo")
    browser.until("document.querySelector('#hands .marble[aria-label^=\"a: 1\"]')")
    click(browser, "#problem button")
    browser.until(f"{problem}.hidden && !{field}.closest('.row').matches('.wrong')")
    seen["left"].append(browser.value(f"{field}.value"))
    # As a finger takes back what it typed, which has no Escape.
    click(browser, "#row-combineLatest")
    replace(browser, "#row-combineLatest", "combineLatest(\n  a, zip(c, b))")
    click(browser, ".row.open .cancel")
    browser.until(f"{field}.value === {json.dumps(old)} && !document.querySelector('.row.open .cancel')")
    browser.value(f"{field}.focus()")
    press(browser, "z", CONTROL)
    click(browser, "#clock")
    browser.until(f"!document.querySelector('.row.open') && {field}.closest('.row').matches('.wrong')")
    # It was refused, and does not come again.
    browser.until("!sessionStorage[`visit ${history.state.visit}`].includes('zip(c')")
    browser.call("Page.reload")
    browser.until("!window.pauses && document.documentElement?.classList.contains('ready')")
    seen["reloaded"] = browser.value(f"[{field}.value, document.querySelector('#problem').textContent]")
    # A text without one keeps the focus in the row, where keys are for the picture.
    browser.value(PAUSES)
    browser.value(f"{field}.focus()")
    replace(browser, "#row-combineLatest", "zip(a, b)")
    press(browser, "Enter")
    browser.until(f"{YAML}.includes('zip(a, b)') && !document.querySelector('.row.open')")
    seen["kept"] = browser.value("[document.activeElement.className, document.activeElement.ariaLabel]")
    press(browser, "z", CONTROL)
    browser.until(f"!{YAML}.includes('zip(a, b)')")
    press(browser, "Tab")
    seen["next"] = browser.value("document.activeElement.id")
    # The list of candidates opens again.
    press(browser, "a", CONTROL)
    browser.type("combineLatest(a, b).fil")
    browser.until("document.querySelector('.candidates:not([hidden]) li')")
    press(browser, "Escape")
    press(browser, "ArrowDown")
    browser.until("document.querySelector('.candidates:not([hidden]) li')")
    press(browser, "Escape")
    press(browser, "Escape")
    # The search.
    browser.value("document.querySelector('#search').focus()")
    browser.type("latest")
    pause(browser)
    browser.until(f"{SAID}.includes('result')")
    seen["found"] = browser.value(SAID)
    press(browser, "ArrowDown")
    seen["hit"] = browser.value("document.activeElement.textContent")
    # A list of operators that is closed has changed nothing.
    click(browser, "#addOutput")
    browser.until("document.querySelector('#chooser li')")
    browser.type("zip")
    press(browser, "Home")
    seen["home"] = browser.value("document.activeElement.selectionStart")
    press(browser, "Escape")
    browser.until("document.querySelector('#chooser').hidden")
    # The editor of a marble.
    browser.value("document.querySelector('#hands .marble').focus()")
    press(browser, "Enter")
    browser.until("!document.querySelector('#editor').hidden")
    seen["editor"] = browser.value("[...document.querySelectorAll('#editor input')].map((one) => one.ariaLabel)")
    # Names that are told apart.
    visit(browser, address + "scenes/lesson-pipeline")
    names = "[...document.querySelectorAll('.row.output .tools button:not([hidden], .cancel)')].map((one) => one.ariaLabel)"
    seen["names"] = browser.value(names)
    seen["ids"] = browser.value("[...document.querySelectorAll('[aria-controls^=settings-]')].map((one) => one.getAttribute('aria-controls'))")
    seen["complaints"] = browser.complaints()
    return seen


def keys(browser, address):
    seen = {}
    browser.size(1280, 900)
    # By way of the front page, whose links must stay right when the address changes.
    visit(browser, address)
    welcome = "[document.title, document.querySelector('#welcome').checkVisibility()]"
    seen["front"] = browser.value(welcome)
    browser.value("document.querySelector('#search').focus()")
    browser.type("debounceTime")
    press(browser, "Enter")
    browser.until("document.title.startsWith('debounce ·') && document.querySelector('#row-debounce')")
    seen["home"] = browser.value("document.querySelector('#brand').href")
    seen["chosen"] = browser.value(welcome)
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
    completions(browser, seen)
    tree = browser.call("Accessibility.getFullAXTree")["nodes"]
    seen["tree"] = [
        [node["role"]["value"], node["name"]["value"]] for node in tree
        if not node.get("ignored") and node.get("name", {}).get("value")]
    seen["complaints"] = browser.complaints()
    return seen


def drag(browser, selector, dx, dy=0):
    x, y, _ = middle(browser, selector)
    browser.mouse("mouseMoved", x, y)
    browser.mouse("mousePressed", x, y)
    browser.mouse("mouseMoved", x + dx / 2, y + dy / 2)
    browser.mouse("mouseMoved", x + dx, y + dy)
    browser.mouse("mouseReleased", x + dx, y + dy)


# A second of the scene, in pixels.
SECOND = """(() => { const times = [...document.querySelectorAll('#hands .marble')].map((marble) => ({
  x: marble.getBoundingClientRect().x + marble.getBoundingClientRect().width / 2,
  time: Number(/at ([\\d.]+) s/.exec(marble.getAttribute('aria-label'))[1]) }));
  const last = times.findLast(({ time }) => time > times[0].time);
  return (last.x - times[0].x) / (last.time - times[0].time) })()"""
YAML = "document.querySelector('#yaml').value"


def playhead(browser, seen):
    """An edit keeps the playhead where it is, and the playhead is dragged along the times."""
    clock = "document.querySelector('#clock').textContent"
    undo = "document.querySelector('#undo')"

    def move(key):
        before = browser.value(YAML)
        browser.value("document.querySelector('#hands .marble').focus()")
        press(browser, key)
        browser.until(f"{YAML} !== {json.dumps(before)}")

    browser.value("document.querySelector('#back').click()")
    seen["middle"] = [browser.value(clock)]
    move("ArrowRight")
    seen["middle"].append(browser.value(clock))
    before = browser.value(YAML)
    click(browser, "#undo")
    browser.until(f"{YAML} !== {json.dumps(before)}")
    seen["middle"].append(browser.value(clock))
    x, y, width = middle(browser, "#hands .ruler")
    browser.mouse("mouseMoved", x, y)
    browser.mouse("mousePressed", x, y)
    browser.mouse("mouseMoved", x + width, y)
    browser.mouse("mouseReleased", x + width, y)
    seen["scrubbed"] = browser.value(clock)
    move("ArrowRight")
    seen["atEnd"] = browser.value(clock)


def settings(browser, address):
    seen = {}
    browser.size(1280, 900)
    visit(browser, address + "operators/debounce")

    end = "#hands .end"
    seen["end"] = browser.value(f"document.querySelector('{end}').getAttribute('aria-label')")
    drag(browser, end, -2 * browser.value(SECOND))
    browser.until(f"document.querySelector('{end}').getAttribute('aria-label') !== '{seen['end']}'")
    seen["dragged"] = browser.value(f"document.querySelector('{end}').getAttribute('aria-label')")
    # By keys, and not to a time before the last value.
    browser.value(f"document.querySelector('{end}').focus()")
    press(browser, "ArrowRight")
    browser.until(f"({FOCUS}) !== '{seen['dragged']}'")
    seen["moved"] = browser.value(FOCUS)
    press(browser, "Enter")
    browser.until("document.activeElement.closest('.settings')")
    seen["focused"] = browser.value("document.activeElement.parentElement.textContent.trim().split('\\n')[0].slice(0, 10)")
    choose = "(() => {{ const field = document.querySelector('#settings-{row} select{which}'); field.value = '{value}';" \
             " field.dispatchEvent(new Event('change')); }})()"
    browser.value(choose.format(row="a", which="[name=end]", value="fail"))
    browser.until("document.querySelector('#hands .end').getAttribute('aria-label').includes('fails')")
    seen["fails"] = browser.value("document.querySelector('#hands .end').getAttribute('aria-label')")
    # A row is renamed also in the expression.
    replace(browser, "#settings-a input", "keys")
    press(browser, "Enter")
    browser.until("document.querySelector('#row-keys')")
    seen["renamed"] = browser.value("document.querySelector('#row-debounce').value")
    browser.until("document.querySelector('#settings-keys')?.hidden === false")
    replace(browser, "#settings-keys input", "debounce")
    press(browser, "Enter")
    browser.until("!document.querySelector('#settings-keys .problem').hidden")
    seen["refused"] = browser.value("document.querySelector('#settings-keys .problem').textContent")
    # A row that is drawn every second shows an event at the next one.
    browser.value("document.querySelector('[aria-controls=settings-debounce]').click()")
    browser.until("document.querySelector('#settings-debounce')?.hidden === false")
    browser.value(choose.format(row="debounce", which="[name=refresh]", value="1s"))
    browser.until(f"{YAML}.includes('refresh')")
    seen["refresh"] = browser.value(f"{YAML}.match(/refresh.*/)[0]")

    def shown(milliseconds):
        browser.value(f"(() => {{ const time = document.querySelector('#time'); time.value = {milliseconds};"
                      " time.dispatchEvent(new Event('input')); })()")
        return browser.value(f"getComputedStyle({DRAWN}.querySelector('[data-id=\"debounce#0\"]')).visibility")

    first = browser.value("[...document.querySelectorAll('#sentences button')].map((one) => one.textContent)"
                          ".find((one) => one.includes('debounce emits'))")
    shown(100)
    browser.until(f"{DRAWN}.querySelector('.s')")
    seen["first"], seen["visible"] = first, [shown(1400), shown(1700), shown(2100)]
    # Two operators on the same input, and one again.
    playhead(browser, seen)
    seen["offered"] = browser.value("[...document.querySelectorAll('#guide button')].map((one) => one.textContent)")
    visit(browser, address + "operators/debounce")
    click(browser, "#guide button")
    browser.until("document.querySelector('#row-throttle')")
    seen["compared"] = browser.value("[document.querySelector('#row-throttle').value,"
                                     " document.querySelector('#guide button').getAttribute('aria-pressed')]")
    click(browser, "#guide button")
    browser.until("!document.querySelector('#row-throttle')")
    seen["complaints"] = browser.complaints()
    return seen


def touch(browser, address):
    seen = {}
    browser.call("Emulation.setDeviceMetricsOverride", width=360, height=740, deviceScaleFactor=2, mobile=True)
    browser.call("Emulation.setTouchEmulationEnabled", enabled=True)
    browser.call("Emulation.setUserAgentOverride", userAgent="Mozilla/5.0 (Linux; Android 14) Chrome/140.0 Mobile Safari/537.36")
    browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "reduce"}])
    visit(browser, address + "operators/debounce")

    def finger(kind, *points):
        browser.call("Input.dispatchTouchEvent", type=kind, touchPoints=[{"x": x, "y": y} for x, y in points])

    def place(selector):
        browser.value(f"document.querySelector({json.dumps(selector)}).scrollIntoView({{ block: 'center', inline: 'center' }})")
        x, y, width = middle(browser, selector)
        return x, y, width

    def tap(x, y):
        finger("touchStart", (x, y))
        finger("touchEnd")

    # No keyboard covers the list, and the help does not speak of one.
    click(browser, "#menu")
    browser.until("document.body.classList.contains('browsing')")
    seen["focused"] = browser.value("document.activeElement.id")
    click(browser, "#menu")
    seen["keyboard"] = browser.value("[...document.querySelectorAll('.keyboard')].some((one) => one.checkVisibility())")
    seen["marbles"] = browser.value(MARBLES)
    second = "#hands .marble[aria-label^='a: 2']"
    x, y, _ = place(second)
    step = browser.value(SECOND)
    finger("touchStart", (x, y))
    for part in (0.3, 0.7, 1):
        finger("touchMove", (x - part * step, y + 2))
    finger("touchEnd")
    browser.until(f"({MARBLES}).join() !== {json.dumps(','.join(seen['marbles']))}")
    browser.until("!document.querySelector('#undo').disabled")
    seen["dragged"] = browser.value(MARBLES)
    x, y, _ = place(second)
    tap(x, y)
    browser.until("!document.querySelector('#editor').hidden")
    # Time and value, without Shift and without keys of a keyboard.
    browser.value("(() => { const [time, value] = document.querySelectorAll('#editor input'); time.value = 1.5; value.value = '7';"
                  " value.dispatchEvent(new Event('input', { bubbles: true })); document.querySelector('#title').focus(); })()")
    browser.until(f"({MARBLES}).some((one) => one === 'a: 7 at 1.5 s')")
    seen["edited"] = browser.value(MARBLES)
    x, y, _ = place("#hands .marble[aria-label^='a: 3']")
    tap(x + 1.5 * step, y)
    browser.until(f"({MARBLES}).length === {len(seen['marbles']) + 1}")
    seen["added"] = browser.value(MARBLES)
    x, y, _ = place("#hands .marble[aria-label^='a: 3']")
    # A finger that goes down scrolls, and removes nothing.
    finger("touchStart", (x, y))
    for part in (20, 50, 90):
        finger("touchMove", (x, y - part))
    finger("touchEnd")
    seen["scrolled"] = [browser.value(MARBLES) == seen["added"], browser.value("document.querySelector('#undo').disabled")]
    browser.until(TOLD)
    x, y, _ = place("#hands .marble[aria-label^='a: 3']")
    tap(x, y)
    browser.until("!document.querySelector('#editor').hidden && document.querySelectorAll('#editor p').length > 0")
    seen["fate"] = browser.value("[document.querySelector('#editor p').textContent, document.activeElement.matches('#editor *')]")
    click(browser, "#editor button")
    browser.until(f"({MARBLES}).length === {len(seen['marbles'])}")
    seen["removed"] = browser.value(MARBLES)
    seen["overflow"] = browser.value("document.documentElement.scrollWidth - innerWidth")
    # Buttons and marbles are large enough for a finger (WCAG 2.2, 2.5.8: 24 pixels).
    seen["small"] = browser.value("""[...document.querySelectorAll('button, select, summary, #hands .marble, #time')]
      .filter((one) => one.offsetParent !== null || one.ownerSVGElement).map((one) => [one.getAttribute('aria-label') ?? one.textContent,
        one.getBoundingClientRect(), parseFloat(getComputedStyle(one).strokeWidth) || 0])
      .filter(([, box, stroke]) => box.width > 0 && (box.width + stroke < 24 || box.height + stroke < 24)).map(([name]) => name)""")
    seen["complaints"] = browser.complaints()
    return seen


WATCH = """(() => {
  window.figures = { tasks: [], picture: null };
  new PerformanceObserver((list) => { for (const { duration } of list.getEntries()) figures.tasks.push(Math.round(duration)); })
    .observe({ type: 'longtask', buffered: true });
  const look = () => {
    // The frame after the one with the picture begins when that one has been painted.
    if (!document.documentElement.classList.contains('later')
      && document.querySelector('#drawing')?.shadowRoot?.querySelector('svg [data-id]')) {
      return requestAnimationFrame(() => { figures.picture = Math.round(performance.now()); });
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})()"""


def many():
    """A scene of 200 marbles, as a fragment."""
    inputs = "".join(f"  {name}: {{ marbles: '{'-'.join(map(str, range(1, 26)))}|' }}\n" for name in "abcd")
    text = ("title: many\nstep: 200ms\nrows:\n" + inputs + "  merge: { apply: 'merge(a, b)' }\n  zip: { apply: 'zip(c, d)' }\n"
            "  twice: { apply: 'a.map { $0 * 2 }' }\n")
    return f"#s={packed(text.encode())}&n=many"


def speed(browser, address, count=5):
    seen = {}
    browser.call("Page.enable")
    browser.call("Page.addScriptToEvaluateOnNewDocument", source=WATCH)
    browser.call("Emulation.setDeviceMetricsOverride", width=1280, height=800, deviceScaleFactor=1, mobile=False)
    for path in ("", "operators/debounce", many()):
        figures = []
        for _ in range(int(count)):
            browser.call("Network.enable")
            browser.call("Network.clearBrowserCache")
            visit(browser, address + path)
            browser.until("figures.picture !== null")
            # The scene plays.
            browser.value("new Promise((done) => setTimeout(done, 3000))")
            x, y, _ = middle(browser, "#hands .marble")
            browser.mouse("mouseMoved", x, y)
            browser.mouse("mousePressed", x, y)
            for step in range(60):
                browser.mouse("mouseMoved", x + 2 * step, y)
                browser.value("new Promise(requestAnimationFrame)")
            browser.mouse("mouseReleased", x + 120, y)
            browser.until("!document.querySelector('#undo').disabled")
            # The cards of the edited scene come.
            browser.value("new Promise((done) => setTimeout(done, 1500))")
            figures.append(browser.value("figures"))
            browser.visit("about:blank")
        name = "many" if path.startswith("#") else path or "front"
        # For each visit, the longest task of more than 50 ms, or 0.
        seen[name] = {"picture": sorted(one["picture"] for one in figures), "tasks": sorted(max(one["tasks"], default=0) for one in figures)}
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


def pasting(browser, address):
    """Pasted code: the place of a failure when it runs, what is left out, a translation that is taken over, and no connection."""
    seen = {"marks": [], "leads": []}
    browser.size(1280, 800)
    visit(browser, address + "operators/debounce")
    browser.value(PAUSES)
    field = "document.querySelector('#row-debounce')"
    note = "document.querySelector('#row-debounce-note').textContent"
    lead = "document.querySelector('#row-debounce').parentElement.firstChild.firstChild.textContent"
    click(browser, "#row-debounce")
    # At the division, not in the name or in the comment, while it is typed and when it is kept.
    for text in ("let x = a\n    .map { 10 / ($0 - 2) }\n    .removeDuplicates()", "\n  a // the / field\n    .map { 10 / ($0 - 2) }"):
        replace(browser, "#row-debounce", text)
        browser.until(f"{lead}.endsWith('10 ') && document.querySelector('.mirror mark')")
        seen["marks"].append(browser.value("document.querySelector('.mirror mark').textContent"))
        seen["leads"].append(browser.value(lead))
    seen["lost"] = browser.value(note)
    pause(browser)
    press(browser, "Enter")
    browser.until(f"{YAML}.includes('10 / ($0 - 2)') && {field}.value.startsWith('a.map')")
    click(browser, "#row-debounce")
    browser.until(f"{lead} === 'a.map {{ 10 '")
    seen["failure"] = browser.value("[...document.querySelectorAll('#sentences li span')].map((one) => one.textContent)"
                                    ".find((text) => text.includes('debounce fails'))")
    # After a completion, what is missing yet is no mistake, and the list that opens is told after a pause.
    browser.value("document.querySelector('#said').replaceChildren()")
    replace(browser, "#row-debounce", "a.thr")
    browser.until("document.querySelector('#row-debounce-list:not([hidden]) li')")
    browser.value(f"window.states = []; new MutationObserver(() => {field}.value.includes('throttle') && states.push({field}.ariaInvalid)).observe({field},"
                  " { attributes: true, attributeFilter: ['aria-invalid'] })")
    press(browser, "ArrowDown")
    press(browser, "Enter")
    browser.until(f"{note}.startsWith('throttle(for: Duration') && document.querySelector('#row-debounce-list:not([hidden]) li')")
    seen["said"] = [browser.value(SAID)]
    pause(browser)
    browser.until(f"{SAID} !== ''")
    seen["said"].append(browser.value(SAID))
    # The picture of another width is that of the failing code, which is another text.
    width = f"{DRAWN}.querySelector('svg').viewBox.baseVal.width"
    former = browser.value(width)
    browser.size(900, 800)
    browser.until(f"{width} !== {former} && {TOLD}")
    seen["states"] = browser.value("[...new Set(states)]")
    seen["list"] = browser.value("document.querySelector('#row-debounce-list').ariaLabel")
    # A translation is taken over.
    replace(browser, "#row-debounce", "a$.pipe(filter(x => x > 1), map(x => x * 2))")
    browser.until(f"{note}.endsWith('Use this')")
    click(browser, "#row-debounce-note button")
    browser.until(f"!{field}.closest('.row').matches('.wrong') && !{note}")
    seen["used"] = browser.value(f"[{field}.value, document.activeElement.id]")
    # Without a connection, the text that was typed is in the place of the one that is drawn.
    browser.call("Network.emulateNetworkConditions", offline=True, latency=0, downloadThroughput=0, uploadThroughput=0)
    replace(browser, "#row-debounce", "a.prefix(2)")
    press(browser, "Enter")
    browser.until("document.querySelector('#away').checkVisibility() && !document.querySelector('.row.open')")
    seen["waits"] = browser.value(f"[{field}.value, getComputedStyle({field}.parentElement).opacity]")
    browser.call("Network.emulateNetworkConditions", offline=False, latency=0, downloadThroughput=-1, uploadThroughput=-1)
    click(browser, "#retry")
    browser.until(f"{YAML}.includes('a.prefix(2)')")
    browser.until(f"getComputedStyle({field}.parentElement).opacity === '0'")
    return seen


def search(browser, address):
    seen = {"found": {}, "told": {}}
    browser.size(1280, 900)
    visit(browser, address)
    # The door to the operators leads to a page that explains them.
    seen["door"] = browser.value("document.querySelector('#lookUp').pathname")
    visit(browser, address + "operators/zip")
    hits = "[...document.querySelectorAll('#groups a')]"
    for text in ("pairs", "pairs of two streams", "two streams", "rate limit", "merge xyzzy", "debounceTme", "tap", "mergeAll", "exhaustMap"):
        replace(browser, "#search", text)
        seen["found"][text] = browser.value(f"{hits}.slice(0, 5).map((one) => one.textContent)")
        seen["told"][text] = browser.value("document.querySelector('#none').textContent")
    seen["links"] = browser.value("[...document.querySelectorAll('#none a')].map((one) => one.textContent)")
    # Each result has its sentence, and the keys go through all of them.
    replace(browser, "#search", "pairs")
    seen["sentences"] = browser.value(f"{hits}.every((one) => one.nextSibling.textContent.length > 20)")
    browser.until(f"{SAID}.includes('results: adjacentPairs')")
    seen["said"] = browser.value(SAID)
    for _ in range(3):
        press(browser, "ArrowDown")
    seen["third"] = browser.value(f"{hits}.indexOf(document.activeElement)")
    for _ in range(3):
        press(browser, "ArrowUp")
    seen["up"] = browser.value("document.activeElement.id")
    replace(browser, "#search", "")
    seen["groups"] = browser.value("document.querySelectorAll('#groups h2').length")
    # What can't be added says why, and the focus stays.
    visit(browser, address + "operators/AsyncTimerSequence")
    browser.until("document.querySelector('#row-AsyncTimerSequence')")
    click(browser, "#addOutput")
    browser.until("document.querySelector('#chooser li')")
    none = "document.querySelector('#chooser [role=status]').textContent"
    browser.type("make pairs")
    browser.until(f"{none}.includes('adjacentPairs can')")
    seen["refused"] = [browser.value(none)]
    # A refusal that comes when the text is another one is not told, and breaks nothing.
    browser.value("""window.held = fetch; window.fetch = async (...all) => {
        const answer = await held(...all);
        await new Promise((go) => { window.release = go; });
        window.fetch = held;
        return answer;
    }; 0""")
    press(browser, "Enter")
    browser.until("window.release")
    # A name without an operator here has its answer, too.
    replace(browser, "#chooser input", "tap")
    browser.value("release() ?? 0")
    # What the refusal does is done when a later answer is there.
    browser.until("fetch === held")
    browser.value("fetch('/v1/library').then((answer) => answer.text()).then(() => 0)")
    seen["told"]["chooser"] = browser.value(none)
    replace(browser, "#chooser input", "make pairs")
    browser.until(f"{none}.includes('adjacentPairs can')")
    press(browser, "Enter")
    browser.until(f"document.activeElement.closest('#chooser') && {none}.includes('adjacentPairs can')")
    seen["refused"].append(browser.value(none))
    seen["isOpen"] = browser.value("!document.querySelector('#chooser').hidden && document.activeElement.type")
    press(browser, "Escape")
    seen["back"] = browser.value("document.activeElement.id")
    seen["complaints"] = browser.complaints()
    # What is told about an operator goes with the text that found it, and with the list.
    visit(browser, address)
    browser.value(PAUSES.replace("1000", "700"))
    click(browser, "#addOutput")
    browser.until("document.querySelector('#chooser li')")
    drawn = "document.querySelector('#now').textContent.includes('zip is a new row.')"
    replace(browser, "#chooser input", "zip")
    browser.until(drawn)
    # Before that is told, the text has become another one.
    replace(browser, "#chooser input", "zipq")
    browser.until(f"{none} === 'No such operator.'")
    seen["choices"] = []
    for text in ("", "merge"):
        if text:
            replace(browser, "#chooser input", text)
            browser.until(drawn.replace("zip", text))
        pause(browser)
        browser.until("document.querySelector('#said').firstChild")
        seen["choices"].append(browser.value(SAID))
    seen["list"] = browser.value("document.querySelector('#chooser ul').ariaLabel")
    press(browser, "Escape")
    browser.until(f"{SAID} === ''")
    # A typo, which the server knows.
    replace(browser, "#search", "swichmap")
    browser.until("document.querySelector('#none a')")
    seen["told"]["swichmap"] = browser.value("document.querySelector('#none').textContent")
    seen["links"] += browser.value("[...document.querySelectorAll('#none a')].map((one) => one.textContent)")
    return seen


def former(browser, address):
    seen = {"states": []}
    browser.size(1280, 900)
    visit(browser, address + "operators/zip")
    look = "[document.querySelector('#title').textContent, document.querySelector('#about').textContent," \
           " ...['#names', '#guide'].map((one) => document.querySelector(one).checkVisibility())]"
    browser.until("document.querySelector('#row-zip')")
    for text in ("zip(b, a)", "combineLatest(a, b)"):
        click(browser, "#row-zip")
        replace(browser, "#row-zip", text)
        press(browser, "Enter")
        browser.until(f"document.querySelector('#yaml').value.includes('{text}')")
        seen["states"].append(browser.value(look))
    press(browser, "z", CONTROL)
    browser.until("document.querySelector('#yaml').value.includes('zip(b, a)')")
    seen["states"].append(browser.value(look))
    # The legend is found from the picture.
    click(browser, "#marks")
    seen["isOpen"] = browser.value("document.querySelector('#legend').open")
    seen["legend"] = browser.value("document.activeElement.textContent")
    # Each line of the list says its time.
    seen["times"] = browser.value("[...document.querySelectorAll('#sentences time')].every((one) => /\\d s$/.test(one.textContent))")
    seen["complaints"] = browser.complaints()
    return seen


def steps(browser, address):
    """One step has an unfinished text while another one is kept; then the first is finished."""
    browser.size(1280, 1000)
    visit(browser, address + "scenes/lesson-pipeline")
    texts = "[...document.querySelectorAll('#gutter .output textarea')].map((field) => field.value)"

    def write(step, text):
        browser.value(f"document.getElementById('row-out.{step}').focus()")
        replace(browser, f"[id='row-out.{step}']", text)

    write("debounce", ".debounce(for: .seconds(")
    write("map", ".map { $0 * 100 }")
    press(browser, "Enter")
    browser.until("document.querySelector('#yaml').value.includes('* 100') && !document.querySelector('#undo').disabled")
    seen = {"open": browser.value(texts)}
    write("debounce", ".debounce(for: .seconds(0.25))")
    press(browser, "Enter")
    browser.until("document.querySelector('#yaml').value.includes('0.25')")
    seen["both"] = browser.value(texts)
    seen["complaints"] = browser.complaints()
    seen["answers"] = []
    for text in ("mergeMap", "exhaustMap", "qqqq", "backpressure"):
        browser.value(f"(() => {{ const field = document.querySelector('#search'); field.value = '{text}'; field.oninput(); }})()")
        if "Map" in text:
            browser.until(f"document.querySelector('#none').textContent.includes('`{text}` of') || document.querySelector('#none code')")
        seen["answers"].append(browser.value("document.querySelector('#none').textContent"))
    return seen


if __name__ == "__main__":
    answer([edit, keys, texts, mistakes, pasting, search, former, steps, settings, touch, speed, look])
