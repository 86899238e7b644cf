"""Feeds what our renderer wrote to a terminal emulator that others wrote, and compares its screen with our canvas.

    python3 pyte_screens.py < cases          (python3 -m pip install pyte==0.8.2)

A case is two lines: the bytes in hexadecimal, split by spaces into frames, the size before them (16x5 1b5b…), and what
the last one is to look like: cells split by U+001F, each TEXT, or TEXT U+001E STYLE. A style is a foreground, a background
(d default, a5 one of 16, i111 one of 256, r7aa2f7) and SGR numbers, split by spaces. A text that begins with U+001D has
a width on which terminals disagree: there the first scalar must be right, or a blank, and everything else exact.

Prints one line a difference, at most twenty, then the number of cases.
"""
import sys
import unicodedata

import pyte
from pyte import graphics


def color(spec):
    kind, value = spec[0], spec[1:]
    if kind == "d":
        return "default"
    if kind == "a":
        number = int(value)
        return graphics.FG_ANSI[30 + number] if number < 8 else graphics.FG_AIXTERM[82 + number]
    return graphics.FG_BG_256[int(value)] if kind == "i" else value


styles = {}


def style(spec):
    """A style as pyte has it: foreground, background, bold, italics, underscore, reverse; it knows no dim."""
    if spec not in styles:
        foreground, behind, *numbers = spec.split(" ") if spec else ("d", "d")
        styles[spec] = (
            color(foreground), color(behind),
            "1" in numbers, "3" in numbers, "4" in numbers, "7" in numbers)
    return styles[spec]


def difference(screen, cells):
    expected = iter(cells)
    for y in range(screen.lines):
        line = screen.buffer[y]
        disputed = False
        for x in range(screen.columns):
            text, _, spec = next(expected).partition("\x1e")
            shown = line[x]
            if text.startswith("\x1d"):
                disputed, text = True, text[1:]
                first = unicodedata.normalize("NFC", text)[0]
                same = shown.data in ("", " ") or shown.data[0] in (first, text[0])
            elif text == "" and disputed:
                same = True
            else:
                disputed = False
                same = shown.data == unicodedata.normalize("NFC", text)
            attributes = (shown.fg, shown.bg, shown.bold, shown.italics, shown.underscore, shown.reverse)
            # pyte's table of bright backgrounds has a slip of the pen.
            attributes = tuple(a.replace("bfight", "bright") if isinstance(a, str) else a for a in attributes)
            if not same or attributes != style(spec):
                return f"column {x}, row {y}: {shown}, not {text!r} {style(spec)}"
    return None


def run(lines):
    count = failures = 0
    for frames, cells in zip(lines, lines):
        size, *frames = frames.split()
        columns, rows = map(int, size.split("x"))
        screen = pyte.Screen(columns, rows)
        stream = pyte.ByteStream(screen)
        for frame in frames:
            stream.feed(bytes.fromhex(frame))
        problem = difference(screen, cells.rstrip("\n").split("\x1f"))
        count += 1
        if problem:
            failures += 1
            if failures <= 20:
                print(f"case {count}: {problem}")
                print("   ", [bytes.fromhex(f).decode("utf-8", "replace") for f in frames])
    print(count)


sys.stdin.reconfigure(encoding="utf-8", newline="\n")
sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
run(iter(sys.stdin))
