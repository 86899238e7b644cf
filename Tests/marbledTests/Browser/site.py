"""Reads the files of `marbled site` in a browser without a network, and prints what it saw as JSON.

    site.py read FOLDER     plays, scrubs, reads cards by mouse and keys, shows steps, hides and reveals, searches, changes the theme
    site.py lesson FOLDER   goes through a lesson: hint, solution, and outputs that are hidden at first
    site.py pages FOLDER    follows every link of the front page and of the lists
    site.py access FOLDER   names, contrast and sizes of what can be used, on several screens; DIR writes pictures there: access FOLDER DIR
"""

import base64
import json
import pathlib

from chromium import answer
from playground import DRAWN, OVERLAPS, READY, click, middle, press, replace

CARD = "document.querySelector('#card')"
TEXT = f"({CARD}.hidden ? null : [...{CARD}.children].map((part) => part.textContent))"
PARTS = "[...document.querySelectorAll('#hands .part')].map(({ dataset }) => dataset.part)"
CLOCK = "document.querySelector('#clock').textContent"
SENTENCES = "document.querySelectorAll('#sentences li').length"
PAPER = f"getComputedStyle({DRAWN}.querySelector('rect')).fill"
SHOWN = "(one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true })"


class Reader:
    """A browser that reads files of a folder, and whatever went wrong meanwhile."""

    def __init__(self, browser, folder):
        self.browser, self.folder, self.complaints = browser, pathlib.Path(folder), []

    def open(self, page, anchor=""):
        self.gather()
        self.browser.open(self.folder / page) if not anchor else self.browser.visit((self.folder / page).resolve().as_uri() + anchor)
        self.browser.until(READY)

    def gather(self):
        """Takes over what went wrong, and what was asked for that is no file."""
        self.complaints += self.browser.complaints() + self.browser.requests()
        self.browser.events.clear()

    def turn(self, action, condition):
        """Does what leads to another page."""
        self.gather()
        action()
        self.browser.until(condition)
        self.browser.until(READY)


def read(browser, folder):
    seen, reader = {}, Reader(browser, folder)
    browser.size(1280, 900)
    reader.open("index.html")
    seen["front"] = browser.value("[document.querySelector('#welcome').checkVisibility(), document.title]")
    seen["end"] = browser.value(CLOCK)
    press(browser, "Home")
    seen["start"] = browser.value(CLOCK)
    click(browser, "#play")
    browser.until("parseFloat(document.querySelector('#clock').textContent) > 0.3")
    click(browser, "#play")
    seen["playing"] = browser.value("document.querySelector('#play').ariaLabel")

    reader.open("operators/debounce.html")
    x, y, _ = middle(browser, "#hands .part[data-part='a#1']")
    browser.mouse("mouseMoved", x, y, "none")
    browser.until(f"!{CARD}.hidden")
    seen["hovered"] = browser.value(TEXT)
    press(browser, "Escape")
    browser.until(f"{CARD}.hidden")
    browser.mouse("mouseMoved", 5, 5, "none")
    browser.value("document.querySelector('#hands .part').focus()")
    for _ in range(2):
        press(browser, "ArrowRight")
    press(browser, "Enter")
    browser.until(f"!{CARD}.hidden")
    seen["focused"] = browser.value("document.activeElement.dataset.part")
    seen["entered"] = browser.value(TEXT)
    press(browser, "Escape")
    # Nothing here edits.
    seen["editors"] = browser.value(f"""[...document.querySelectorAll('#hands .marble, #undo, #addInput, .row textarea, #title[tabindex="0"]')]
      .filter({SHOWN}).map((one) => one.id || one.className.baseVal || one.className)""")
    seen["yaml"] = browser.value("[document.querySelector('#yaml').readOnly, document.querySelector('#yaml').value.includes('a.debounce')]")

    # Hide and reveal.
    seen["all"] = [browser.value(PARTS), browser.value(SENTENCES)]
    click(browser, "#predict")
    browser.until(f"({PARTS}).length === 5")
    seen["hidden"] = [browser.value(PARTS), browser.value(SENTENCES)]
    seen["instants"] = []
    for _ in range(3):
        click(browser, "#reveal")
        browser.value("new Promise((done) => setTimeout(done, 100))")
        seen["instants"].append([browser.value(CLOCK), [one for one in browser.value(PARTS) if "debounce" in one]])
    click(browser, "#revealAll")
    browser.until(f"({PARTS}).length === {len(seen['all'][0])}")
    seen["shown"] = browser.value(SENTENCES)

    # Themes.
    seen["papers"] = []
    for theme in ("light", "dark", "high-contrast", ""):
        browser.value(f"""(() => {{ const theme = document.querySelector('#theme');
          theme.value = {json.dumps(theme)}; theme.dispatchEvent(new Event('change')); }})()""")
        browser.value("new Promise((done) => setTimeout(done, 200))")
        seen["papers"].append(browser.value(PAPER))

    # What is shared.
    click(browser, "#share")
    browser.until("document.querySelector('#sharing').open && document.querySelector('#sharing textarea').value !== '…'")
    seen["kinds"] = browser.value("[...document.querySelectorAll('#sharing .kinds input')].map(({ value }) => value)")
    seen["link"] = browser.value("document.querySelector('#sharing textarea').value.split('/').slice(-2).join('/')")
    press(browser, "Escape")

    # The search knows names of other libraries.
    replace(browser, "#search", "debounceTime")
    seen["found"] = browser.value("[...document.querySelectorAll('#groups li a')].filter((one) => one.checkVisibility()).map((one) => one.textContent)")
    replace(browser, "#search", "combineLatest")
    reader.turn(lambda: press(browser, "Enter"), "location.pathname.endsWith('/operators/combineLatest.html')")
    seen["went"] = browser.value("document.querySelector('#title').textContent")

    # A link to a place.
    reader.open("operators/debounce.html", "#t=3&m=a%231")
    seen["place"] = [browser.value(CLOCK), browser.value("document.activeElement.dataset.part ?? document.activeElement.id")]
    reader.gather()
    return {**seen, "complaints": reader.complaints}


def lesson(browser, folder):
    seen, reader = {}, Reader(browser, folder)
    browser.size(1280, 900)
    reader.open("scenes/lesson-pipeline.html")
    rows = f"{DRAWN}.querySelectorAll('.l').length"
    before = browser.value(rows)
    seen["steps"] = [browser.value("document.querySelector('#allSteps').textContent")]
    click(browser, "#allSteps")
    browser.until(f"{rows} < {before}")
    seen["steps"].append(browser.value("document.querySelector('#allSteps').textContent"))
    click(browser, "#allSteps")
    browser.until(f"{rows} === {before}")
    click(browser, "#hint")
    seen["hint"] = browser.value("document.querySelector('#told').textContent")
    click(browser, "#solution")
    browser.until("document.querySelector('#goals').classList.contains('met')")
    seen["told"] = browser.value("document.querySelector('#told').textContent")
    reader.gather()
    browser.value("localStorage.setItem('solved', JSON.stringify(['lesson-pair']))")
    reader.open("scenes/lesson-quiet.html")
    seen["task"] = browser.value("document.querySelector('#task').textContent")
    outputs = f"({PARTS}).filter((one) => !/^\\|?a\\b/.test(one))"
    seen["hidden"] = [browser.value(outputs), browser.value(SENTENCES)]
    click(browser, "#revealAll")
    browser.until(f"({outputs}).length > 0")
    seen["shown"] = browser.value(outputs)
    seen["solved"] = browser.value("[...document.querySelectorAll('#steps a')].map((one) => one.title)")
    reader.turn(lambda: click(browser, "#next"), "location.pathname.endsWith('/scenes/lesson-streams.html')")
    reader.gather()
    return {**seen, "complaints": reader.complaints}


def pages(browser, folder):
    reader, seen = Reader(browser, folder), {}
    browser.size(1280, 900)
    reader.open("index.html")
    links = "[...document.querySelectorAll('a[href]')].map(({ href }) => href.replace(/#.*/, ''))"
    found = set(browser.value(links))
    root = reader.folder.resolve().as_uri() + "/"
    for name in ("operators.html", "scenes.html"):
        reader.gather()
        browser.open(reader.folder / name)
        found |= set(browser.value(links))
    seen["outside"] = sorted(one for one in found if not one.startswith(root))
    names = sorted(one[len(root):] for one in found if one.startswith(root) and "/" in one[len(root):])
    seen["count"] = len(names)
    # Each has a picture that its scripts have taken over.
    drawn = f"{DRAWN} !== null && document.querySelector('#title').textContent !== ''"
    seen["broken"] = []
    for name in names:
        reader.open(name)
        if not browser.value(drawn):
            seen["broken"].append(name)
    reader.gather()
    return {**seen, "complaints": reader.complaints}


# Of each text on the page, how much it stands out from what is behind it: WCAG 2.2, 1.4.3.
CONTRAST = """(() => {
  const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d', { willReadFrequently: true });
  const rgba = (color) => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = color; canvas.fillRect(0, 0, 1, 1); return [...canvas.getImageData(0, 0, 1, 1).data]; };
  const light = (color) => { const [r, g, b] = color.map((one) => one / 255).map((one) => one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  const behind = (one) => { for (let each = one; each; each = each.parentElement) { const color = rgba(getComputedStyle(each).backgroundColor);
    if (color[3] === 255) return color; } return [255, 255, 255]; };
  const texts = [...document.querySelectorAll('body *')].filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('svg, :disabled, .hidden, .skip')
    && [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()));
  return texts.map((one) => { const [a, b] = [rgba(getComputedStyle(one).color), behind(one)].map(light);
    return [one.textContent.trim().slice(0, 30), (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)]; })
    .filter(([, ratio]) => ratio < 4.5).map(([text, ratio]) => `${text} ${ratio.toFixed(2)}`);
})()"""
# What a finger can't hit: WCAG 2.2, 2.5.8.
SMALL = """[...document.querySelectorAll('button, select, summary, #time, #edit')].filter((one) => one.checkVisibility())
  .filter((one) => { const { width, height } = one.getBoundingClientRect(); return width < 24 || height < 24; }).map((one) => one.id || one.textContent)"""


def access(browser, folder, pictures=None):
    reader, seen = Reader(browser, folder), []
    for width, height in ((360, 740), (1280, 900)):
        for dark in (False, True):
            browser.size(width, height, dark)
            for page in ("index", "operators/debounce", "scenes/lesson-quiet", "scenes/windows", "scenes/matrix", "operators"):
                path = reader.folder / f"{page}.html"
                reader.gather()
                browser.open(path)
                if page != "operators":
                    browser.until(READY)
                    browser.until("[...document.querySelectorAll('#hands :is(.marble, .part)')].every((one) => one.ariaLabel)")
                browser.call("Accessibility.enable")
                nodes = browser.call("Accessibility.getFullAXTree")["nodes"]
                parents = {node["nodeId"]: node for node in nodes}
                # The icon of a button has its name.
                isIcon = lambda node: parents.get(node.get("parentId"), {}).get("role", {}).get("value") == "button"
                tree = [node for node in nodes if not node.get("ignored")]
                roles = ("button", "link", "combobox", "slider", "searchbox", "textbox", "img", "image", "checkbox", "radio")
                seen.append({
                    "place": f"{page} {width} {'dark' if dark else 'light'}",
                    "overflow": browser.value("document.documentElement.scrollWidth - innerWidth"),
                    "overlaps": browser.value(OVERLAPS) if page != "operators" else [],
                    "unnamed": [node["role"]["value"] for node in tree
                                if node["role"]["value"] in roles and not node.get("name", {}).get("value") and not isIcon(node)],
                    "headings": [node["name"]["value"] for node in tree if node["role"]["value"] == "heading"][:1],
                    "contrast": browser.value(CONTRAST), "small": browser.value(SMALL)})
                browser.call("Accessibility.disable")
                if pictures:
                    name = f"{page.split('/')[-1]}-{width}-{'dark' if dark else 'light'}.png"
                    picture = browser.call("Page.captureScreenshot", format="png")["data"]
                    (pathlib.Path(pictures) / name).write_bytes(base64.b64decode(picture))
    reader.gather()
    return {"pages": seen, "complaints": reader.complaints}


if __name__ == "__main__":
    answer([read, lesson, pages, access])
