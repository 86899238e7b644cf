"""Runs nginx and Caddy with the configurations of the article BehindProxy, in front of `marbled serve` and of a daemon.

    check-proxies.py MARBLED
"""

import pathlib
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
ARTICLE = ROOT / "Sources/marbled/Documentation.docc/BehindProxy.md"
HOST = "marbled.example"


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def wait_for(port, process):
    for _ in range(200):
        if process.poll() is not None:
            sys.exit(f"it has ended: {process.args}")
        with socket.socket() as one:
            if one.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    sys.exit(f"nothing listens: {process.args}")


def block(language):
    return re.search(rf"```{language}\n(.*?)```", ARTICLE.read_text(), re.S).group(1)


def nginx(folder, port, backend):
    server = (block("nginx").replace("listen 443 ssl", f"listen 127.0.0.1:{port} ssl")
              .replace("/etc/ssl/marbled", f"{folder}/marbled").replace("127.0.0.1:8080", f"127.0.0.1:{backend}"))
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    paths = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in kinds)
    path = folder / "nginx.conf"
    path.write_text(f"pid {folder}/nginx.pid;\nerror_log {folder}/nginx.log;\nevents {{}}\n"
                    f"http {{\naccess_log off;\n{paths}{server}}}\n")
    return [shutil.which("nginx") or "/usr/sbin/nginx", "-e", f"{folder}/nginx.log", "-c", str(path), "-g", "daemon off;"]


def caddy(folder, port, backend):
    begin = f"https://{HOST}:{port} {{\n  bind 127.0.0.1\n  tls {folder}/marbled.pem {folder}/marbled.key"
    site = block("caddy").replace(f"{HOST} {{", begin).replace("127.0.0.1:8080", f"127.0.0.1:{backend}")
    path = folder / "Caddyfile"
    path.write_text("{\n  admin off\n  auto_https disable_redirects\n}\n" + site)
    return ["caddy", "run", "--config", str(path), "--adapter", "caddyfile"]


def check(kind, proxy, folder, port):
    def ask(path, *arguments, seconds=10):
        outcome = subprocess.run(
            ["curl", "--silent", "--include", "--max-time", str(seconds), "--cacert", f"{folder}/marbled.pem",
             "--resolve", f"{HOST}:{port}:127.0.0.1", *arguments, f"https://{HOST}:{port}{path}"],
            capture_output=True, check=False).stdout
        head, _, body = outcome.partition(b"\r\n\r\n")
        return head.decode().lower(), body

    def expect(says, found, *texts):
        if not all(text in found for text in texts):
            sys.exit(f"FAILED: {proxy} before {kind}: {says}: {found[:600]}")

    page = "/" if kind == "serve" else "/playground"
    head, body = ask(page)
    expect("the page has its picture", head + body.decode(), " 200", "'nonce-", "data-id=")
    head, body = ask(page, "--header", "Accept-Encoding: gzip")
    expect("the page is compressed", head, "content-encoding: gzip")
    assert body[:2] == b"\x1f\x8b", body[:20]
    run = ["--data", '{"rows":{"a":"1-2|"}}', "--header", "Content-Type: application/json"]
    head, body = ask("/v1/runs", *run, "--header", f"Origin: https://{HOST}:{port}")
    expect("a run", head + body.decode(), " 200", '"svg":')
    # Whatever clients say, the proxy tells their address.
    forged = ["--header", "X-Forwarded-For: 192.0.2.7", "--header", "Origin: https://other.example"]
    expect("a run of another site", ask("/v1/runs", *run, *forged)[0], " 403")
    if kind == "serve":
        log = (folder / f"{kind}-{proxy}.log").read_text(errors="replace")
        refusals = "\n".join(line for line in log.splitlines() if "refused a request" in line)
        expect("addresses that clients name do not count", refusals, "client=127.0.0.1")
    if kind == "daemon":
        head, body = ask("/v1/events", "--no-buffer", "--header", "Accept: text/event-stream", seconds=5)
        expect("events arrive at once", head + body.decode(), "text/event-stream", "event: snapshot", "event: event")
    print(f"{proxy} before {kind}: page, compression, runs, origins, {'events' if kind == 'daemon' else 'addresses'}")


def main():
    marbled = sys.argv[1]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = pathlib.Path(name)
        # nginx drops its privileges.
        folder.chmod(0o755)
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
             "-keyout", folder / "marbled.key", "-out", folder / "marbled.pem",
             "-subj", f"/CN={HOST}", "-addext", f"subjectAltName=DNS:{HOST}"], check=True, capture_output=True)
        for kind in ("serve", "daemon"):
            for proxy in (nginx, caddy):
                backend, port = free_port(), free_port()
                commands = {
                    "serve": ["serve", "--listen", f"127.0.0.1:{backend}", "--host", HOST, "--behind-proxy"],
                    "daemon": [
                        "daemon", "--socket", f"{folder}/{proxy.__name__}", "--playlist", "sample",
                        "--view", f"127.0.0.1:{backend}", "--view-hosts", HOST, "--playground", "true",
                        "--behind-proxy", "true", "--title-cards", "0"]}
                started = []
                try:
                    for command, waits in (([marbled] + commands[kind], backend), (proxy(folder, port, backend), port)):
                        log = open(folder / f"{kind}-{proxy.__name__}.log", "wb")
                        started.append(subprocess.Popen(
                            command, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                            env={"HOME": name, "PATH": "/usr/bin:/bin"}))
                        wait_for(waits, started[-1])
                    check(kind, proxy.__name__, folder, port)
                finally:
                    for process in started:
                        process.terminate()
                        process.wait()


main()
