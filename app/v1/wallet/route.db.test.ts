import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { POST as readBalance } from "@/app/v1/balance/route";
import { POST as findPayment } from "@/app/v1/payment/info/route";
import { POST as createPayment } from "@/app/v1/payment/route";
import { POST as blockAddress } from "@/app/v1/wallet/block-address/route";
import { POST as readQr } from "@/app/v1/wallet/qr/route";
import { POST as createWallet } from "@/app/v1/wallet/route";
import { type Caller, call, newCaller } from "@/lib/fronts/machine-api/testing/call-api";
import { closeDatabase, database } from "@/lib/kernel/db";
import { readPng } from "@/lib/kernel/qr/testing/read-png";
import { readSymbol } from "@/lib/kernel/qr/testing/read-symbol";
import { drainPool, fillPool, openGateway, setPrice } from "@/lib/money-in/invoices/testing/gateway-rig";
import { settleWallet } from "@/lib/money-in/static-wallets/settle-wallet";
import { topUp, topUpsOf, walletNow } from "@/lib/money-in/static-wallets/testing/wallet-rig";
import { clearCatalogCache } from "@/lib/pricing/catalog/queries";

let shop: Caller;
beforeAll(async () => {
  await openGateway();
  shop = await newCaller();
});
afterAll(closeDatabase);

const UNKNOWN = "11111111-2222-4333-8444-555555555555";
const ASKED = { currency: "USDT", network: "bsc", order_id: "customer-1" };
const create = (fields: object, caller = shop) => call(createWallet, caller, { ...ASKED, ...fields });
const refusal = { state: 1, message: expect.any(String) };

describe("POST /v1/wallet", () => {
  test("returns exactly the seven keys of a static wallet", async () => {
    const { status, json } = await create({ order_id: "seven" });
    expect([status, json.state]).toEqual([200, 0]);
    const { uuid } = json.result;
    expect(json.result).toEqual({
      wallet_uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      order_id: "seven",
      address: expect.stringMatching(/^0x[0-9a-f]{40}$/i),
      network: "bsc",
      currency: "USDT",
      url: `http://127.0.0.1:3000/wallet/${uuid}`,
    });
  });

  test("identifies the business wallet by the uuid used in the balance", async () => {
    const { json } = await create({ order_id: "balance" });
    const wallet = await walletNow(json.result.uuid);
    await topUp(wallet, { amount: "10" });
    await settleWallet(wallet.id);
    const balance = await call(readBalance, shop, {});
    expect(balance.json.result[0].balance.merchant).toMatchObject([
      { uuid: json.result.wallet_uuid, currency_code: "USDT", balance: "9.90000000" },
    ]);
  });

  test("returns the first wallet of an order id, whatever else is sent", async () => {
    const first = await create({ order_id: "again" });
    const again = await create({
      order_id: "again",
      currency: "NOPE",
      network: "nowhere",
      url_callback: "https://x.test/",
    });
    expect(again.json).toEqual(first.json);
  });

  test("gives two merchants their own wallets for the same order id", async () => {
    const other = await newCaller();
    const mine = await create({ order_id: "shared" });
    const theirs = await create({ order_id: "shared" }, other);
    expect(theirs.json.result.uuid).not.toBe(mine.json.result.uuid);
    expect(theirs.json.result.address).not.toBe(mine.json.result.address);
  });

  test("accepts codes in any case, and null for omitted parameters", async () => {
    const { json } = await create({
      order_id: "case",
      currency: "usdt",
      network: "BSC",
      url_callback: null,
      from_referral_code: "",
    });
    expect(json.result).toMatchObject({ currency: "USDT", network: "bsc" });
  });

  const WRONG: readonly (readonly [string, object, object])[] = [
    ["a missing currency", { currency: null }, { currency: ["validation.required"] }],
    ["a missing network", { network: "" }, { network: ["validation.required"] }],
    ["a missing order id", { order_id: null }, { order_id: ["validation.required"] }],
    ["an order id of 101 characters", { order_id: "a".repeat(101) }, { order_id: ["validation.max.string"] }],
    ["a space in the order id", { order_id: "a b" }, { order_id: ["validation.regex"] }],
    ["an invalid callback URL", { url_callback: "nothing" }, { url_callback: ["validation.url"] }],
    [
      "a callback URL of 256 characters",
      { url_callback: `https://x.test/${"a".repeat(241)}` },
      { url_callback: ["validation.max.string"] },
    ],
  ];
  test.each(WRONG)("refuses %s", async (_, fields, errors) => {
    const { status, json } = await create(fields);
    expect([status, json]).toEqual([422, { state: 1, errors }]);
  });
  test("accepts 100 characters", async () => expect((await create({ order_id: "a".repeat(100) })).status).toBe(200));

  const REFUSED: readonly (readonly [string, object, string])[] = [
    ["an unknown currency", { currency: "NOPE" }, "The service was not found"],
    ["a fiat currency", { currency: "USD" }, "The service was not found"],
    ["an unknown network", { network: "nowhere" }, "The service was not found"],
    ["a coin that is not on the network", { currency: "BTC" }, "The service was not found"],
    ["a network without a node", { currency: "TRX", network: "tron" }, "The terminal was not found"],
  ];
  test.each(REFUSED)("refuses %s", async (_, fields, message) => {
    const { status, json } = await create({ order_id: "refused", ...fields });
    expect([status, json]).toEqual([422, { state: 1, message }]);
    expect(await database().staticWallet.count({ where: { orderId: "refused" } })).toBe(0);
  });

  test("refuses a disabled coin", async () => {
    const service = { where: { currencyCode: "DAI", networkCode: "bsc" } };
    await database().service.updateMany({ ...service, data: { isPaymentEnabled: false } });
    clearCatalogCache();
    const { json } = await create({ order_id: "off", currency: "DAI" });
    expect(json).toEqual({ state: 1, message: "The service was not found" });
  });

  test("refuses a currency that the merchant's settings exclude", async () => {
    const caller = await newCaller();
    const acceptedCoins = [
      { currency: "USDC", network: null },
      { currency: "USDT", network: "eth" },
    ];
    await database().merchant.update({ where: { id: caller.merchantId }, data: { acceptedCoins } });
    expect((await create({ currency: "DAI", network: "polygon" }, caller)).json.message).toBe("Wallet not found");
    expect((await create({}, caller)).json.message).toBe("The service was not found");
    expect((await create({ currency: "USDC" }, caller)).status).toBe(200);
  });

  test("refuses a merchant whose payments are blocked, but still returns existing wallets", async () => {
    const caller = await newCaller();
    const first = await create({ order_id: "before" }, caller);
    await database().merchant.update({ where: { id: caller.merchantId }, data: { paymentsBlockedAt: new Date() } });
    expect((await create({ order_id: "after" }, caller)).json).toEqual({ state: 1, message: "You are forbidden" });
    expect((await create({ order_id: "before" }, caller)).json).toEqual(first.json);
  });

  test("reports that the terminal was not found if no address is available, and writes nothing", async () => {
    await drainPool();
    const { status, json } = await create({ order_id: "dry" });
    expect([status, json]).toEqual([422, { state: 1, message: "The terminal was not found" }]);
    expect(await database().claimedOrderId.count({ where: { orderId: "dry" } })).toBe(0);
    await fillPool(200);
  });
});

describe("an order id", () => {
  const UNIQUE = { state: 1, errors: { order_id: ["validation.unique"] } };
  const pay = (order_id: string) => call(createPayment, shop, { amount: "10", ...ASKED, order_id });

  test("of an invoice is refused for a wallet, and of a wallet for an invoice", async () => {
    await pay("invoice-first");
    expect((await create({ order_id: "invoice-first" })).json).toEqual(UNIQUE);
    expect((await create({ order_id: "invoice-first", currency: "NOPE" })).json).toEqual(UNIQUE);
    await create({ order_id: "wallet-first" });
    expect((await pay("wallet-first")).json).toEqual(UNIQUE);
  });

  test("requested by many concurrent calls creates one invoice or one wallet, and uses one address", async () => {
    const free = () => database().address.count({ where: { assignedAt: null } });
    for (const round of [1, 2, 3]) {
      const [id, before] = [`race-${round}`, await free()];
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, index) => (index % 2 === 0 ? create({ order_id: id }) : pay(id))),
      );
      const made = new Set(answers.flatMap(({ json }) => json.result?.uuid ?? []));
      expect(made.size).toBe(1);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(6);
      expect(answers.filter(({ status }) => status !== 200).every(({ json }) => json.errors?.order_id)).toBe(true);
      expect(before - (await free())).toBe(1);
    }
  });
});

describe("a top-up", () => {
  test("is found by payment/info under the uuid of its webhook, by its own merchant", async () => {
    await setPrice("TRX", "0.25");
    const { json } = await create({ order_id: "found" });
    const wallet = await walletNow(json.result.uuid);
    await topUp(wallet, { amount: "10" });
    await settleWallet(wallet.id);
    const [made] = await topUpsOf(wallet.id);
    const found = await call(findPayment, shop, { uuid: made?.id });
    expect(found.json.result).toMatchObject({
      uuid: made?.id,
      order_id: "found",
      status: "paid",
      is_final: true,
      amount: "10.00000000",
      payment_amount: "10.00000000",
      merchant_amount: "9.40000000",
      commission: "0.60000000",
      address: wallet.address,
      url: `http://127.0.0.1:3000/wallet/${wallet.id}`,
    });
    expect((await call(findPayment, await newCaller(), { uuid: made?.id })).json).toMatchObject(refusal);
  });
});

describe("POST /v1/wallet/qr", () => {
  test("returns the address as an image, by either name of the parameter", async () => {
    const { json } = await create({ order_id: "image" });
    const answers = await Promise.all([
      call(readQr, shop, { wallet_address_uuid: json.result.uuid }),
      call(readQr, shop, { merchant_payment_uuid: json.result.uuid.toUpperCase() }),
    ]);
    for (const answer of answers)
      expect(answer.json).toEqual({ state: 0, result: { image: expect.stringMatching(/^data:image\/png;base64,/) } });
    expect(answers[1]?.json).toEqual(answers[0]?.json);
    expect(readSymbol(readPng(answers[0]?.json.result.image))).toBe(json.result.address);
  });

  test("refuses a missing parameter and another merchant's wallet", async () => {
    const { json } = await create({ order_id: "image" });
    expect((await call(readQr, shop, {})).json).toEqual({
      state: 1,
      errors: { wallet_address_uuid: ["validation.required"] },
    });
    for (const [caller, uuid] of [
      [await newCaller(), json.result.uuid],
      [shop, UNKNOWN],
    ] as const)
      expect((await call(readQr, caller, { wallet_address_uuid: uuid })).json).toEqual({
        state: 1,
        message: "Not found",
      });
  });
});

describe("POST /v1/wallet/block-address", () => {
  const block = (body: object, caller = shop) => call(blockAddress, caller, body);

  test("blocks by order id or uuid, once and for good; with both, the order id takes precedence", async () => {
    const [one, two] = [await create({ order_id: "block-1" }), await create({ order_id: "block-2" })];
    const answer = await block({ order_id: "block-1", uuid: two.json.result.uuid });
    expect(answer.json).toEqual({ state: 0, result: { uuid: one.json.result.uuid, status: "blocked" } });
    expect((await walletNow(two.json.result.uuid)).status).toBe("active");
    const at = (await walletNow(one.json.result.uuid)).blockedAt;
    expect((await block({ uuid: one.json.result.uuid })).json).toEqual(answer.json);
    expect((await walletNow(one.json.result.uuid)).blockedAt).toEqual(at);
  });

  test.each([
    ["is_force_refund", true, true],
    ["is_force_refund", "1", true],
    ["is_refund", "true", true],
    ["is_refund", false, false],
  ])("records %s %s", async (name, value, recorded) => {
    const { json } = await create({ order_id: `force-${name}-${value}` });
    await block({ uuid: json.result.uuid, [name]: value });
    expect((await walletNow(json.result.uuid)).isForceRefund).toBe(recorded);
  });

  test("accepts a refund ordered later, and never cancels one", async () => {
    const { json } = await create({ order_id: "force-later" });
    const { uuid } = json.result;
    await block({ uuid });
    await block({ uuid, is_force_refund: true });
    await block({ uuid, is_force_refund: false });
    expect((await walletNow(uuid)).isForceRefund).toBe(true);
  });

  const WRONG: readonly (readonly [object, object])[] = [
    [{}, { uuid: ["validation.required_without"], order_id: ["validation.required_without"] }],
    [{ order_id: "a".repeat(33) }, { order_id: ["validation.max.string"] }],
    [{ uuid: "nothing" }, { uuid: ["validation.regex"] }],
    [{ uuid: UNKNOWN, is_force_refund: "perhaps" }, { is_force_refund: ["validation.boolean"] }],
  ];
  test.each(WRONG)("refuses %j", async (body, errors) => {
    const { status, json } = await block(body);
    expect([status, json]).toEqual([422, { state: 1, errors }]);
  });

  test("gives the same response for another merchant's wallet as for one that does not exist", async () => {
    const { json } = await create({ order_id: "not-yours" });
    for (const [body, caller] of [
      [{ uuid: json.result.uuid }, await newCaller()],
      [{ order_id: "none" }, shop],
    ] as const)
      expect((await block(body, caller)).json).toEqual({ state: 1, message: "Not found" });
    expect((await walletNow(json.result.uuid)).status).toBe("active");
  });
});
