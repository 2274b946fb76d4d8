import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { POST as testPayment } from "@/app/v1/test-webhook/payment/route";
import { POST as testPayout } from "@/app/v1/test-webhook/payout/route";
import { POST as testWallet } from "@/app/v1/test-webhook/wallet/route";
import { type Received, type Receiver, startReceiver } from "@/lib/delivery/webhooks/testing/receiver";
import { VERIFIERS } from "@/lib/delivery/webhooks/testing/verifiers";
import { type Caller, call, type Handler, newCaller } from "@/lib/fronts/machine-api/testing/call-api";
import { sendTestWebhookJob } from "@/lib/fronts/test-webhooks/jobs";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import { fundCapital, invoiceNow, newInvoice, openGateway, pay } from "@/lib/money-in/invoices/testing/gateway-rig";
import { insertTopUp } from "@/lib/money-in/invoices/testing/top-ups";
import { createWallet } from "@/lib/money-in/static-wallets/create-wallet";
import { createWalletInput } from "@/lib/money-in/static-wallets/schema";
import { issueApiKey } from "@/lib/people/keys/api-keys";
import { getMerchant } from "@/lib/people/merchants/create-merchant";
import { walletUuid } from "@/lib/people/merchants/wallet-owner-repo";

let receiver: Receiver;
let caller: Caller;
beforeAll(async () => {
  await openGateway();
  await fundCapital("USDT", "10000");
  receiver = await startReceiver((response) => void response.end("ok"));
});
beforeEach(async () => {
  caller = await newCaller();
});
afterAll(async () => {
  await receiver.close();
  await closeDatabase();
});

const DONE = { status: 200, text: '{"state":0,"result":[]}' };
const refusal = (message: string) => ({ status: 422, json: { state: 1, message } });
const parameters = (fields: object = {}) => ({
  url_callback: receiver.url,
  currency: "USDT",
  network: "bsc",
  ...fields,
});

type QueuedJob = { id: string; payload: never };

const takeJobs = () => database().$queryRaw<QueuedJob[]>`
  SELECT j.id::text, j.payload FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
  WHERE t.identifier = ${sendTestWebhookJob.name}`;

/** Requests a test webhook and runs the worker. Returns what the shop received. */
async function ask(handler: Handler, body: object, as: Caller = caller): Promise<Received> {
  expect(await call(handler, as, body)).toMatchObject(DONE);
  const before = receiver.received.length;
  for (const { id, payload } of await takeJobs()) {
    await database().$executeRaw`SELECT graphile_worker.complete_jobs(ARRAY[${id}::bigint])`;
    await sendTestWebhookJob.run(payload, { signal: new AbortController().signal });
  }
  const [received, ...more] = receiver.received.slice(before);
  expect(more).toEqual([]);
  if (received === undefined) throw new Error("nothing reached the shop");
  return received;
}

function expectSigned(received: Received, key: string) {
  for (const [name, verify] of Object.entries(VERIFIERS)) expect([name, verify(received, key)]).toEqual([name, true]);
}

const saved = async () => [
  await database().webhookDelivery.count(),
  await database().invoice.count(),
  await database().payout.count(),
  await database().invoiceEvent.count(),
];

async function newWallet(merchantId: string) {
  const input = createWalletInput.parse({ currency: "USDT", network: "bsc", order_id: randomUUID().slice(0, 30) });
  return createWallet(await getMerchant(merchantId), input);
}

async function newPayout(merchantId: string) {
  const data = {
    merchantId,
    orderId: randomUUID().slice(0, 30),
    amountText: "207",
    amount: "207",
    currencyCode: "USDT",
    payerCode: "USDT",
    networkCode: "bsc",
    address: "0x0000000000000000000000000000000000000001",
    isSubtract: true,
    fromCode: "USDT",
    sentAmount: "207",
    commission: "0.3",
    debitedAmount: "207.3",
    balanceAfter: "0",
  };
  return database().payout.create({ data });
}

describe("POST /v1/test-webhook/payment", () => {
  test("sends a sample webhook, paid unless another status is given, signed as real ones are, and stores nothing", async () => {
    const before = await saved();
    const received = await ask(testPayment, parameters());
    expectSigned(received, caller.key);
    expect(JSON.parse(received.body)).toMatchObject({
      type: "payment",
      status: "paid",
      is_final: true,
      network: "bsc",
      payer_currency: "USDT",
    });
    expect(Object.keys(JSON.parse(received.body)).at(-1)).toBe("sign");
    const locked = await ask(
      testPayment,
      parameters({ status: "locked", network: "BSC", currency: "usdt", uuid: null }),
    );
    expect(JSON.parse(locked.body)).toMatchObject({ status: "locked", is_final: true });
    expect(JSON.parse(locked.body).uuid).not.toBe(JSON.parse(received.body).uuid);
    expect(await saved()).toEqual(before);
  });

  test("sends an invoice's own data with the given status; the uuid takes precedence over the order id", async () => {
    const order_id = randomUUID().slice(0, 32);
    const open = await newInvoice(caller.merchantId, { order_id, additional_data: "заказ a/b\u2028" });
    const paid = await newInvoice(caller.merchantId);
    await pay(paid, { amount: "100" });
    await settleInvoice(paid.id);
    const before = await invoiceNow(open.id);
    const ofOpen = await ask(testPayment, parameters({ order_id, status: "wrong_amount" }));
    expectSigned(ofOpen, caller.key);
    expect(JSON.parse(ofOpen.body)).toMatchObject({
      uuid: open.id,
      order_id,
      amount: "100.00000000",
      payment_amount: "50.00000000",
      merchant_amount: "49.50000000",
      status: "wrong_amount",
      additional_data: "заказ a/b\u2028",
    });
    const ofPaid = await ask(testPayment, parameters({ order_id, uuid: paid.id, status: "refund_paid" }));
    const { transactionId } = await invoiceNow(paid.id);
    expect(JSON.parse(ofPaid.body)).toMatchObject({ uuid: paid.id, txid: transactionId, status: "refund_paid" });
    expect(await invoiceNow(open.id)).toEqual(before);
  });

  test("fills in the coin that a payer has not chosen yet", async () => {
    const invoice = await newInvoice(caller.merchantId, { amount: "25", currency: "EUR", network: null });
    const { body } = await ask(testPayment, parameters({ uuid: invoice.id }));
    expect(JSON.parse(body)).toMatchObject({
      uuid: invoice.id,
      amount: "25.00000000",
      currency: "EUR",
      payer_currency: "USDT",
      network: "bsc",
    });
  });

  test("finds neither another merchant's invoice nor a top-up", async () => {
    const theirs = await newInvoice((await newCaller()).merchantId, { order_id: randomUUID().slice(0, 32) });
    const topUp = await insertTopUp(await newWallet(caller.merchantId));
    for (const ids of [
      { uuid: theirs.id },
      { order_id: theirs.orderId },
      { uuid: topUp.id },
      { order_id: topUp.orderId },
    ])
      expect(await call(testPayment, caller, parameters(ids))).toMatchObject(refusal("Not found payment"));
    expect(await takeJobs()).toEqual([]);
  });
});

describe("POST /v1/test-webhook/wallet", () => {
  test("sends the webhook of a sample top-up while there is none, then that of the newest", async () => {
    const wallet = await newWallet(caller.merchantId);
    const sample = await ask(testWallet, parameters({ uuid: wallet.id }));
    expectSigned(sample, caller.key);
    expect(JSON.parse(sample.body)).toMatchObject({
      type: "wallet",
      order_id: wallet.orderId,
      wallet_address_uuid: wallet.id,
      status: "paid",
    });
    const topUp = await insertTopUp(wallet);
    const other = await newWallet(caller.merchantId);
    for (const ids of [{ order_id: wallet.orderId }, { uuid: wallet.id, order_id: other.orderId }]) {
      const real = await ask(testWallet, parameters({ ...ids, status: "paid_over" }));
      expect(JSON.parse(real.body)).toMatchObject({
        type: "wallet",
        uuid: topUp.id,
        txid: topUp.transactionId,
        status: "paid_over",
        wallet_address_uuid: wallet.id,
      });
    }
    const byBalance = await ask(testWallet, parameters({ uuid: walletUuid(caller.merchantId, "USDT") }));
    expect(JSON.parse(byBalance.body)).toMatchObject({ wallet_address_uuid: other.id });
  });

  test("requires one of uuid and order_id, and finds no wallet of another merchant", async () => {
    const none = ["validation.required_without"];
    expect((await call(testWallet, caller, parameters())).json).toEqual({
      state: 1,
      errors: { uuid: none, order_id: none },
    });
    const theirs = await newWallet((await newCaller()).merchantId);
    for (const ids of [
      { uuid: theirs.id },
      { order_id: theirs.orderId },
      { uuid: walletUuid(caller.merchantId, "USDT") },
    ])
      expect(await call(testWallet, caller, parameters(ids))).toMatchObject(refusal("Not found wallet"));
  });
});

describe("POST /v1/test-webhook/payout", () => {
  test("accepts a request signed with either key, and signs the webhook as real payout webhooks are", async () => {
    const { secret } = await withTransaction((tx) => issueApiKey(tx, caller.merchantId, "payout"));
    const payoutCaller = { ...caller, key: secret };
    for (const as of [caller, payoutCaller]) expectSigned(await ask(testPayout, parameters(), as), caller.key);
    await database().merchant.update({
      where: { id: caller.merchantId },
      data: { clientLibrary: "payout_key" },
    });
    for (const as of [caller, payoutCaller]) expectSigned(await ask(testPayout, parameters(), as), secret);
    for (const handler of [testPayment, testWallet])
      expect(await call(handler, payoutCaller, parameters({ uuid: randomUUID() }))).toMatchObject({ status: 401 });
  });

  test("sends a payout's own data with the given status; the uuid takes precedence over the order id", async () => {
    const [payout, other] = [await newPayout(caller.merchantId), await newPayout(caller.merchantId)];
    for (const ids of [{ uuid: payout.id, order_id: other.orderId }, { order_id: payout.orderId }]) {
      const received = await ask(testPayout, parameters({ ...ids, status: "system_fail" }));
      expectSigned(received, caller.key);
      expect(JSON.parse(received.body)).toMatchObject({
        type: "payout",
        uuid: payout.id,
        order_id: payout.orderId,
        amount: "207.00000000",
        merchant_amount: "207.30000000",
        commission: "0.30000000",
        status: "system_fail",
        is_final: true,
      });
    }
    const stranger = await newCaller();
    for (const ids of [{ uuid: payout.id }, { order_id: payout.orderId }])
      expect(await call(testPayout, stranger, parameters(ids))).toMatchObject(refusal("Not found payout"));
  });
});

describe("every test webhook", () => {
  const KINDS: readonly (readonly [string, Handler, object])[] = [
    ["payment", testPayment, {}],
    ["wallet", testWallet, { order_id: "x" }],
    ["payout", testPayout, {}],
  ];
  const RULES: readonly (readonly [string, unknown, string])[] = [
    ["url_callback", undefined, "validation.required"],
    ["url_callback", "", "validation.required"],
    ["url_callback", "ftp://a.example", "validation.url"],
    ["url_callback", "http:", "validation.min.string"],
    ["url_callback", `https://a.example/${"x".repeat(133)}`, "validation.max.string"],
    ["currency", null, "validation.required"],
    ["network", undefined, "validation.required"],
    ["currency", {}, "validation.string"],
    ["status", "confirm_check", "validation.in"],
    ["status", 5, "validation.in"],
    ["uuid", "1", "validation.regex"],
    ["order_id", "a b", "validation.regex"],
    ["order_id", "x".repeat(33), "validation.max.string"],
  ];
  test.each(KINDS.flatMap(([kind, handler, ids]) => RULES.map((rule) => ({ kind, handler, ids, rule }))))(
    "of a $kind refuses $rule",
    async ({ handler, ids, rule: [field, value, code] }) => {
      const answer = await call(handler, caller, parameters({ ...ids, [field]: value }));
      expect([answer.status, answer.json.state]).toEqual([422, 1]);
      expect(answer.json.errors[field]).toContain(code);
      expect(await takeJobs()).toEqual([]);
    },
  );

  test.each(KINDS)("of a %s accepts a coin and a network only if they form a service", async (kind, handler, ids) => {
    const text = kind === "payout" ? "Payout service not found" : "Payment service not found";
    for (const coin of [
      { currency: "USD" },
      { currency: "NOPE" },
      { network: "nope" },
      { currency: "BTC", network: "bsc" },
    ])
      expect(await call(handler, caller, parameters({ ...ids, ...coin }))).toMatchObject(refusal(text));
  });

  test("responds before the receiver is called, and an unreachable receiver causes no error", async () => {
    expect(await call(testPayment, caller, parameters({ url_callback: "http://127.0.0.1:9/hook" }))).toMatchObject(
      DONE,
    );
    const [job] = await takeJobs();
    if (job === undefined) throw new Error("no job");
    await database().$executeRaw`SELECT graphile_worker.complete_jobs(ARRAY[${job.id}::bigint])`;
    await sendTestWebhookJob.run(job.payload, { signal: new AbortController().signal });
    expect(await takeJobs()).toEqual([]);
  });
});
