import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { POST as balance } from "@/app/v1/balance/route";
import { GET as rates } from "@/app/v1/exchange-rate/[currency]/list/route";
import { POST as info } from "@/app/v1/payment/info/route";
import { POST as qr } from "@/app/v1/payment/qr/route";
import { POST as createPayment } from "@/app/v1/payment/route";
import { POST as services } from "@/app/v1/payment/services/route";
import { POST as payoutServices } from "@/app/v1/payout/services/route";
import { endpoint } from "@/lib/fronts/machine-api/endpoint";
import { defineOperation } from "@/lib/fronts/machine-api/operation";
import { readBalance } from "@/lib/fronts/machine-api/operations/services";
import { BODY_BYTES_MAX } from "@/lib/fronts/machine-api/read-body";
import { signBody } from "@/lib/fronts/machine-api/signatures";
import { type Caller, call, type Handler, newCaller } from "@/lib/fronts/machine-api/testing/call-api";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import { CLIENT_ADDRESS_HEADER } from "@/lib/kernel/http/client-address";
import { openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";
import { issueApiKey, rotateApiKeyNow } from "@/lib/people/keys/api-keys";

let caller: Caller;
let stranger: Caller;
let payoutKey: string;
beforeAll(async () => {
  await openGateway(20);
  [caller, stranger] = [await newCaller(), await newCaller()];
  payoutKey = (await withTransaction((tx) => issueApiKey(tx, caller.merchantId, "payout"))).secret;
});
afterEach(() => void vi.useRealTimers());
afterAll(closeDatabase);

const ROUTES: readonly (readonly [string, Handler])[] = [
  ["payment", createPayment],
  ["payment/info", info],
  ["payment/services", services],
  ["payment/qr", qr],
  ["balance", balance],
];
const INVALID_SIGN = { state: 1, message: "Invalid Sign." };
const signOf = (body: string, key: string) => signBody(new TextEncoder().encode(body), key);

describe.each(ROUTES)("%s", (_name, handler) => {
  test("returns the same 401 for every request that is not signed by its merchant", async () => {
    const valid = signOf("{}", caller.key);
    const attempts: Record<string, string | null>[] = [
      { sign: null },
      { sign: "" },
      { sign: "0".repeat(32) },
      { sign: valid.slice(1) },
      { sign: `${valid}, ${valid}` },
      { sign: signOf("[]", caller.key) },
      { sign: signOf("{}", stranger.key) },
      { sign: "a".repeat(16_000) },
      { merchant: null },
      { merchant: "" },
      { merchant: "me" },
      { merchant: randomUUID() },
      { merchant: stranger.merchantId },
      { merchant: `${caller.merchantId}'--` },
      { merchant: null, sign: null },
    ];
    for (const headers of attempts) {
      const answer = await call(handler, caller, "{}", headers);
      expect([answer.status, answer.json], JSON.stringify(headers)).toEqual([401, INVALID_SIGN]);
    }
  });

  test("does not accept the payout key", async () => {
    expect((await call(handler, { ...caller, key: payoutKey }, "{}")).status).toBe(401);
  });
});

describe("a signed request", () => {
  test.each(["", "{}", "[]", "null", " \n", "[ ]"])(
    "with the body %j has no parameters, and its exact bytes are signed",
    async (body) => {
      expect(await call(services, caller, body)).toMatchObject({ status: 200, json: { state: 0 } });
      expect(await call(info, caller, body)).toMatchObject({
        status: 422,
        json: {
          state: 1,
          errors: { uuid: ["validation.required_without"], order_id: ["validation.required_without"] },
        },
      });
    },
  );

  test("is identified by its merchant's uuid in any case", async () => {
    const answer = await call(balance, caller, "{}", { merchant: caller.merchantId.toUpperCase() });
    expect(answer.status).toBe(200);
  });

  test.each([
    ["[1]", 422],
    ["5", 422],
    ['"x"', 422],
    ["{", 422],
    ['{"a":1,"a":2}', 422],
    [`{"a":${"[".repeat(10_000)}`, 422],
    [`{"a":"${"x".repeat(BODY_BYTES_MAX)}"}`, 413],
  ])("with an unacceptable body gets a 4xx with state 1 and a message (%#)", async (body, status) => {
    const answer = await call(createPayment, caller, body);
    expect([answer.status, answer.json.state, typeof answer.json.message]).toEqual([status, 1, "string"]);
  });

  test("is refused with a message if its bytes are not UTF-8", async () => {
    const answer = await call(createPayment, caller, Uint8Array.from([0x7b, 0x22, 0xff, 0x22, 0x7d]));
    expect([answer.status, answer.json]).toEqual([422, { state: 1, message: "The body is not valid UTF-8" }]);
  });

  test("is refused before it is read if its declared length is too large", async () => {
    const request = new Request("http://127.0.0.1/v1", {
      method: "POST",
      headers: { "content-length": "20000000" },
      body: "{}",
    });
    expect((await createPayment(request)).status).toBe(413);
  });
});

describe("a rotated key", () => {
  test("stays valid during its overlap with the new one, and then no longer", async () => {
    const shop = await newCaller();
    const fresh = await rotateApiKeyNow(shop.merchantId, "payment", { overlapSeconds: 3600 });
    expect((await call(balance, shop, "{}")).status).toBe(200);
    expect((await call(balance, { ...shop, key: fresh.secret }, "{}")).status).toBe(200);
    const next = await rotateApiKeyNow(shop.merchantId, "payment", { overlapSeconds: 0 });
    expect((await call(balance, { ...shop, key: fresh.secret }, "{}")).status).toBe(401);
    expect((await call(balance, { ...shop, key: next.secret }, "{}")).status).toBe(200);
    expect((await call(balance, shop, "{}")).status).toBe(200);
  });
});

describe("a key whose row was modified in the database", () => {
  test("signs nothing for another merchant, and nothing that another kind of key signs", async () => {
    const [thief, victim] = [await newCaller(), await newCaller()];
    await database().apiKey.deleteMany({ where: { merchantId: victim.merchantId } });
    await database().apiKey.updateMany({
      where: { merchantId: thief.merchantId },
      data: { merchantId: victim.merchantId },
    });
    expect((await call(balance, { ...thief, merchantId: victim.merchantId }, "{}")).status).toBe(500);

    const shop = await newCaller();
    expect((await call(payoutServices, shop, "{}")).status).toBe(401);
    await database().apiKey.updateMany({ where: { merchantId: shop.merchantId }, data: { kind: "payout" } });
    expect((await call(payoutServices, shop, "{}")).status).toBe(500);
  });
});

describe("a key over its rate limit", () => {
  test("gets 429 with Retry-After and state 1, and no other key does", async () => {
    const shop = await newCaller();
    vi.useFakeTimers({ toFake: ["Date", "performance"], now: new Date() });
    let answer = await call(balance, shop, "{}");
    for (let count = 1; count < 510 && answer.status === 200; count += 1) answer = await call(balance, shop, "{}");
    expect([answer.status, answer.json]).toEqual([429, { state: 1, message: "Too many requests" }]);
    expect(answer.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
    expect((await call(balance, caller, "{}")).status).toBe(200);
    vi.setSystemTime(Date.now() + 1_000);
    expect((await call(balance, shop, "{}")).status).toBe(200);
  });
});

describe("an address that calls without valid signatures", () => {
  const from = (address: string) => ({ [CLIENT_ADDRESS_HEADER]: address });
  const wrong = { sign: "0".repeat(32) };

  test("is told to wait before its calls are read, while shops that sent valid signatures from there continue", async () => {
    vi.useFakeTimers({ toFake: ["Date", "performance"], now: new Date() });
    const [shop, neighbour] = [await newCaller(), await newCaller()];
    const ask = (who: Caller, headers = {}) => call(balance, who, "{}", { ...from("203.0.113.1"), ...headers });
    expect((await ask(shop)).status).toBe(200);
    let answer = await ask(neighbour, wrong);
    for (let count = 1; count < 110 && answer.status === 401; count += 1) answer = await ask(neighbour, wrong);
    expect([answer.status, answer.json]).toEqual([429, { state: 1, message: "Too many requests" }]);
    expect(answer.headers.get("retry-after")).toBe("1");
    const unread = vi.spyOn(Request.prototype, "arrayBuffer");
    expect((await ask(neighbour, wrong)).status).toBe(429);
    expect(unread).not.toHaveBeenCalled();
    expect((await ask(shop)).status).toBe(200);
    expect((await call(balance, neighbour, "{}", from("203.0.113.2"))).status).toBe(200);
  });

  test("is told to wait by a public operation that it calls too often, and no other address is", async () => {
    vi.useFakeTimers({ toFake: ["Date", "performance"], now: new Date() });
    const ask = async (address: string) =>
      (await rates(new Request("http://127.0.0.1/v1/exchange-rate/USDT/list", { headers: from(address) }))).status;
    const statuses: number[] = [];
    for (let count = 0; count < 201; count += 1) statuses.push(await ask("203.0.113.3"));
    expect(statuses).toEqual([...Array.from({ length: 200 }, () => 200), 429]);
    expect(await ask("203.0.113.4")).toBe(200);
  });
});

describe("a broken handler", () => {
  const operation = defineOperation({
    ...readBalance,
    output: z.strictObject({ a: z.string() }),
    example: { request: {}, result: { a: "1" } },
  });
  const broken = (work: () => never) => endpoint(operation, async () => work());
  const shapes: readonly (readonly [string, Handler])[] = [
    [
      "throws",
      broken(() => {
        throw new Error("secret detail");
      }),
    ],
    ["fails its own validation", broken(() => z.never().parse("secret detail"))],
    [
      "returns a result that does not match its schema",
      endpoint(operation, async () => ({ a: "1", detail: "secret detail" })),
    ],
  ];
  test.each(shapes)(
    "that %s results in a 500 in the format of the API, with a number and nothing else",
    async (_how, handler) => {
      const answer = await call(handler, caller, "{}");
      expect(answer.status).toBe(500);
      expect(answer.json).toEqual({ message: expect.stringMatching(/^Server error, #\d+$/), code: 500, error: null });
      expect(answer.text).not.toContain("secret");
      expect(answer.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    },
  );
});
