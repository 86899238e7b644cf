"""Shares scenes of the page of `marbled serve`, opens links, and prints what it saw as JSON.

    sharing.py broken URL     opens links whose scene can't be read, and mends one
    sharing.py titles URL     edits the title and the sentence of a scene
    sharing.py places URL     opens links that say where to look
    sharing.py exports URL    makes pictures, snippets and pages
    sharing.py embed URL      shows the page in a frame that is out of sight
    sharing.py printed URL    prints the page
"""

import base64
import json
import urllib.parse
import zlib

from chromium import answer
from playground import CONTROL, DRAWN, FOCUS, READY, SENTENCES, click, packed, press, visit


SCENE = b"title: mine\nabout: Look at 2 s.\nrows:\n  a: { marbles: '1-2-3|' }\n  b: { apply: 'a.map { $0 * 2 }' }\n"
WHOLE = packed(SCENE)
LINKS = {
    "empty": "s=", "base64": f"s={WHOLE[:90]}*{WHOLE[90:]}&n=mine", "deflate": "s=AAAA&n=mine",
    "cut": f"s={WHOLE[:90]}&n=mine", "character": f"s={WHOLE[:89]}", "binary": f"s={packed(bytes([0xff, 0xfe]))}",
    "large": f"s={packed(b'#' * 200_001)}", "yaml": f"s={packed(SCENE.replace(b'apply', b'aply'))}&n=mine",
}


def unpacked(fragment):
    [text] = urllib.parse.parse_qs(fragment[1:])["s"]
    return zlib.decompress(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)), -15)


SAID = "(id) => { const part = document.querySelector(id); return part?.checkVisibility() ? part.textContent : ''; }"
CARD = """(() => {
  const said = %s;
  const [field, mark] = ['#trouble textarea', '#trouble .mark'].map((one) => document.querySelector(one));
  const shown = (part) => part?.checkVisibility() ? part.getBoundingClientRect() : null;
  const line = shown(mark) && Math.floor((shown(mark).y - shown(field).y) / shown(mark).height);
  return { heading: said('#trouble h1'), why: said('#why'), text: shown(field) ? field.value : null, line, instead: said('#trouble a'),
    others: ['#intro', '#stage', '#panels', '#share'].filter((one) => shown(document.querySelector(one))),
    focus: document.activeElement.id, title: said('#title') };
})()""" % SAID
OPENED = "document.querySelector('#stage')?.checkVisibility()"


def respond(browser, status):
    """Answers a run in place of the server: as a proxy in front of it does, or as it does itself."""
    paused = lambda: [one["params"]["requestId"] for one in browser.events if one.get("method") == "Fetch.requestPaused"]
    known = answered.copy()
    while not set(paused()) - known:
        browser.events.append(browser.read())
    [request] = set(paused()) - known
    answered.add(request)
    body = base64.b64encode(b'{"message":"too late"}' if status == 429 else b"<html>").decode()
    browser.call("Fetch.fulfillRequest", requestId=request, responseCode=status, body=body)


answered = set()


def broken(browser, address):
    browser.size(1280, 900)
    seen = {}
    for path in ("", "operators/debounce"):
        for name, link in LINKS.items():
            browser.visit("about:blank")
            visit(browser, f"{address}{path}#{link}")
            browser.until("document.querySelector('#trouble').checkVisibility()")
            seen[f"{path or 'front'} {name}"] = {**browser.value(CARD), "isKept": browser.value("location.hash.slice(1)") == link}
    # The text is mended, at first not well.
    field = "#trouble textarea"
    mend = f"document.querySelector('{field}').value = document.querySelector('{field}').value.replace"
    browser.value(f"{mend}('aply', 'apple')")
    click(browser, "#trouble button")
    browser.until("document.querySelector('#why').textContent.includes('apple')")
    browser.value(f"{mend}('apple', 'apply')")
    # Without a server, nothing is known about the text.
    for offline, status, said in ((True, None, "The server"), (False, 504, "Gateway"), (False, 429, "Too late")):
        browser.call("Network.emulateNetworkConditions", offline=offline, latency=0, downloadThroughput=-1, uploadThroughput=-1)
        if status:
            browser.call("Fetch.enable", patterns=[{"urlPattern": "*/v1/runs*"}])
        click(browser, "#trouble button")
        if status:
            respond(browser, status)
        browser.until(f"document.querySelector('#why').textContent.startsWith('{said}')")
        seen[f"away {status or 'offline'}"] = {**browser.value(CARD), "isKept": True}
    browser.call("Fetch.disable")
    click(browser, "#trouble button")
    browser.until(OPENED)
    browser.until(f"location.hash.endsWith('n=mine') && location.hash !== '#{LINKS['yaml']}' && document.querySelector('#title').textContent === 'mine'")
    seen["mended"] = {**browser.value(CARD), "isKept": unpacked(browser.value("location.hash")) == SCENE}
    # The address changes in a page that is open.
    browser.value(f"location.hash = '{LINKS['deflate']}'")
    browser.until("document.querySelector('#trouble').checkVisibility()")
    seen["changed"] = {**browser.value(CARD), "isKept": True}
    browser.value("document.querySelector('#groups a[href$=\"operators/zip\"]').click()")
    browser.until(f"{OPENED} && document.querySelector('#title').textContent === 'zip'")
    seen["chosen"] = {**browser.value(CARD), "isKept": True}
    visit(browser, f"{address}operators/debounce#{LINKS['cut']}")
    browser.until("document.activeElement.id === 'troubleTitle'")
    click(browser, "#trouble a")
    # This loads the page again, and its panels come after the stage.
    browser.until(f"!location.hash && {READY} && {OPENED} && document.querySelector('#title').textContent === 'debounce'")
    seen["instead"] = {**browser.value(CARD), "isKept": True}
    return seen


HEADS = "[...document.querySelectorAll('#title, #about')].map((part) => part.textContent)"
YAML = "document.querySelector('#yaml').value"


def titles(browser, address):
    browser.size(1280, 900)
    visit(browser, address + "operators/debounce")
    seen = {"before": browser.value(HEADS)}
    click(browser, "#title")
    seen["editing"] = browser.value("[document.activeElement.role, document.activeElement.ariaLabel]")
    # Pasted lines become one, and elements their text.
    browser.type("Late <b>answers</b>")
    browser.value("document.execCommand('insertText', false, '\\nand more')")
    press(browser, "Enter")
    browser.until(f"{YAML}.includes('title:')")
    browser.value("document.querySelector('#about').focus()")
    press(browser, "Enter")
    browser.type("Look at 7 s: it waits.")
    press(browser, "Enter")
    browser.until(f"{YAML}.includes('about: \"Look') || {YAML}.includes('Look at 7')")
    seen["edited"] = browser.value(HEADS)
    seen["elements"] = browser.value("document.querySelectorAll('#intro b').length")
    seen["tab"] = browser.value("document.title")
    seen["focus"] = browser.value(FOCUS)
    # Escape drops what was typed, and keys of the page are letters in a title.
    press(browser, "Enter")
    browser.type("dropped")
    press(browser, "Escape")
    seen["dropped"] = browser.value(HEADS)
    link = browser.value("location.href")
    browser.visit("about:blank")
    visit(browser, link)
    seen["opened"] = browser.value(HEADS)
    # Undo belongs to the visit that made the edits.
    browser.call("Page.navigateToHistoryEntry", entryId=browser.call("Page.getNavigationHistory")["entries"][-3]["id"])
    browser.until(f"document.readyState === 'complete' && document.querySelector('#undo')?.disabled === false")
    browser.value("document.querySelector('#share').focus()")
    for _ in range(2):
        before = browser.value(YAML)
        press(browser, "z", CONTROL)
        browser.until(f"{YAML} !== {json.dumps(before)}")
    browser.until(f"({HEADS})[0] === 'debounce'")
    seen["undone"] = browser.value(HEADS)
    seen["complaints"] = browser.complaints()
    return seen


PLACE = """({ clock: document.querySelector('#clock').textContent, focus: document.activeElement.dataset.event ?? '',
  label: document.querySelector('#play').ariaLabel, title: document.querySelector('#title').textContent, address: location.href })"""


def place(browser, address):
    browser.visit("about:blank")
    visit(browser, address)
    return browser.value(PLACE)


def share(browser, kind="link"):
    """Opens the dialog and chooses a format; the text of it."""
    if not browser.value("document.querySelector('dialog').open"):
        click(browser, "#share")
        browser.until("document.querySelector('dialog').open")
    choose(browser, kind)
    return browser.value("document.querySelector('dialog textarea').value")


def choose(browser, kind):
    click(browser, f"dialog input[value={kind}] + span")
    browser.until(f"document.querySelector('dialog textarea').value !== '…' && document.querySelector('dialog input:checked').value === '{kind}'")


def places(browser, address):
    browser.size(1280, 900)
    edited = f"{address}operators/debounce#s={WHOLE}&n=mine"
    seen = {
        "unedited": place(browser, f"{address}operators/debounce#t=7&m=a%233"),
        "front": place(browser, f"{address}#t=1.5"),
        "edited": place(browser, f"{edited}&t=2.5&m=a%231"),
        # Nothing to select there, and no time.
        "unknown": place(browser, f"{edited}&t=soon&m=q%239"),
        "path": place(browser, f"{address}s/{WHOLE}?n=mine&t=2.5&m=a%231"),
    }
    # A part that no hand can move is found again, too, with its card.
    seen["parts"] = []
    for part in ("debounce%231", "%21debounce%2F0"):
        place(browser, f"{address}operators/debounce#t=7&m={part}")
        browser.until("!document.querySelector('#card').hidden && document.querySelectorAll('#card p').length > 0")
        seen["parts"] += browser.value("[document.activeElement.ariaLabel, document.querySelector('#card b').textContent]")
        share(browser)
        seen["parts"].append(browser.value("document.querySelector('.looks').textContent.trim()"))
        browser.value("document.querySelector('dialog').close()")
    place(browser, f"{edited}&t=2.5&m=a%231")
    seen["link"] = share(browser)
    seen["says"] = browser.value("document.querySelector('.looks').textContent.trim()")
    click(browser, ".looks input")
    browser.until("document.querySelector('dialog textarea').value.includes('&t=')")
    seen["placed"] = browser.value("document.querySelector('dialog textarea').value")
    seen["preview"] = share(browser, "preview")
    seen["hint"] = browser.value("document.querySelector('dialog .hint').textContent")
    seen["offered"] = [share(browser, kind) != "" and browser.value("document.querySelector('.looks').checkVisibility()") for kind in ("embed", "yaml")]
    place(browser, f"{address}operators/debounce#t=7&m=a%233")
    share(browser)
    click(browser, ".looks input")
    browser.until("document.querySelector('dialog textarea').value.includes('#t=')")
    seen["plain"] = browser.value("document.querySelector('dialog textarea').value")
    seen["kinds"] = browser.value("[...document.querySelectorAll('dialog input[name=kind]')].map((one) => one.value)")
    return seen


def exports(browser, address):
    browser.size(1280, 900, dark=True)
    browser.value("0")
    visit(browser, f"{address}operators/debounce#s={WHOLE}&n=mine")
    browser.value("""(() => {
      window.sent = [];
      navigator.canShare = ({ files, url }) => Boolean(files || url);
      navigator.share = async ({ title, url, files }) => { sent.push(title ?? files[0].name, url ?? files[0].type); };
      navigator.clipboard.write = async ([item]) => { sent.push(item.types[0]); };
    })()""")
    seen = {"texts": {kind: share(browser, kind) for kind in ("embed", "markdown", "docc", "html", "link")}}
    # Copied twice, the button has its name again.
    copy = "document.querySelector('dialog .actions button').textContent"
    for _ in range(2):
        browser.value("document.querySelector('dialog .actions button').click()")
        browser.until(f"{copy} === 'Copied'")
    browser.until(f"{copy} === 'Copy'")
    click(browser, "dialog .actions button:last-child")
    choose(browser, "png")
    browser.until("document.querySelector('dialog img').checkVisibility() && document.querySelector('dialog img').complete")
    seen["png"] = browser.value("""(async () => {
      const [image, save] = ['dialog img', 'dialog a'].map((one) => document.querySelector(one));
      await image.decode();
      const canvas = Object.assign(document.createElement('canvas'), { width: image.naturalWidth, height: image.naturalHeight });
      const context = canvas.getContext('2d');
      context.drawImage(image, 0, 0);
      const corner = [...context.getImageData(2, 2, 1, 1).data];
      return { width: canvas.width, corner, file: save.download, sameFile: save.href === image.src, text: document.querySelector('dialog textarea').checkVisibility() };
    })()""")
    click(browser, "dialog .actions button")
    click(browser, "dialog .actions button:last-child")
    choose(browser, "svg")
    seen["width"] = browser.value(r"""/ width="(\d+)/.exec(document.querySelector('dialog textarea').value)[1]""")
    browser.until("sent.length === 5")
    seen["sent"] = browser.value("sent")
    # A scene without a name is saved by its title.
    visit(browser, f"{address}#s={packed(SCENE.replace(b'mine', b'My (late) answers'))}")
    share(browser, "yaml")
    seen["file"] = browser.value("document.querySelector('dialog a').download")
    seen["complaints"] = browser.complaints()
    return seen


def embed(browser, address):
    browser.size(1280, 900)
    seen = {}
    for motion in ("no-preference", "reduce"):
        browser.call("Page.enable")
        # The page of a document, which may have frames.
        browser.call("Page.setBypassCSP", enabled=True)
        browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": motion}])
        visit(browser, address + "operators/debounce")
        browser.value("""(() => {
          const frame = Object.assign(document.createElement('iframe'), { src: '#embed', width: 700, height: 500, id: 'frame' });
          frame.src = location.href + '#embed';
          frame.style.marginTop = '4000px';
          document.body.append(frame);
        })()""")
        inside = "document.querySelector('#frame').contentDocument"
        browser.until(f"{inside}?.documentElement?.classList.contains('ready')")
        state = (f"({{ label: {inside}.querySelector('#play').ariaLabel, time: Number({inside}.querySelector('#time').value),"
                 f" title: {inside}.querySelector('#title').getBoundingClientRect().height > 0 }})")
        seen[motion] = [browser.value(state)]
        if motion == "reduce":
            continue
        browser.value("document.querySelector('#frame').scrollIntoView()")
        browser.until(f"Number({inside}.querySelector('#time').value) > 0")
        seen[motion].append(browser.value(state))
    return seen


PARTS = ("#bar", "#index", "#title", "#about", "#stage svg", "#drawing", "#transport", "#time", "#rows", "#guide", "#sentences", "#now", "button.main")
PAPER = """(() => {
  const shown = (part) => { const box = part?.getBoundingClientRect(); return Boolean(part?.checkVisibility() && box.width > 0); };
  return { parts: %s.filter((one) => [...document.querySelectorAll(one)].some(shown)),
    sentences: %s, whole: [...document.querySelectorAll('#sentences li')].every(shown),
    list: document.querySelector('#sentences').scrollHeight <= document.querySelector('#sentences').clientHeight + 1,
    page: getComputedStyle(document.body).backgroundColor, filter: getComputedStyle(document.querySelector('#drawing')).filter,
    clock: document.querySelector('#clock').textContent };
})()""" % (json.dumps(PARTS), SENTENCES)


def printed(browser, address):
    seen = {}
    for name, dark in (("light", False), ("dark", True)):
        browser.size(794, 1123, dark)
        visit(browser, address + "operators/debounce")
        browser.call("Emulation.setEmulatedMedia", media="print", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        browser.value("dispatchEvent(new Event('beforeprint'))")
        browser.until("document.querySelectorAll('#sentences li').length === 10")
        seen[name] = browser.value(PAPER)
        browser.call("Emulation.setEmulatedMedia", media="")
    return seen


if __name__ == "__main__":
    answer([broken, titles, places, exports, embed, printed])
