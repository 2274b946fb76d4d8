import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { POST as balance } from "@/app/v1/balance/route";
import { type Served, serveGateway } from "@/app/v1/conformance/testing/serve-gateway";
import { POST as info } from "@/app/v1/payment/info/route";
import { POST as payoutServices } from "@/app/v1/payout/services/route";
import { standardWebhookHeaders } from "@/lib/delivery/webhooks/sign-payload";
import { signBody, TIMED_SIGNATURE, timedMac } from "@/lib/fronts/machine-api/signatures";
import { type Caller, type Handler, newCaller } from "@/lib/fronts/machine-api/testing/call-api";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import { openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";
import { deleteUsedSignatures, issueApiKey } from "@/lib/people/keys/api-keys";
import { setOutflowLimits } from "@/lib/people/settings/set-outflow-limits";

let shop: Caller;
let payoutKey: string;
let served: Served;
beforeAll(async () => {
  await openGateway(20);
  shop = await newCaller();
  payoutKey = (await withTransaction((tx) => issueApiKey(tx, shop.merchantId, "payout"))).secret;
  served = await serveGateway();
});
afterEach(() => void vi.useRealTimers());
afterAll(async () => {
  await served.close();
  await closeDatabase();
});

const INVALID_SIGN = { state: 1, message: "Invalid Sign." };
const nowS = () => Math.floor(Date.now() / 1000);

type Signed = {
  readonly method: string;
  readonly target: string;
  readonly body: string;
  readonly seconds: number;
  readonly nonce: string;
  readonly key: string;
};
const plain = (changes: Partial<Signed> = {}): Signed => ({
  method: "POST",
  target: "/v1/balance",
  body: "{}",
  seconds: nowS(),
  nonce: randomUUID(),
  key: shop.key,
  ...changes,
});

/** Computed as the guide describes. */
function headerOf({ method, target, body, seconds, nonce, key }: Signed): string {
  const mac = timedMac({ method, target, raw: Buffer.from(body) }, { seconds, nonce }, key);
  return `t=${seconds},n=${nonce},v1=${mac.toString("hex")}`;
}

type Sent = { readonly target?: string; readonly body?: string; readonly headers?: Readonly<Record<string, string>> };

/** Sends a call with these headers in addition to the merchant's. */
async function send(
  handler: Handler,
  header: string | null,
  { target = "/v1/balance", body = "{}", headers = {} }: Sent = {},
) {
  const given = { merchant: shop.merchantId, ...(header !== null && { [TIMED_SIGNATURE]: header }), ...headers };
  const request = new Request(`http://127.0.0.1${target}`, { method: "POST", headers: given, body });
  const response = await handler(request);
  return { status: response.status, json: await response.json() };
}

const signOf = (body: string, key = shop.key) => signBody(Buffer.from(body), key);
const setRequired = (callsNeedTimedSignature: boolean) =>
  setOutflowLimits({ merchantId: shop.merchantId, actorId: null, callsNeedTimedSignature });

describe("a call with a timed signature instead of sign", () => {
  test("is accepted, with whichever key the operation allows", async () => {
    expect((await send(balance, headerOf(plain()))).status).toBe(200);
    const paid = plain({ target: "/v1/payout/services", key: payoutKey });
    expect((await send(payoutServices, headerOf(paid), paid)).status).toBe(200);
  });

  test.each(["", "?cursor=eyJpZCI6MX0", "?cursor=a%2Fb+c&x=%C3%BC&y=[1]"])(
    "is signed over its path as sent on the wire (%s)",
    async (query) => {
      const signed = plain({ target: `/v1/payment/list${query}` });
      const headers = { merchant: shop.merchantId, "X-Signature": headerOf(signed) };
      const response = await fetch(`${served.origin}${signed.target}`, { method: "POST", headers, body: signed.body });
      expect([response.status, await response.json()]).toEqual([200, { state: 0, result: expect.anything() }]);
    },
  );

  test("is refused if any part of it was changed, and for every other key", async () => {
    const signed = plain({ target: "/v1/payment/info", body: '{"order_id":"a"}' });
    const asSent = { target: signed.target, body: signed.body };
    const other = await newCaller();
    const attempts: (readonly [string, string | null, Sent])[] = [
      ["another path", headerOf({ ...signed, target: "/v1/payment/refund" }), asSent],
      ["a query", headerOf(signed), { ...asSent, target: `${signed.target}?cursor=1` }],
      ["another method", headerOf({ ...signed, method: "GET" }), asSent],
      ["another body", headerOf(signed), { ...asSent, body: '{"order_id":"b"}' }],
      ["another time", headerOf(signed).replace(/t=\d+/, `t=${signed.seconds + 1}`), asSent],
      ["another nonce", headerOf(signed).replace(/n=[^,]+/, "n=1"), asSent],
      ["another kind of key", headerOf({ ...signed, key: payoutKey }), asSent],
      ["another merchant's key", headerOf({ ...signed, key: other.key }), asSent],
      ["another merchant", headerOf(signed), { ...asSent, headers: { merchant: other.merchantId } }],
      ["a truncated header", headerOf(signed).slice(0, -1), asSent],
      ["two headers", `${headerOf(signed)}, ${headerOf(signed)}`, asSent],
      ["an empty header", "", asSent],
      ["an invalid header with a valid sign", "t=1,n=1,v1=", { ...asSent, headers: { sign: signOf(signed.body) } }],
      ["no header", null, asSent],
    ];
    for (const [changed, header, sent] of attempts) {
      const { status, json } = await send(info, header, sent);
      expect([changed, status, json]).toEqual([changed, 401, INVALID_SIGN]);
    }
    expect((await send(info, headerOf(signed), asSent)).json.message).toBe("Payment not found");
  });

  test("cannot reuse a webhook's signature by the same key", async () => {
    const sentAt = new Date();
    const { "webhook-signature": mac } = standardWebhookHeaders({ id: "v1", sentAt, body: "{}", key: shop.key });
    const hex = Buffer.from(mac.slice("v1,".length), "base64").toString("hex");
    expect(await send(balance, `t=${nowS()},n=1,v1=${hex}`)).toEqual({ status: 401, json: INVALID_SIGN });
  });

  test.each([-301, 301, -1_000_000_000])(
    "that is %i seconds off is refused with the header's name and the server's time",
    async (away) => {
      const now = new Date(nowS() * 1_000);
      vi.useFakeTimers({ toFake: ["Date"], now });
      const { status, json } = await send(balance, headerOf(plain({ seconds: nowS() + away })));
      expect([status, json.state]).toEqual([401, 1]);
      expect(json.message).toContain("x-signature: t is ");
      expect(json.message).toContain(`${Math.abs(away)} s ${away > 0 ? "ahead of" : "behind"}`);
      expect(json.message).toContain(`${now.getTime() / 1_000} (${now.toISOString()})`);
      for (const near of [-300, 300])
        expect((await send(balance, headerOf(plain({ seconds: nowS() + near })))).status).toBe(200);
    },
  );
});

describe("a timed signature that was used", () => {
  test("is accepted once, even among concurrent calls, while another one of the same second is accepted too", async () => {
    const header = headerOf(plain());
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(balance, header)));
    const refused = { state: 1, message: "x-signature: it was used already. Sign every call anew" };
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 401).map(({ json }) => json)).toEqual(Array(19).fill(refused));
    expect((await send(balance, headerOf(plain()))).status).toBe(200);
  });

  test("is remembered as long as it could be replayed, and then forgotten", async () => {
    await database().usedSignature.deleteMany();
    const ahead = plain({ seconds: nowS() + 290 });
    expect((await send(balance, headerOf(ahead))).status).toBe(200);
    await deleteUsedSignatures(new Date((ahead.seconds + 301) * 1000));
    expect((await send(balance, headerOf(ahead))).status).toBe(401);
    await deleteUsedSignatures(new Date((ahead.seconds + 601) * 1000));
    expect(await database().usedSignature.count()).toBe(0);
  });
});

describe("a merchant", () => {
  test("may reject calls signed with sign alone; the response says what is missing, only to holders of the key", async () => {
    expect((await send(balance, null, { headers: { sign: signOf("{}") } })).status).toBe(200);
    await setRequired(true);
    const refused = await send(balance, null, { headers: { sign: signOf("{}") } });
    expect(refused).toEqual({
      status: 401,
      json: { state: 1, message: "x-signature: this merchant's calls have to carry it in the place of sign" },
    });
    expect(await send(balance, null, { headers: { sign: "0".repeat(32) } })).toEqual({
      status: 401,
      json: INVALID_SIGN,
    });
    expect((await send(balance, headerOf(plain()))).status).toBe(200);
    await setRequired(false);
    expect((await send(balance, null, { headers: { sign: signOf("{}") } })).status).toBe(200);
  });
});
