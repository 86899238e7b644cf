"""Measures the page of `marbled serve` in Chromium, with the installed program: BENCHMARKS.md, "The page".

    page-speed.py MARBLED
"""

import json
import pathlib
import subprocess
import sys

BROWSER = pathlib.Path(__file__).resolve().parent.parent / "Tests/marbledTests/Browser"
# The least pictures during a drag of two seconds, and the most milliseconds until the first picture and of a task.
PICTURES, FIRST, TASK = 10, 300, 50


def measure(script, kind, address):
    outcome = subprocess.run(["python3", BROWSER / f"{script}.py", kind, address], stdout=subprocess.PIPE, check=True)
    seen = json.loads(outcome.stdout)
    print(f"{kind}: {json.dumps(seen)}", flush=True)
    return seen


def main():
    server = subprocess.Popen([sys.argv[1], "serve", "--listen", "127.0.0.1:0"], stdout=subprocess.PIPE, text=True)
    try:
        line = server.stdout.readline()
        address = next((word for word in line.split() if word.startswith("http://")), None)
        if address is None:
            sys.exit(f"{sys.argv[1]} serve does not start: it prints {line.strip()!r}, and no address")
        drags = measure("network", "pictures", address)
        visits = measure("playground", "speed", address)
    finally:
        server.terminate()
        server.wait()
    problems = [f"the page complains: {one}" for one in drags["complaints"]]
    problems += [f"{name}: {count['pictures']} pictures in two seconds of a drag, not {PICTURES}"
                for name, count in drags.items() if name != "complaints" and count["pictures"] < PICTURES]
    # Other programs may disturb a visit, but not each one.
    for name, figures in visits.items():
        if name != "many" and figures["picture"][0] >= FIRST:
            problems.append(f"{name}: the first picture takes {figures['picture'][0]} ms, and may take {FIRST} ms")
        if figures["tasks"][0] > TASK:
            problems.append(f"{name}: a task takes {figures['tasks'][0]} ms, and may take {TASK} ms")
    sys.exit("\n".join(problems) or None)


if __name__ == "__main__":
    main()
