"""Looks at the page of `marbled serve` as different visitors see it, and prints what it saw as JSON.

    everyone.py contrast URL   what can't be told from its background, in all themes, and how much was compared
    everyone.py forced URL     the same with the forced colors of a system, and where the focus can't be seen
    everyone.py zoom URL       what is wider than the window, at 200 % and 400 %, and whether a picture and its controls fit
    everyone.py motion URL     what moves, with and without reduced motion
    everyone.py keys URL       what keys do in the picture, its controls and its rows, and the order of what is read
    everyone.py front URL      the front page: a marble is dragged, and all doors are opened
    everyone.py plain URL      the front page without scripts
    everyone.py phone URL      what a finger needs: controls, names, rings and fields in sight
"""

import json

from chromium import answer
from playground import CONTROL, FOCUS, MARBLES, click, middle, press, tap, visit

# Text has a contrast of 4.5 to 1 to what is behind it; edges of controls and the parts of a picture have 3 to 1.
CONTRAST = r"""(() => {
  const parse = (text) => {
    const [red, green, blue, alpha = 1] = (text.match(/[\d.]+(?:e-?\d+)?/g) ?? []).map(Number);
    return red === undefined ? [0, 0, 0, 0] : text.startsWith('color(') ? [red * 255, green * 255, blue * 255, alpha] : [red, green, blue, alpha];
  };
  const over = (top, below) => [0, 1, 2].map((at) => top[at] * top[3] + below[at] * (1 - top[3])).concat(1);
  const light = (color) => [0, 1, 2].map((at) => color[at] / 255)
    .map((one) => one <= 0.03928 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4)
    .reduce((sum, one, at) => sum + one * [0.2126, 0.7152, 0.0722][at], 0);
  const ratio = (one, other) => { const [low, high] = [light(one), light(other)].sort((a, b) => a - b); return (high + 0.05) / (low + 0.05); };
  const opacity = (element) => { let all = 1; for (let one = element; one; one = one.parentElement) all *= getComputedStyle(one).opacity; return all; };
  const behind = (element) => {
    const layers = [];
    for (let one = element; one; one = one.parentElement ?? one.getRootNode().host) layers.push(parse(getComputedStyle(one).backgroundColor));
    return layers.reduceRight((below, layer) => over(layer, below), [255, 255, 255, 1]);
  };
  const isVisible = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && element.getClientRects().length > 0
    && !element.closest('.hidden, .skip, [aria-disabled=true], :disabled');
  const wrong = [], counts = { text: 0, edge: 0, picture: 0 };
  const compare = (kind, name, color, below, least) => {
    if (color[3] < 0.02) return;
    counts[kind] += 1;
    const found = ratio(over(color, below), below);
    if (found < least - 0.005) wrong.push(`${kind} ${name}: ${found.toFixed(2)}`);
  };
  const called = (element) => `${element.id || element.className.baseVal || element.className || element.localName} "${element.textContent.trim().slice(0, 24)}"`;
  const pale = (color, share) => [...color.slice(0, 3), color[3] * share];

  for (const element of document.body.querySelectorAll('*')) {
    if (!isVisible(element) || element.closest('svg')) continue;
    const style = getComputedStyle(element);
    const isField = element.matches('input:not([type=range], [type=radio]), textarea, select');
    const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (isField ? element.value : hasText && element.localName !== 'option') {
      compare('text', called(element), pale(parse(style.color), opacity(element)), behind(element), 4.5);
    }
    if (element.placeholder) compare('text', `${called(element)} placeholder`, parse(getComputedStyle(element, '::placeholder').color), behind(element), 4.5);
    for (const part of ['::before', '::after']) {
      const made = getComputedStyle(element, part);
      if (!/^".*\S.*"/.test(made.content)) continue;
      compare('text', `${called(element)} ${part}`, parse(made.color), over(parse(made.backgroundColor), behind(element)), 4.5);
    }
    // A control without an edge is known by its text, and one that is filled by its color.
    if (isField || element.matches('button, .button, .box, .kinds span')) {
      const outside = behind(element.parentElement);
      const isFilled = ratio(behind(element), outside) >= 3;
      if (parseFloat(style.borderTopWidth) > 0 && !isFilled) compare('edge', called(element), parse(style.borderTopColor), outside, 3);
    }
  }
  // The picture, and what is drawn on it. What is paled while a card is open is not to be read.
  for (const svg of [...document.querySelectorAll('svg'), ...document.querySelector('#drawing').shadowRoot.querySelectorAll('svg')]) {
    if (!isVisible(svg)) continue;
    const shapes = [];
    for (const part of svg.querySelectorAll('rect, circle, path, text')) {
      if (part.closest('clipPath, .e') || !isVisible(part) || opacity(part) < 0.9) continue;
      const style = getComputedStyle(part), box = part.getBoundingClientRect();
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      const below = shapes.filter(({ box }) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom)
        .reduce((below, { fill }) => over(fill, below), behind(svg));
      const fill = pale(parse(style.fill), style.fill === 'none' ? 0 : Number(style.fillOpacity));
      const stroke = pale(parse(style.stroke), style.stroke === 'none' ? 0 : Number(style.strokeOpacity));
      if (part.localName === 'text') {
        if (part.textContent.trim()) compare('text', `picture ${called(part)}`, fill, below, 4.5);
        continue;
      }
      const ground = part.localName === 'path' ? behind(svg) : below;
      // The paper.
      if (part.getAttribute('width') === '100%') {
        shapes.push({ box, fill });
        continue;
      }
      const isTint = fill[3] < 0.5 || ratio(over(fill, ground), ground) < 1.01;
      const isLine = part.localName === 'path' && stroke[3] > 0;
      // Of a shape with an edge, one of both is enough.
      if (isLine || isTint) compare('picture', called(part) + part.getAttribute('class'), stroke, shapes[0] ? over(shapes[0].fill, behind(svg)) : behind(svg), 3);
      else compare('picture', called(part) + part.getAttribute('class'), fill, ground, 3);
      if (part.localName !== 'path') shapes.push({ box, fill });
    }
  }
  // The ring around what has the focus.
  const probe = document.body.appendChild(document.createElement('i'));
  for (const ground of ['--page', '--card', '--soft']) {
    probe.style.cssText = `color: var(--focus); background: var(${ground})`;
    compare('edge', `focus on ${ground}`, parse(getComputedStyle(probe).color), parse(getComputedStyle(probe).backgroundColor), 3);
  }
  probe.remove();
  return { wrong: [...new Set(wrong)], ...counts };
})()"""

PAGES = ("", "operators/debounce", "scenes/lesson-pipeline")
CARD = "!document.querySelector('#card').hidden"


def compare(browser, name, seen):
    found = browser.value(CONTRAST)
    seen["wrong"] += [f"{name}: {one}" for one in found.pop("wrong")]
    for kind, count in found.items():
        seen[kind] = seen.get(kind, 0) + count


def looks(browser, address, theme, seen):
    """All pages in a theme, with what opens on them."""
    for page in PAGES:
        visit(browser, address + page)
        compare(browser, f"{theme} /{page}", seen)
        # Before the end, what is to come is drawn.
        click(browser, "#back")
        compare(browser, f"{theme} /{page} before the end", seen)
    x, y, _ = middle(browser, "#hands .marble")
    browser.mouse("mouseMoved", x, y, "none")
    browser.until(CARD)
    compare(browser, f"{theme} card", seen)
    browser.mouse("mouseMoved", 1, 1, "none")
    click(browser, "#row-a")
    browser.until("document.querySelector('.row.open')")
    compare(browser, f"{theme} row", seen)
    click(browser, "#addOutput")
    browser.until("document.querySelectorAll('#chooser li').length > 10")
    compare(browser, f"{theme} chooser", seen)
    visit(browser, address + "operators/debounce")
    click(browser, "#share")
    browser.until("document.querySelector('dialog').open")
    compare(browser, f"{theme} dialog", seen)


def contrast(browser, address):
    seen = {"wrong": []}
    for theme in ("light", "dark", "high-contrast"):
        browser.size(1280, 900, theme != "light")
        if theme == "high-contrast":
            browser.value("localStorage.setItem('theme', 'high-contrast')")
        looks(browser, address, theme, seen)
    seen["complaints"] = browser.complaints()
    return seen


def emulate(browser, **features):
    browser.call("Emulation.setEmulatedMedia", features=[
        {"name": name.replace("_", "-"), "value": value} for name, value in features.items()])


# Whether what has the focus shows it.
SHOWN = """(() => { const one = document.activeElement.matches('.kinds input') ? document.activeElement.nextElementSibling : document.activeElement;
  const style = getComputedStyle(one), box = one.closest('.row .box') && getComputedStyle(one.closest('.row .box'));
  return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1 && style.outlineColor !== 'rgba(0, 0, 0, 0)'
    || one.closest('#hands') && parseFloat(style.strokeWidth) >= 3 || Boolean(box && box.boxShadow !== 'none'
    || box && box.borderTopWidth !== '0px') })()"""


def stops(browser, address):
    """What Tab reaches before the list, and which of it does not show the focus."""
    visit(browser, address + "operators/debounce")
    reached, unseen = [], []
    for _ in range(60):
        press(browser, "Tab")
        name = browser.value(f"({FOCUS}) || document.activeElement.textContent.slice(0, 20)")
        if name == "Search operators and scenes":
            break
        reached.append(name)
        if not browser.value(SHOWN):
            unseen.append(name)
    return reached, unseen


def forced(browser, address):
    seen = {"wrong": []}
    for scheme in ("light", "dark"):
        browser.size(1280, 900)
        emulate(browser, forced_colors="active", prefers_color_scheme=scheme, prefers_reduced_motion="reduce")
        looks(browser, address, f"forced {scheme}", seen)
        # Each control has an edge, whatever its color is.
        seen["wrong"] += browser.value("""[...document.querySelectorAll('button, select, textarea')].filter((one) => one.checkVisibility()
          && !one.closest('.row, #sentences, #about') && parseFloat(getComputedStyle(one).borderTopWidth) < 1).map((one) => `no edge: ${one.id || one.textContent}`)""")
    seen["reached"], seen["unseen"] = stops(browser, address)
    seen["complaints"] = browser.complaints()
    return seen


def zoom(browser, address):
    seen = {"wide": [], "fits": []}
    # 1280 × 800 at 200 % and at 400 %.
    for width, height, scale in ((640, 400, 2), (320, 200, 4)):
        for page in PAGES:
            browser.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=False)
            emulate(browser, prefers_reduced_motion="reduce")
            visit(browser, address + page)
            if browser.value("document.documentElement.scrollWidth > document.documentElement.clientWidth"):
                seen["wide"].append(f"{width} /{page}")
            if scale == 2 and page != "scenes/lesson-pipeline":
                seen["fits"].append(browser.value("""document.querySelector('#transport').getBoundingClientRect().bottom
                  - document.querySelector('#picture').getBoundingClientRect().top
                  + document.querySelector('#bar').getBoundingClientRect().height <= innerHeight"""))
    seen["complaints"] = browser.complaints()
    return seen


def motion(browser, address):
    seen = {}
    browser.size(1280, 900)
    for kind in ("reduce", "no-preference"):
        emulate(browser, prefers_reduced_motion=kind)
        visit(browser, address)
        browser.until("document.querySelector('#hands .invited')")
        moving = "[...document.getAnimations(), ...document.querySelector('#drawing').shadowRoot.getAnimations()]"
        seen[kind] = [browser.value(f"{moving}.filter(({{ playState }}) => playState === 'running').length"),
                      browser.value("document.querySelector('#play').ariaLabel")]
    seen["complaints"] = browser.complaints()
    return seen


CLOCK = "document.querySelector('#clock').textContent"


def keys(browser, address):
    browser.size(1280, 900)
    seen = {}
    seen["reached"], seen["unseen"] = stops(browser, address)
    seen["headings"] = browser.value("[...document.querySelectorAll('h1, h2')].filter((one) => one.checkVisibility()).map((one) => one.localName)")
    seen["longest"] = browser.value("""Math.max(...[...document.querySelectorAll('#hands, #hands *')].map((one) => one.getAttribute('aria-describedby') ?? '')
      .map((id) => (document.getElementById(id)?.textContent ?? '').split(/\\s+/).length))""")
    # The slider goes from event to event.
    browser.value("document.querySelector('#time').focus()")
    press(browser, "Home")
    seen["clock"] = [browser.value(CLOCK)]
    seen["start"] = browser.value("document.querySelector('#news').textContent")
    press(browser, "ArrowRight")
    press(browser, "ArrowRight")
    seen["clock"].append(browser.value(CLOCK))
    # After a click on a button of the controls, arrows step.
    click(browser, "#play")
    click(browser, "#play")
    browser.until("document.querySelector('#play').ariaLabel !== 'Pause'")
    click(browser, "#back")
    before = browser.value("Number(document.querySelector('#time').value)")
    press(browser, "ArrowRight")
    seen["steps"] = browser.value("Number(document.querySelector('#time').value)") > before
    click(browser, "#row-debounce")
    press(browser, "Enter")
    browser.until("!document.querySelector('.row.open')")
    # Keys are for the picture, and Tab goes back to the text.
    seen["after"] = browser.value("document.activeElement.ariaLabel")
    # A button without a use gives the focus to the other one, and a key without a use says so.
    browser.value("document.querySelector('#hands .marble').focus()")
    press(browser, "Delete")
    browser.until(f"{MARBLES}.length === 4")
    browser.value("document.querySelector('#undo').focus()")
    seen["steppers"] = []
    for name in ("redo", "undo"):
        press(browser, "Enter")
        browser.until(f"!document.querySelector('#{name}').disabled")
        seen["steppers"].append(browser.value("document.activeElement.id"))
    press(browser, "z", CONTROL)
    browser.until("document.querySelector('#undo').disabled")
    press(browser, "z", CONTROL)
    browser.until("document.querySelector('#said').textContent === 'Nothing to undo.'")
    seen["search"] = browser.value("document.querySelector('#search').getAttribute('aria-keyshortcuts')")
    seen["complaints"] = browser.complaints()
    return seen


DOORS = "[...document.querySelectorAll('#doors a')].filter((door) => door.checkVisibility()).map((door) => door.id)"


def front(browser, address):
    browser.size(1280, 800)
    visit(browser, address)
    seen = {"title": browser.value("document.querySelector('#title').textContent"), "doors": browser.value(DOORS), "before": browser.value(MARBLES)}
    seen["isAbove"] = browser.value("document.querySelector('#doors b').getBoundingClientRect().bottom < innerHeight")
    x, y, _ = middle(browser, "#hands .invited")
    browser.mouse("mousePressed", x, y)
    for at in (40, 80, 120):
        browser.mouse("mouseMoved", x - at, y)
    browser.mouse("mouseReleased", x - 120, y)
    browser.until(f"{MARBLES}.join() !== {json.dumps(','.join(seen['before']))} && document.querySelector('#news').textContent")
    seen["news"] = browser.value("document.querySelector('#news').textContent")
    seen["isInvited"] = browser.value("Boolean(document.querySelector('.invited'))")
    seen["progress"] = browser.value("document.querySelector('#learn').lastElementChild.textContent")
    visit(browser, address)
    seen["lookUp"] = browser.value("document.querySelector('#lookUp').pathname")
    browser.value("document.querySelector('#lookUp').click()")
    browser.until("document.readyState === 'complete' && document.title.startsWith('Operators')")
    seen["explained"] = browser.value("document.querySelectorAll('dd').length")
    visit(browser, address)
    click(browser, "#learn")
    browser.until("!document.querySelector('#lesson').hidden")
    seen["lesson"] = browser.value("document.querySelector('#place').textContent")
    seen["isOver"] = browser.value("!document.querySelector('#welcome, #doors').checkVisibility()")
    visit(browser, address)
    click(browser, "#own")
    browser.until("document.querySelector('#title').textContent === 'My streams' && document.querySelector('#row-out')")
    seen["own"] = browser.value(DOORS)
    seen["complaints"] = browser.complaints()
    return seen


def plain(browser, address):
    browser.size(1280, 800)
    browser.call("Emulation.setScriptExecutionDisabled", value=True)
    browser.visit(address)
    return {
        "doors": browser.value("[...document.querySelectorAll('#doors a')].filter((door) => door.checkVisibility()).map((door) => door.pathname)"),
        "welcome": browser.value("document.querySelector('#welcome').innerText"),
        "marbles": browser.value("document.querySelector('#drawing').shadowRoot.querySelectorAll('[data-id]').length"),
    }


# Whether all of an element can be touched.
TOUCHED = """((selector) => { const one = document.querySelector(selector), box = one.getBoundingClientRect();
  return [1, box.height - 1].every((down) => one.contains(document.elementFromPoint(box.x + box.width / 2, box.y + down))); })"""


def phone(browser, address):
    browser.call("Emulation.setTouchEmulationEnabled", enabled=True)
    browser.call("Emulation.setDeviceMetricsOverride", width=360, height=740, deviceScaleFactor=2, mobile=True)
    emulate(browser, prefers_reduced_motion="reduce")
    seen = {}
    # The controls of a tall picture.
    visit(browser, address + "scenes/rate-limits")
    seen["unreached"] = browser.value(f"['#play', '#back', '#forward', '#time'].filter((one) => !{TOUCHED}(one))")
    # The names of the rows cover their boxes once these are cut off.
    names = "[document.querySelector('#labels').checkVisibility(), document.querySelector('#labels span').title].join()"
    seen["names"] = []
    for left in (8, 60, 0):
        browser.value(f"document.querySelector('#picture').scrollLeft = {left}")
        browser.until(f"document.querySelector('#picture').classList.contains('scrolled') === {json.dumps(left == 60)}")
        seen["names"].append(browser.value(names))
    # The ring is around the marble.
    visit(browser, address + "scenes/access-log")
    hit = "#hands .marble"
    tap(browser, hit)
    browser.until("!document.querySelector('#editor').hidden && document.activeElement.matches('.marble')")
    seen["ring"] = browser.value("""(() => { const one = document.activeElement, svg = one.ownerSVGElement;
      const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width, style = getComputedStyle(one);
      return [style.fill, (one.getBoundingClientRect().width / scale - parseFloat(style.strokeWidth)) > one.width.baseVal.value].join(' ') })()""")
    # A long title of a card has lines.
    visit(browser, address + "scenes/access-log")
    dropped = "#hands [aria-label*='drops a value at 3.5']"
    browser.value(f"document.querySelector({json.dumps(dropped)}).scrollIntoView({{ inline: 'center', block: 'center' }})")
    tap(browser, dropped)
    browser.until(CARD)
    seen["isCut"] = browser.value("(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)(document.querySelector('#card'))")
    # A keyboard takes a part of the window.
    visit(browser, address)
    tap(browser, "#row-debounce")
    browser.until("document.querySelector('.placed.open')")
    browser.call("Emulation.setDeviceMetricsOverride", width=360, height=440, deviceScaleFactor=2, mobile=True)
    row = """(() => { const sheet = document.querySelector('#sheet').getBoundingClientRect(), open = document.querySelector('.placed.open');
      const unit = sheet.width / document.querySelector('#hands').viewBox.baseVal.width;
      return [sheet.top + open.style.getPropertyValue('--y') * unit, open.getBoundingClientRect().top] })()"""
    browser.until(f"innerHeight === 440 && ({row})[0] < ({row})[1] - 30")
    seen["line"] = browser.value(f"({row})[0] > document.querySelector('#bar').getBoundingClientRect().bottom")
    visit(browser, address + "scenes/rate-limits")
    browser.call("Emulation.setDeviceMetricsOverride", width=360, height=740, deviceScaleFactor=2, mobile=True)
    browser.until("innerHeight === 740")
    tap(browser, "#hands .marble")
    browser.until("!document.querySelector('#editor').hidden")
    browser.call("Emulation.setDeviceMetricsOverride", width=360, height=440, deviceScaleFactor=2, mobile=True)
    browser.until("document.querySelector('#editor').getBoundingClientRect().bottom <= innerHeight && innerHeight === 440")
    browser.call("Emulation.setDeviceMetricsOverride", width=360, height=740, deviceScaleFactor=2, mobile=True)
    # The list begins at its start, and its search stays.
    visit(browser, address)
    click(browser, "#menu")
    browser.value("(() => { const field = document.querySelector('#search'); field.value = 'acc'; field.oninput(); })()")
    seen["found"] = browser.value("document.querySelectorAll('#groups li:not([hidden])').length")
    click(browser, "#menu")
    click(browser, "#menu")
    seen["search"] = browser.value("document.querySelector('#search').value")
    browser.value("document.querySelector('#index').scrollTop = 900")
    seen["isSearchSeen"] = browser.value(f"{TOUCHED}('#search') && document.querySelector('#index').scrollTop === 900")
    # A picture that has played goes back to its start.
    emulate(browser, prefers_reduced_motion="no-preference")
    visit(browser, address + "operators/debounce")
    browser.value("document.querySelector('#speed').value = '4'")
    browser.until("document.querySelector('#picture').scrollLeft > 100")
    browser.until("document.querySelector('#play').ariaLabel === 'Play again' && document.querySelector('#picture').scrollLeft === 0")
    seen["complaints"] = browser.complaints()
    return seen


if __name__ == "__main__":
    answer([contrast, forced, zoom, motion, keys, front, plain, phone])
