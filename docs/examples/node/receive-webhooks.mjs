#!/usr/bin/env node
/**
 * A merchant's webhook receiver in one file: listens on localhost, accepts only webhooks signed
 * with the key, and prints them. node receive-webhooks.mjs PORT KEY (payments and static wallets)
 * [PAYOUT_KEY]
 */
import { createHash, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";

const [port = "", ...keys] = process.argv.slice(2);
if (!/^\d+$/.test(port) || keys.length === 0) {
  console.error("usage: node receive-webhooks.mjs PORT KEY [PAYOUT_KEY]");
  process.exit(2);
}
/** A webhook is a few KB. */
const BYTES_MAX = 256 * 1024;

const isSame = (a, b) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/**
 * The last member, `sign`, is the MD5 of base64 of the body without it, followed by the key. Verify
 * the raw bytes as received.
 */
function isSigned(body, key) {
  const text = body.toString("utf8");
  const match = /,"sign":"([0-9a-f]{32})"}$/.exec(text);
  if (!match) return false;
  const signed = Buffer.from(`${text.slice(0, match.index)}}`, "utf8").toString("base64");
  return isSame(
    match[1],
    createHash("md5")
      .update(signed + key)
      .digest("hex"),
  );
}

const server = createServer(async (request, response) => {
  const parts = [];
  let size = 0;
  for await (const part of request) {
    size += part.length;
    if (size > BYTES_MAX) return request.destroy();
    parts.push(part);
  }
  const body = Buffer.concat(parts);
  if (!keys.some((key) => isSigned(body, key))) {
    console.log("NOT GENUINE: nobody who has the key has signed this");
    response.writeHead(403).end();
    return;
  }
  const { type, status, order_id: order, amount, currency } = JSON.parse(body.toString("utf8"));
  console.log(`genuine: ${type} ${status}, order ${order}, ${amount} ${currency}`);
  response.writeHead(200).end();
});
server.listen(Number(port), "127.0.0.1", () => console.log(`Listening on http://127.0.0.1:${port}/`));
