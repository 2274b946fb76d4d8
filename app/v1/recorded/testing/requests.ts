import type { Group } from "@/app/v1/recorded/testing/recorder";
import { OPERATIONS } from "@/lib/fronts/machine-api/operations/all";
import { BODY_BYTES_MAX } from "@/lib/fronts/machine-api/read-body";

const BALANCE = "/v1/balance";
const PAYMENT = "/v1/payment";
const ORDER = { amount: "10", currency: "USDT", network: "bsc" };
const OTHER_METHODS = ["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Bodies without parameters. */
const EMPTY = ["", "{}", "[]", "null", " \n{ } ", "\r\n\t"];

/** Bodies that are no JSON object. */
const NO_OBJECT: readonly (string | Uint8Array)[] = [
  "[1]",
  "1",
  '"text"',
  "true",
  "{",
  '{"a":1,}',
  "{'a':1}",
  "amount=10&currency=USDT",
  '{"a":1}{"b":2}',
  '{"amount":"1","amount":"2"}',
  '{"amount":"1","amount":"1"}',
  '{"order_id":{"a":1,"a":1}}',
  '{"a":NaN}',
  `{"a":${"[".repeat(17)}${"]".repeat(17)}}`,
  "[".repeat(17),
  new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
  new Uint8Array([0xef, 0xbb, 0xbf, 0x7b, 0x7d]),
  '{"type":"payment","is_final":true}',
];

/** The gateway accepts every content type, and none. */
const CONTENT_TYPES = [null, "application/json;charset=UTF-8", "text/plain", "application/x-www-form-urlencoded", "x"];

const PATHS = [
  "/v1",
  "/v1/",
  "/v1/nothing",
  "/v2/payment",
  "/v3/payment",
  "/v1/Payment",
  "/v1//balance",
  "/v1/balance/",
  "/v1/balance?page=1",
  "/v1/payment/nothing",
  "/v1/payment%2Finfo",
];

/** The form of requests: bodies, headers, methods and paths. */
export const requests: Group = {
  name: "requests",
  about: "Requests: forms of bodies, headers, methods and paths.",
  record: async (calls) => {
    const shop = await calls.newShop("the shop");
    for (const body of EMPTY) await calls.ask(shop, BALANCE, body);
    for (const body of NO_OBJECT) await calls.ask(shop, PAYMENT, body);
    for (const type of CONTENT_TYPES) await calls.ask(shop, BALANCE, "{}", { headers: { "content-type": type } });
    await calls.ask(shop, BALANCE, "{}", { headers: { "accept-encoding": "gzip", accept: "text/html" } });
    await calls.ask(shop, BALANCE, "{}", { headers: { origin: "https://shop.example" } });
    await calls.ask(shop, BALANCE, `{"a":"${"a".repeat(BODY_BYTES_MAX - 8)}"}`);
    await calls.ask(shop, BALANCE, `{"a":"${"a".repeat(BODY_BYTES_MAX - 7)}"}`);
    await calls.ask(shop, BALANCE, " ".repeat(BODY_BYTES_MAX + 1), { headers: { "transfer-encoding": "chunked" } });
    for (const [index, written] of Object.entries({
      compact: JSON.stringify(ORDER),
      "with spaces": JSON.stringify(ORDER, null, 2),
      "with escapes": JSON.stringify(ORDER).replace("bsc", "\\u0062sc"),
    }))
      await calls.ask(shop, PAYMENT, written.replace("{", `{"order_id":"${index.replace(" ", "-")}",`));
    for (const path of PATHS) await calls.ask(shop, path, "{}");
    for (const method of OTHER_METHODS) await calls.ask(shop, PAYMENT, null, { method });
    for (const { path, method } of OPERATIONS) {
      await calls.ask(shop, path.replace("{currency}", "USD"), null, { method: method === "GET" ? "DELETE" : "GET" });
      if (method === "POST") await calls.ask(shop, path, "[1]");
    }
  },
};
