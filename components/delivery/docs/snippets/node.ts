import type { Snippet } from "@/components/delivery/docs/snippets/snippet";

export const node: Snippet = {
  id: "node",
  label: "Node.js",
  sign: `import { createHash } from "node:crypto";

/** body: the exact text or bytes that are sent. */
export function sign(body, key) {
  return createHash("md5").update(Buffer.from(body).toString("base64") + key).digest("hex");
}`,
  signTimed: String.raw`import { createHmac, randomBytes } from "node:crypto";

/** Returns x-signature. path: with its query string; body: the exact text or bytes. */
export function signTimed(method, path, body, key) {
  const at = Math.floor(Date.now() / 1000);
  const nonce = randomBytes(16).toString("hex");
  const lines = ["v1", method, path, at, nonce, ""].join("\n");
  const mac = createHmac("sha256", key).update(lines).update(body).digest("hex");
  return "t=" + at + ",n=" + nonce + ",v1=" + mac;
}`,
  verify: String.raw`import { createHash, createHmac, timingSafeEqual } from "node:crypto";

const isSame = (a, b) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** The sign member. body: a Buffer, before any parser has touched it. */
export function isSigned(body, key) {
  const text = body.toString("utf8");
  const match = /,"sign":"([0-9a-f]{32})"}$/.exec(text);
  if (!match) return false;
  const signed = Buffer.from(text.slice(0, match.index) + "}", "utf8").toString("base64");
  return isSame(match[1], createHash("md5").update(signed + key).digest("hex"));
}

/** The Standard Webhooks headers; names in lower case. */
export function isStandardSigned(body, headers, key) {
  const { "webhook-id": id = "", "webhook-timestamp": at = "", "webhook-signature": given = "" } = headers;
  if (!/^\d{1,12}$/.test(at) || Math.abs(Date.now() / 1000 - Number(at)) > 300) return false;
  const digest = createHmac("sha256", key).update(id + "." + at + ".").update(body).digest("base64");
  return given.split(" ").some((one) => isSame(one, "v1," + digest));
}`,
};
