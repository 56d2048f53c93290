"""A performer that joins a season of the arena, with nothing but the standard library.

    python arena_client.py ADDRESS TOKEN

ADDRESS is the one that the page of the entrant tells, TOKEN one that may perform. This one chooses; put your
own rule into `fake`.
"""

import json
import sys
import time
import urllib.error
import urllib.request


def fake(texts, seed):
    """Which of two texts is the fake, 0 or 1: here, the one with the longer words."""
    first, second = (sum(map(len, text.split())) / len(text.split()) for text in texts)
    return seed % 2 if first == second else int(second > first)


def answered(message):
    """The reply to a message: the one list that it asks for, or nothing."""
    if message["do"] == "choose":
        rounds = zip(message["lineups"], message["seeds"], strict=True)
        return {"choices": [{"id": each["id"], "fake": fake(each["texts"], seed)} for each, seed in rounds]}
    return {}  # start, observe


def call(method, url, token, body=None):
    """The JSON that comes back, or None."""
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    raw = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, raw, headers, method=method)
    with urllib.request.urlopen(request, timeout=60) as reply:
        content = reply.read()
    return json.loads(content) if content else None


def play(address, token):
    """Say who it is, then ask for messages and bring the replies."""
    call("PUT", f"{address}/status", token, {"name": "longer-words", "version": "1", "role": "chooser"})
    print("joined", flush=True)
    while True:
        envelope = call("GET", f"{address}/next?wait=20", token)
        if envelope is None:
            continue
        reply = {"game": envelope["game"], "turn": envelope["turn"], **answered(envelope["message"])}
        try:
            call("POST", f"{address}/reply", token, reply)
        except urllib.error.HTTPError as error:
            if error.code != 409:  # too late: the next message comes
                raise


def main():
    address, token = sys.argv[1:3]
    while True:
        try:
            play(address, token)
        except urllib.error.HTTPError as error:
            if error.code < 500:
                print(json.loads(error.read())["detail"])
                return
        except (urllib.error.URLError, TimeoutError, ConnectionError):
            pass  # the server is away for a moment
        time.sleep(1)


if __name__ == "__main__":
    main()
