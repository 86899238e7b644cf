"""Presents scenes with the page of `marbled serve`, and prints what it saw as JSON.

    presenting.py screen URL   the full screen, by a button and by keys, and a lesson in it
    presenting.py refused URL  a browser that refuses the screen: the page fills its window
    presenting.py phone URL    the full screen of a phone, upright and on its side
    presenting.py room URL     a small scene on a large screen, and what moves it
"""


from chromium import answer
from playground import KEYS, click, press, replace, tap, visit

KEYS |= {"f": ("KeyF", 70, "f"), "PageDown": ("PageDown", 34, ""), "PageUp": ("PageUp", 33, ""), " ": ("Space", 32, " ")}
IS_ON = "document.documentElement.classList.contains('presenting')"
TIME = "Number(document.querySelector('#time').value)"
LABEL = "[document.querySelector('#full').textContent.trim(), document.querySelector('#full').title].join()"
TITLE = "document.querySelector('#title').textContent"
# The height of the letters of the sentences, of the picture and its frame, and what sticks out of the window, in pixels.
LOOKS = """(() => { const box = (id) => document.querySelector(id).getBoundingClientRect();
  const [sheet, frame, now] = ['#sheet', '#picture', '#now'].map(box);
  return { letters: parseFloat(getComputedStyle(document.querySelector('#now p, #news p')).fontSize), fills: Math.max(sheet.width / frame.width, sheet.height / frame.height),
    sticksOut: Math.max(document.documentElement.scrollHeight - innerHeight, document.documentElement.scrollWidth - innerWidth,
      sheet.bottom - frame.bottom, box('#stage').bottom - innerHeight, now.bottom - innerHeight, 0),
    isBarShown: box('#bar').height > 0 } })()"""


def screen(browser, address):
    visit(browser, address + "scenes/lesson-pipeline")
    # In a field, it is a letter.
    browser.value("document.querySelector('#row-a').focus()")
    seen = {"isTyped": browser.value(f"document.activeElement.matches('textarea')")}
    press(browser, "f")
    seen["isOnInField"] = browser.value(IS_ON)
    press(browser, "Escape")
    press(browser, "Escape")
    visit(browser, address + "scenes/lesson-pipeline")
    click(browser, "#full")
    browser.until(f"document.fullscreenElement && {IS_ON}")
    seen["label"] = browser.value(LABEL)
    seen["looks"] = []
    for width, height, dark in ((1280, 800, False), (1920, 1080, True)):
        browser.size(width, height, dark)
        browser.until(f"({LOOKS}).fills > 0.9 && ({LOOKS}).sticksOut < 1")
        seen["looks"].append(browser.value(LOOKS))
    # Arrows step although the focus is on the button.
    press(browser, "Home")
    seen["start"] = browser.value(TIME)
    press(browser, "ArrowRight")
    seen["step"] = browser.value(TIME)
    visit(browser, address + "scenes/lesson-quiet")
    press(browser, "f")
    browser.until(f"document.fullscreenElement && {IS_ON}")
    press(browser, "PageDown")
    browser.until(f"{TITLE} === 'Streams of streams'")
    press(browser, "PageUp")
    browser.until(f"{TITLE} === 'Limit the rate'")
    click(browser, "#next")
    browser.until(f"{TITLE} === 'Streams of streams'")
    seen["isStillOn"] = browser.value(f"{IS_ON} && Boolean(document.fullscreenElement)")
    press(browser, "f")
    browser.until(f"!document.fullscreenElement && !{IS_ON}")
    seen["after"] = browser.value(TITLE)
    seen["labelAfter"] = browser.value(LABEL)
    seen["complaints"] = browser.complaints()
    return seen


def refused(browser, address):
    visit(browser, address + "operators/debounce")
    browser.value("document.documentElement.requestFullscreen = () => Promise.reject(new TypeError('refused'))")
    click(browser, "#row-debounce")
    replace(browser, "#row-debounce", "a.debounce(for: .seconds(1))")
    press(browser, "Enter")
    # The answer is shown as a whole: the text of the scene comes last.
    browser.until("document.activeElement.id !== 'row-debounce' && document.querySelector('#yaml').value.includes('seconds(1))')")
    press(browser, "f")
    browser.until(IS_ON)
    browser.until(f"({LOOKS}).fills > 0.9")
    seen = {"looks": browser.value(LOOKS), "isFull": browser.value("Boolean(document.fullscreenElement)")}
    # In a field, Escape is for its text.
    browser.value("document.querySelector('#row-debounce').focus()")
    browser.type("x")
    browser.until("document.querySelector('#row-debounce').ariaInvalid === 'true'")
    browser.until("document.querySelector('#row-debounce-list').hidden")
    # Whether a list of completions has come meanwhile or not.
    while browser.value("document.querySelector('#row-debounce').value.includes('x')"):
        press(browser, "Escape")
    seen["isKeptByField"] = browser.value(IS_ON)
    # Once its text is dropped, it has nothing to do there.
    press(browser, "Escape")
    browser.until(f"!{IS_ON}")
    # Nor does the one that closes a card or the settings leave the window.
    browser.value("document.activeElement.blur()")
    press(browser, "f")
    browser.until(IS_ON)
    seen["isKeptByOthers"] = []
    for focused, clicked, isOpen in (("#stage", "#hands .part", "!document.querySelector('#card').hidden"),
                                     ("#row-a", "[aria-controls=settings-a]", "document.querySelector('#settings-a')?.hidden === false")):
        browser.value(f"document.querySelector('{focused}').focus()")
        browser.value(f"document.querySelector('{clicked}').dispatchEvent(new MouseEvent('click', {{ bubbles: true }}))")
        browser.until(isOpen)
        press(browser, "Escape")
        browser.until(f"!({isOpen})")
        seen["isKeptByOthers"].append(browser.value(IS_ON))
    browser.value("document.activeElement.blur()")
    press(browser, "Escape")
    browser.until(f"!{IS_ON}")
    browser.until("document.querySelector('#row-debounce').ariaInvalid === 'false'")
    seen["text"] = browser.value("document.querySelector('#row-debounce').value")
    seen["canUndo"] = browser.value("!document.querySelector('#undo').disabled")
    seen["complaints"] = browser.complaints()
    return seen


# The letters of the picture and their size on the page, the height of the sentences as a share of the window, and controls that
# can't be touched.
ON_PHONE = """(() => { const svg = document.querySelector('#drawing').shadowRoot.querySelector('svg');
  const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
  const isTouched = (one) => { const box = one.getBoundingClientRect();
    const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return box.top >= 0 && box.bottom <= innerHeight && box.right <= innerWidth && one.contains(hit); };
  return { scale, letters: scale * Math.min(...[...svg.querySelectorAll('text')].map((one) => parseFloat(getComputedStyle(one).fontSize))),
    told: document.querySelector('#now').getBoundingClientRect().height / innerHeight,
    opacity: getComputedStyle(document.querySelector('#transport')).opacity,
    unreached: ['play', 'back', 'forward', 'time', 'full'].filter((id) => !isTouched(document.getElementById(id))) } })()"""


def phone(browser, address):
    seen = {"looks": [], "normal": []}
    browser.call("Emulation.setTouchEmulationEnabled", enabled=True)
    for width, height in ((740, 360), (360, 740)):
        browser.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=2, mobile=True)
        for page in ("scenes/rate-limits", "", "scenes/lesson-quiet"):
            visit(browser, address + page)
            seen["normal"].append(browser.value(ON_PHONE)["scale"])
            press(browser, "f")
            browser.until(IS_ON)
            if "lesson" in page:
                browser.value("document.querySelector('#revealAll').click()")
                browser.until("!document.querySelector('#again').hidden")
            # As after a while without a touch.
            browser.value("document.documentElement.classList.add('resting')")
            seen["looks"].append(browser.value(ON_PHONE))
            tap(browser, "#title")
            seen["isEdited"] = browser.value("document.querySelector('#title').isContentEditable") or seen.get("isEdited", False)
            seen["isInvited"] = browser.value("((tip) => Boolean(tip.textContent) && tip.checkVisibility())(document.querySelector('#hands .tip'))") or seen.get("isInvited", False)
            press(browser, "f")
            browser.until(f"!{IS_ON}")
    seen["complaints"] = browser.complaints()
    return seen


COVERED = """(() => { const isOver = ([one, other]) => one.bottom > other.top + 1 && other.bottom > one.top + 1;
  const shown = (some) => [...document.querySelectorAll(some)].filter((one) => one.checkVisibility());
  const boxes = ['#predictions .actions', '#goals', '#now'].flatMap((id) => shown(id)).map((one) => one.getBoundingClientRect());
  return [...shown('#predictions button').filter((one) => { const box = one.getBoundingClientRect();
    return !one.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)); }).map(({ id }) => id),
    ...boxes.slice(1).map((box, index) => [boxes[index], box]).filter(isOver).map(() => 'over')]; })()"""


def room(browser, address):
    place = ("(() => { const box = document.querySelector('#sheet').getBoundingClientRect();"
             " return [box.top, box.left, box.width, box.height].map(Math.round).join() })()")
    seen = {"letters": [], "moved": [], "dots": [], "covered": []}
    for page in ("operators/debounce", "operators/merge"):
        browser.size(1280, 800)
        visit(browser, address + page)
        columns = "document.querySelector('#hands').viewBox.baseVal.width"
        before = browser.value(columns)
        press(browser, "f")
        browser.until(f"{IS_ON} && {columns} < {before}")
        seen["letters"].append(browser.value(LOOKS)["letters"] / 800)
        seen["dots"].append(browser.value("[...document.querySelectorAll('#hands .marble:not(.end)')].filter((one) => one.height.baseVal.value < 30).length"))
        former = browser.value(place)
        browser.value("document.querySelector('#predict').click()")
        browser.until("document.body.classList.contains('predicting') && !document.querySelector('#hands .part')")
        seen["moved"].append([former, browser.value(place)])
        # Its buttons can be clicked, and nothing lies over the sentences.
        seen["covered"].append(browser.value(COVERED))
        press(browser, "f")
        browser.until(f"!{IS_ON}")
    # After a link, the title has the focus of a keyboard.
    browser.value("document.querySelector('#title').focus({ focusVisible: true })")
    press(browser, "f")
    browser.until(IS_ON)
    seen["ring"] = browser.value("[document.activeElement.id, getComputedStyle(document.querySelector('#title')).outlineStyle].join()")
    seen["complaints"] = browser.complaints()
    return seen


if __name__ == "__main__":
    answer([screen, refused, phone, room], (1280, 800))
