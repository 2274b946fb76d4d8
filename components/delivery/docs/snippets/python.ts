import type { Snippet } from "@/components/delivery/docs/snippets/snippet";

export const python: Snippet = {
  id: "python",
  label: "Python",
  sign: `import base64, hashlib

def sign(body: bytes, key: str) -> str:
    """body: the exact bytes that are sent."""
    return hashlib.md5(base64.b64encode(body) + key.encode()).hexdigest()`,
  signTimed: String.raw`import hashlib, hmac, secrets, time

def sign_timed(method: str, path: str, body: bytes, key: str) -> str:
    """Returns x-signature. path: with its query string; body: the exact bytes that are sent."""
    at, nonce = int(time.time()), secrets.token_hex(16)
    lines = f"v1\n{method}\n{path}\n{at}\n{nonce}\n".encode()
    mac = hmac.new(key.encode(), lines + body, hashlib.sha256).hexdigest()
    return f"t={at},n={nonce},v1={mac}"`,
  verify: String.raw`import base64, hashlib, hmac, re, time

def is_signed(body: bytes, key: str) -> bool:
    """The sign member. body: as it arrived, before any parser."""
    match = re.search(rb',"sign":"([0-9a-f]{32})"}\Z', body)
    if match is None:
        return False
    signed = base64.b64encode(body[: match.start()] + b"}") + key.encode()
    return hmac.compare_digest(match[1].decode(), hashlib.md5(signed).hexdigest())

def is_standard_signed(body: bytes, headers: dict, key: str) -> bool:
    """The Standard Webhooks headers; names in lower case."""
    sent, at = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not re.fullmatch(r"[0-9]{1,12}", at) or abs(time.time() - int(at)) > 300:
        return False
    digest = hmac.new(key.encode(), f"{sent}.{at}.".encode() + body, hashlib.sha256).digest()
    expected = "v1," + base64.b64encode(digest).decode()
    return any(hmac.compare_digest(one, expected) for one in headers.get("webhook-signature", "").split(" "))`,
};
