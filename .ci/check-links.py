#!/usr/bin/env python3
"""Finds links of Markdown documents that lead nowhere: to a missing file, or to a heading that the file lacks.

check-links.py PATH...: reads the documents, and those below folders. Addresses of the web are not opened.
"""

import pathlib
import re
import sys
import urllib.parse


def prose(text):
    """The text without code: blocks between fences, indented ones, and code in a line."""
    fence = None
    for number, line in enumerate(text.splitlines(), 1):
        mark = re.match(r"(```+|~~~+)", line)
        if fence:
            if mark and mark.group(1).startswith(fence) and not line.strip("`~ "):
                fence = None
        elif mark:
            fence = mark.group(1)
        elif not line.startswith("    "):
            yield number, re.sub(r"(`+)(?:(?!`).)+?\1(?!`)", "", line)


def anchors(text):
    """The headings, as GitHub names them."""
    found = set()
    fence = False
    for line in text.splitlines():
        fence ^= line.startswith(("```", "~~~"))
        heading = re.match(r"#{1,6} +(.*)", line)
        if heading and not fence:
            words = re.sub(r"[^\w\- ]", "", heading.group(1).strip().lower())
            name, number = words.replace(" ", "-"), 0
            while (name if not number else f"{name}-{number}") in found:
                number += 1
            found.add(name if not number else f"{name}-{number}")
    return found


def links(text):
    """The targets with the numbers of their lines, of Markdown and of HTML."""
    for number, line in prose(text):
        for match in re.finditer(r"\]\(<?([^()\s>]+)>?(?: +\"[^\"]*\")?\)|\b(?:src|srcset|href)=\"([^\"]+)\"|<(doc:[^>]+)>", line):
            yield number, next(group for group in match.groups() if group)


def main():
    documents = []
    for name in sys.argv[1:]:
        path = pathlib.Path(name)
        documents += sorted(path.rglob("*.md")) if path.is_dir() else [path]
    if not documents:
        sys.exit("usage: check-links.py PATH...; there is no document")
    count, dead = 0, []
    for document in documents:
        text = document.read_text(encoding="utf-8")
        for number, target in links(text):
            if re.match(r"https?:|mailto:", target):
                continue
            count += 1
            name, _, anchor = urllib.parse.unquote(target).partition("#")
            file = document.parent / name if name else document
            if not file.exists():
                dead.append(f"{document}:{number}: there is no {target}")
            elif anchor and anchor not in anchors(file.read_text(encoding="utf-8")):
                dead.append(f"{document}:{number}: {file.name} has no heading #{anchor}")
    if dead:
        sys.exit("\n".join(dead))
    print(f"{count} links of {len(documents)} documents lead to a file or a heading.")


main()
