#!/usr/bin/env python3
"""Attacks `noyes serve` from outside, over sockets of its own.

    fuzz/server.py target/release/noyes [NAME...]

Every function below is an attack; its first line says what must hold. Prints one line an attack, and
exits 1 if anything was wrong. What lasts for hours is crates/noyes-web/load.mjs. Needs Linux, where
all of 127.0.0.0/8 is the machine itself.
"""

import argparse
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

EASY = "8 1 3/4 0 2/7 6 5"
#: What no answer may hold raw.
CONTROL = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")


class Server:
    def __init__(self, noyes, *options):
        self.folder = tempfile.TemporaryDirectory()
        environment = {**os.environ, "NOYES_TABLES": self.folder.name}
        self.child = subprocess.Popen([noyes, "serve", "--port", "0", *options], env=environment, text=True,
                                      stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        self.said = self.child.stderr.readline()
        found = re.search(r"http://([\d.]+):(\d+)", self.said)
        self.port = int(found.group(2))
        self.host = f"127.0.0.1:{self.port}"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.child.send_signal(signal.SIGINT)
        try:
            self.code = self.child.wait(timeout=60)
        except subprocess.TimeoutExpired:
            self.child.kill()
            self.code = None
        self.words = self.child.stderr.read()
        self.folder.cleanup()

    def raw(self, request, address="127.0.0.1", timeout=60):
        """The bytes that come back for those sent, up to the end of the connection."""
        with socket.create_connection((address, self.port), timeout=timeout) as one:
            try:
                one.sendall(request)
            except OSError:
                pass  # A server that refuses may close before it has read everything.
            answer = b""
            try:
                while part := one.recv(65536):
                    answer += part
            except OSError:
                pass
            return answer

    def ask(self, method, path, headers=(), body=b"", address="127.0.0.1"):
        """Status, head and body of an answer."""
        lines = [f"{method} {path} HTTP/1.1", "connection: close", f"content-length: {len(body)}", *headers]
        if not any(line.lower().startswith("host:") for line in headers):
            lines.append(f"host: {self.host}")
        answer = self.raw("\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body, address)
        head, _, rest = answer.partition(b"\r\n\r\n")
        status = int(head.split()[1]) if head.startswith(b"HTTP/1.1 ") else 0
        return status, head.decode("latin-1").lower(), rest

    def call(self, name, request):
        headers = ["content-type: application/json", "accept: application/json"]
        return self.ask("POST", f"/api/v1/{name}", headers, json.dumps(request).encode())

    def memory(self):
        status = pathlib.Path(f"/proc/{self.child.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status).group(1)) * 1024

    def answers(self):
        return self.ask("GET", "/healthz")[0] == 200


class Attacks:
    def __init__(self, noyes):
        self.noyes = str(pathlib.Path(noyes).resolve())
        self.wrong = []

    def must(self, holds, words):
        if not holds:
            self.wrong.append(words)

    def path_tricks(self):
        """no path leads out of the page: every one of 40 is 404, or 400, or a file of the page"""
        ups = ["../" * 8, "..%2f" * 8, "%2e%2e/" * 8, "..%5c" * 8, "....//" * 8, "%252e%252e%252f" * 8, "..;/" * 8, "/" * 20]
        targets = ["etc/passwd", "proc/self/environ", "Cargo.toml", "etc/passwd%00.js", "etc/passwd\x7f"]
        with Server(self.noyes) as server:
            for up in ups:
                for target in targets:
                    status, _, body = server.ask("GET", f"/{up}{target}")
                    self.must(status in (400, 404) and b"root:" not in body and b"[package]" not in body,
                              f"{up}{target}: {status} {body[:60]}")
            for target in ("http://example.com/", "file:///etc/passwd", "*", "/api/v1/../../etc/passwd", "//etc/passwd"):
                status, _, body = server.ask("GET", target)
                self.must(status in (400, 403, 404, 421) and b"root:" not in body, f"{target}: {status}")

    def hosts_and_origins(self):
        """other hosts and other sites are refused, whatever the spelling"""
        with Server(self.noyes) as server:
            port = server.port
            for host in ("evil.example", f"evil.example:{port}", f"127.0.0.1.evil.example:{port}", f"127.0.0.1:{port + 1}",
                         "localhost.evil.example", f"127.0.0.1:{port}@evil.example", "[::1].evil.example", "", " ",
                         f"0.0.0.0:{port}", "127.1", f"2130706433:{port}"):
                status, _, _ = server.ask("GET", "/", [f"host: {host}"])
                self.must(status in (400, 403), f"host {host!r}: {status}")
            for origin in ("http://evil.example", "null", f"http://127.0.0.1:{port}.evil.example", f"https://127.0.0.1:{port}",
                           f"http://127.0.0.1:{port + 1}", "file://", f"http://127.0.0.1:{port}/x", f"http://user@127.0.0.1:{port}"):
                headers = ["content-type: application/json", f"origin: {origin}"]
                status, head, _ = server.ask("POST", "/api/v1/info", headers, json.dumps({"board": EASY}).encode())
                self.must(status == 403, f"origin {origin!r}: {status}")
                self.must("access-control-allow" not in head, f"origin {origin!r}: is allowed")
            twice = [f"host: {server.host}", "host: evil.example"]
            self.must(server.ask("GET", "/", twice)[0] in (400, 403), "two hosts are served")
            status, _, _ = server.ask("POST", "/api/v1/info", ["content-type: text/plain"], b'{"board":"1 2/3 0"}')
            self.must(status == 415, f"a form of another site is served: {status}")
            status, head, _ = server.ask("OPTIONS", "/api/v1/info", ["origin: http://evil.example"])
            self.must(status in (403, 405) and "access-control-allow" not in head, f"a preflight is answered: {status}")

    def token(self):
        """on a public address every request needs the token, compared as a whole"""
        with Server(self.noyes, "--bind", "127.0.0.2") as local:
            self.must(local.ask("GET", "/", [f"host: 127.0.0.2:{local.port}"], address="127.0.0.2")[0] == 200, "loopback is closed")
        with Server(self.noyes, "--bind", "0.0.0.0") as server:
            said = server.said + server.child.stderr.readline()
            found = re.search(r"token=([\w-]+)", said)
            token = found.group(1) if found else ""
            self.must(len(token) >= 20, f"no token is printed: {said!r}")
            body = json.dumps({"board": EASY}).encode()
            typed = "content-type: application/json"
            for wrong in ("", token[:-1], token + "x", token.swapcase(), "x" * len(token), token[::-1], "*", "%00"):
                for header in (f"authorization: Bearer {wrong}", f"cookie: noyes={wrong}", f"cookie: token={wrong}"):
                    status, _, _ = server.ask("POST", "/api/v1/info", [typed, header], body)
                    self.must(status == 401 or not token, f"{header!r}: {status}")
            self.must(server.ask("POST", "/api/v1/info", [typed, f"authorization: Bearer {token}"], body)[0] == 200,
                      "the token is refused")
            self.must(server.ask("GET", "/")[0] == 401, "the page needs no token")

    def headers(self):
        """every answer has its security headers, and the version of nothing"""
        with Server(self.noyes) as server:
            for method, path in (("GET", "/"), ("GET", "/nothing"), ("GET", "/api/v1/openapi.json"), ("PUT", "/"), ("GET", "/healthz")):
                _, head, _ = server.ask(method, path)
                for name in ("x-content-type-options: nosniff", "referrer-policy: no-referrer", "content-security-policy: default-src 'self'",
                             "cross-origin-resource-policy:", "cache-control:"):
                    self.must(name in head, f"{method} {path}: no {name}")
                self.must("server:" not in head and "x-powered-by" not in head, f"{method} {path}: tells what it is")

    def limits(self):
        """heads and bodies beyond the limits are refused, and cost no memory"""
        with Server(self.noyes) as server:
            before = server.memory()
            start = f"POST /api/v1/info HTTP/1.1\r\nhost: {server.host}\r\ncontent-type: application/json\r\n".encode()
            cases = {
                "a long head": start + b"x: " + b"a" * (1 << 20) + b"\r\n\r\n",
                "many headers": start + b"".join(b"x-%d: 1\r\n" % number for number in range(5000)) + b"\r\n",
                "a long path": b"GET /" + b"a" * (1 << 20) + b" HTTP/1.1\r\n\r\n",
                "a large length": start + b"content-length: 99999999999\r\n\r\n{",
                "an impossible length": start + b"content-length: -1\r\n\r\n",
                "two lengths": start + b"content-length: 2\r\ncontent-length: 3\r\n\r\n{}x",
                "length and chunks": start + b"content-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\n\r\n",
                "a huge chunk": start + b"transfer-encoding: chunked\r\n\r\nfffffffffffffff0\r\n",
                "a bare line feed": b"GET / HTTP/1.1\nhost: " + server.host.encode() + b"\nconnection: close\n\n",
                "folded": start + b"x: a\r\n b\r\ncontent-length: 0\r\n\r\n",
                "no version": b"GET /\r\n\r\n",
                "HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
                "TLS": bytes.fromhex("16030100a5010000a10303") + bytes(200),
                "nothing": b"\r\n" * 1000,
                "zeros": bytes(100_000),
            }
            for name, request in cases.items():
                with socket.create_connection(("127.0.0.1", server.port), timeout=60) as one:
                    try:
                        one.sendall(request)
                        one.shutdown(socket.SHUT_WR)
                        answer = one.recv(65536)
                    except OSError:
                        answer = b""
                is_refused = not answer or re.match(rb"HTTP/1.[01] (4\d\d|5\d\d)", answer)
                self.must(is_refused or name == "a bare line feed", f"{name}: {answer[:60]}")
            body = b'{"board":"' + b"1 " * (17 << 19) + b'"}'
            status, _, _ = server.ask("POST", "/api/v1/info", ["content-type: application/json"], body)
            self.must(status in (0, 413), f"17 MB: {status}")
            deep = b'{"board":' + b"[" * 100_000 + b"]" * 100_000 + b"}"
            status, _, _ = server.ask("POST", "/api/v1/info", ["content-type: application/json"], deep)
            self.must(status in (400, 422), f"deep JSON: {status}")
            self.must(server.answers(), "it does not answer any more")
            self.must(server.memory() < before + (120 << 20), f"{before >> 20} MB became {server.memory() >> 20} MB")

    def slow_clients(self):
        """300 clients that send nothing, half a head, half a body, or read nothing hold up no other"""
        with Server(self.noyes) as server:
            start = f"POST /api/v1/solve HTTP/1.1\r\nhost: {server.host}\r\ncontent-type: application/json\r\n".encode()
            body = json.dumps({"board": EASY}).encode()
            beginnings = [b"", b"POST /api/v1/so", start, start + b"content-length: 1000\r\n\r\n{",
                          start + b"content-length: %d\r\n\r\n" % len(body) + body]
            slow = [socket.create_connection(("127.0.0.1", server.port), timeout=60) for _ in range(300)]
            for number, one in enumerate(slow):
                one.sendall(beginnings[number % len(beginnings)])
            for _ in range(20):
                status, _, answer = server.call("hint", {"board": EASY})
                self.must(status == 200 and b"next" in answer, f"a hint beside them: {status}")
            # What says nothing is closed in the end.
            until, open_ = time.monotonic() + 180, slow
            while open_ and time.monotonic() < until:
                open_ = [one for one in open_ if not is_closed(one)]
                time.sleep(0.5)
            self.must(not open_, f"{len(open_)} of 300 are open after three minutes")

    def streams(self):
        """a stream is never silent for long, and ends with its result"""
        with Server(self.noyes) as server:
            board = json.dumps({"board": "13 6 8 12 15 14 0 10 11 7 4 5 9 1 3 2", "optimal": True, "time_limit": "20s",
                                "algorithm": "bfs", "memory_limit": "30MB"}).encode()
            status, _, answer = server.ask("POST", "/api/v1/solve", ["content-type: application/json"], board)
            last = answer.rpartition(b"event: ")[2]
            self.must(status == 200 and last.startswith(b"result"), f"{status} {answer[-200:]}")

    def hostile_text(self):
        """escape sequences, markup and formulas come back escaped, in JSON and in pictures"""
        texts = ["\x1b]0;owned\x07\x1b[2J", "<script>alert(1)</script>", "</title><svg onload=alert(1)>", "=1+1|' /C calc'!A0",
                 "\u202e\u2028\u0000", "a\r\nx-injected: 1", "'\"><img src=x onerror=alert(1)>"]
        with Server(self.noyes) as server:
            for text in texts:
                requests = [("info", {"board": text}), ("info", {"board": EASY, "goal": text}), ("solve", {"board": EASY, "algorithm": text}),
                            ("check", {"board": EASY, "moves": text}), ("scramble", {"size": text}), ("hint", {"board": [[text, 1], [2, 3]]}),
                            ("compare", {"board": EASY, "algorithms": [text]}), ("tree", {"board": EASY, "steps": text}),
                            ("render", {"board": EASY, "title": text}), ("render", {"board": EASY, "theme": text}),
                            ("render", {"board": EASY, "format": text}), ("tree", {"board": EASY, "steps": 2, "format": text}),
                            ("solve", {text: text, "board": EASY}), (f"x{len(text)}", {})]
                for name, request in requests:
                    status, head, answer = server.call(name, request)
                    self.must(status in (200, 400, 404, 422), f"{name} {request}: {status}")
                    self.must(not CONTROL.search(answer), f"{name} {request}: control characters")
                    self.must("x-injected" not in head, f"{name}: a header is injected")
                    if status == 200 and "json" in head:
                        data = json.loads(answer).get("data", "") if answer.startswith(b"{") else ""
                        raw = isinstance(data, str) and ("<script>" in data or "onerror" in data or "onload" in data)
                        self.must(not raw, f"{name}: markup in the picture")
                    self.must("html" not in head.split("content-type:")[-1].split("\n")[0] or status != 200, f"{name}: html")
            self.must(server.answers(), "it does not answer any more")

    def signals(self):
        """Ctrl-C in the middle of streams: every client gets its result, and the server ends with 0"""
        server, results = Server(self.noyes), []
        with server:
            def solve():
                request = json.dumps({"board": "13 6 8 12 15 14 0 10 11 7 4 5 9 1 3 2", "optimal": True, "time_limit": "60s",
                                      "algorithm": "astar", "heuristic": "hamming"}).encode()
                results.append(server.ask("POST", "/api/v1/solve", ["content-type: application/json"], request)[2])
            clients = [threading.Thread(target=solve) for _ in range(4)]
            for client in clients:
                client.start()
            time.sleep(1)
        for client in clients:
            client.join()
        self.must(server.code == 0, f"ended with {server.code}")
        self.must(all(b"event: result" in answer or b"503" in answer[:20] for answer in results),
                  f"{[answer[-100:] for answer in results]}")


def is_closed(one):
    """Whether the other side has closed a connection."""
    one.setblocking(False)
    try:
        while part := one.recv(65536):
            del part
        return True
    except BlockingIOError:
        return False
    except OSError:
        return True


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("noyes")
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_intermixed_args()
    attacks = Attacks(arguments.noyes)
    names = [name for name, value in vars(Attacks).items() if callable(value) and value.__doc__]
    for name in arguments.names or names:
        before = len(attacks.wrong)
        getattr(attacks, name)()
        wrong = attacks.wrong[before:]
        print(f"{'**no**' if wrong else 'holds':7} {name:18} {getattr(Attacks, name).__doc__}", flush=True)
        for words in wrong[:6]:
            print(f"        {words}", flush=True)
    sys.exit(1 if attacks.wrong else 0)


if __name__ == "__main__":
    main()
