import { randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { validateAddress } from "@/lib/chains/address/validate-address";
import { VERIFIERS } from "@/lib/delivery/webhooks/testing/verifiers";
import { newCaller } from "@/lib/fronts/machine-api/testing/call-api";
import { findTest, listTests } from "@/lib/fronts/test-webhooks/console-queries";
import { type PrepareTestForm, prepareTestInput, testView } from "@/lib/fronts/test-webhooks/console-schema";
import { sendPreparedTestJob } from "@/lib/fronts/test-webhooks/jobs";
import { prepareTest, sendPreparedTest } from "@/lib/fronts/test-webhooks/prepare-test";
import { closeDatabase, database } from "@/lib/kernel/db";
import { newInvoice, openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";

type Arrived = { readonly rawHeaders: readonly string[]; readonly body: string };

let server: Server;
let url: string;
let arrived: Arrived[];
let merchantId: string;
let key: string;
const actorId = randomUUID();

beforeAll(async () => {
  await openGateway();
  const caller = await newCaller();
  merchantId = caller.merchantId;
  key = caller.key;
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    arrived.push({ rawHeaders: request.rawHeaders, body: Buffer.concat(chunks).toString("utf8") });
    response.writeHead(202, { "x-shop": "ok" }).end("thanks");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?a=b`;
});
beforeEach(async () => {
  arrived = [];
  await database().attemptCounter.deleteMany();
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await closeDatabase();
});

const caller = () => ({ merchantId, actorId });
const form = (changes: Partial<PrepareTestForm> = {}) =>
  prepareTestInput.parse({
    kind: "payment",
    status: "paid",
    url,
    currency: "USDT",
    network: "bsc",
    objectId: null,
    ...changes,
  });
const run = (testId: string) => sendPreparedTestJob.run({ testId }, { signal: new AbortController().signal });

describe("the test console", () => {
  test.each([
    ["payment", "paid_over"],
    ["wallet", "paid"],
    ["payout", "fail"],
  ] as const)("sends a %s byte for byte as shown, including headers, and stores the response", async (kind, status) => {
    const shown = testView.parse(await prepareTest(caller(), form({ kind, status })));
    expect(arrived).toEqual([]);
    expect(shown).toMatchObject({ state: "shown", kind, status });
    expect((await sendPreparedTest(caller(), shown.id)).state).toBe("queued");
    await run(shown.id);
    expect(arrived).toEqual([{ body: shown.body, rawHeaders: shown.requestHeaders.flat() }]);
    expect(JSON.parse(shown.body)).toMatchObject({ type: kind, status, sign: shown.sign });

    const headers = Object.fromEntries(shown.requestHeaders);
    for (const [name, isGenuine] of Object.entries(VERIFIERS)) {
      expect([name, isGenuine({ body: shown.body, headers }, key)]).toEqual([name, true]);
    }
    expect(testView.parse(await findTest(merchantId, shown.id))).toMatchObject({
      state: "answered",
      httpStatus: 202,
      responseExcerpt: "thanks",
      error: null,
      responseHeaders: expect.arrayContaining([["x-shop", "ok"]]),
    });
  });

  test("sends a prepared test once, however often it is requested", async () => {
    const { id } = await prepareTest(caller(), form());
    const answers = await Promise.allSettled([1, 2, 3].map(() => sendPreparedTest(caller(), id)));
    expect(answers.filter(({ status }) => status === "fulfilled").length).toBe(1);
    await run(id);
    await run(id);
    expect(arrived.length).toBe(1);
    const trail = await database().auditEvent.findMany({ where: { merchantId, target: id } });
    expect(trail).toMatchObject([{ action: "webhook.test", actorId }]);
  });

  test("does not send a test whose timestamp receivers would reject as too old", async () => {
    const { id } = await prepareTest(caller(), form(), new Date(Date.now() - 5 * 60_000));
    await expect(sendPreparedTest(caller(), id)).rejects.toMatchObject({ message: expect.stringContaining("too old") });
  });

  test("hides tests and objects of other merchants", async () => {
    const { merchantId: stranger } = await newCaller();
    const { id } = await prepareTest(caller(), form());
    expect(await findTest(stranger, id)).toBeNull();
    expect((await listTests(stranger, undefined)).items).toEqual([]);
    await expect(sendPreparedTest({ merchantId: stranger, actorId }, id)).rejects.toMatchObject({ code: "not_found" });
    const foreign = prepareTest(caller(), form({ objectId: randomUUID() }));
    await expect(foreign).rejects.toMatchObject({ message: "Not found payment" });
  });

  test("uses the form of an open invoice's network, whichever the request names", async () => {
    const invoice = await newInvoice(merchantId);
    const shown = await prepareTest(caller(), form({ objectId: invoice.id, currency: "BTC", network: "btc" }));
    const { network, from, txid } = JSON.parse(shown.body);
    expect([network, validateAddress("evm", from, "real").ok]).toEqual(["bsc", true]);
    expect(txid).toMatch(/^0x[0-9a-f]{64}$/);
  });

  test("explains why there was no response", async () => {
    const closed = await prepareTest(caller(), form({ url: "http://127.0.0.1:9/hook" })).catch(
      (error: Error) => error.message,
    );
    expect(closed).toBe("The URL cannot be called: port 9 is not allowed");
    const { id } = await prepareTest(caller(), form({ url: "http://nobody.invalid/hook" }));
    await sendPreparedTest(caller(), id);
    await run(id);
    expect(await findTest(merchantId, id)).toMatchObject({ httpStatus: null, error: "The host name has no address" });
  });

  test("limits a merchant to twenty tests a minute, and keeps the newest five hundred", async () => {
    const { merchantId: busy } = await newCaller();
    const now = new Date(Math.floor(Date.now() / 60_000) * 60_000);
    const prepare = () => prepareTest({ merchantId: busy, actorId }, form(), now);
    const answers = await Promise.allSettled(Array.from({ length: 22 }, prepare));
    expect(answers.filter(({ status }) => status === "fulfilled").length).toBe(20);
    await database().$executeRaw`
      INSERT INTO webhook_tests (merchant_id, actor_id, kind, event_status, currency_code, network_code, url, body, request_headers)
      SELECT ${busy}::uuid, ${actorId}::uuid, 'payment', 'paid', 'USDT', 'bsc', 'http://a.example', '{}', '[]' FROM generate_series(1, 600)`;
    await prepareTest({ merchantId: busy, actorId }, form(), new Date(now.getTime() + 60_000));
    expect(await database().webhookTest.count({ where: { merchantId: busy } })).toBe(500);
  });
});
