import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { POST as info } from "@/app/v1/payment/info/route";
import { POST as create } from "@/app/v1/payment/route";
import { type Caller, call, newCaller } from "@/lib/fronts/machine-api/testing/call-api";
import { closeDatabase, connectionPool, database, withTransaction } from "@/lib/kernel/db";
import { openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";
import { rotateApiKey } from "@/lib/people/keys/api-keys";

/**
 * The two most frequent calls of shops use a cached copy of the merchant. Any change of the
 * merchant must apply to the very next call.
 */

let shop: Caller;
beforeAll(() => openGateway(200));
beforeEach(async () => {
  shop = await newCaller();
  expect((await call(create, shop, order())).status).toBe(200);
});
afterAll(closeDatabase);

const order = (fields: Record<string, unknown> = {}) => ({
  amount: "100",
  currency: "USDT",
  network: "bsc",
  order_id: randomUUID(),
  ...fields,
});
const merchant = (data: Parameters<ReturnType<typeof database>["merchant"]["update"]>[0]["data"]) =>
  database().merchant.update({ where: { id: shop.merchantId }, data });
const join = (isBlocked: boolean) =>
  database().merchantMember.create({
    data: {
      merchant: { connect: { id: shop.merchantId } },
      user: { create: { email: `${randomUUID()}@shop.test`, name: "Ada", passwordHash: "x", isBlocked } },
      role: "owner",
    },
  });
const statements = () => vi.spyOn(connectionPool(), "query");

/** Results of the two calls: the message or status of a new invoice, and of an existing one. */
async function ask(): Promise<readonly unknown[]> {
  const { json } = await call(create, shop, order());
  const found = await call(info, shop, { order_id: known });
  return [json.message ?? json.result.status, found.json.message ?? found.json.result.status];
}
let known: string;
beforeEach(async () => {
  known = randomUUID();
  await call(create, shop, order({ order_id: known }));
  expect(await ask()).toEqual(["check", "check"]);
});

const FORBIDDEN = ["You are forbidden", "check"];
const INVALID = ["Invalid Sign.", "Invalid Sign."];
const UNTIMED = expect.stringContaining("x-signature");

describe.each<[string, () => Promise<unknown>, readonly unknown[]]>([
  ["its payments are blocked", () => merchant({ paymentsBlockedAt: new Date() }), FORBIDDEN],
  [
    "its owner is suspended",
    async () => {
      const { userId } = await join(false);
      expect(await ask()).toEqual(["check", "check"]);
      await database().user.update({ where: { id: userId }, data: { isBlocked: true } });
    },
    FORBIDDEN,
  ],
  ["a suspended user becomes its owner", () => join(true), FORBIDDEN],
  [
    "its key expires",
    () => database().apiKey.updateMany({ where: { merchantId: shop.merchantId }, data: { endsAt: new Date(0) } }),
    INVALID,
  ],
  [
    "its key is replaced without an overlap",
    () => withTransaction((tx) => rotateApiKey(tx, shop.merchantId, "payment", { overlapSeconds: 0 })),
    INVALID,
  ],
  ["its calls require timed signatures", () => merchant({ callsNeedTimedSignature: true }), [UNTIMED, UNTIMED]],
  [
    "it accepts only another coin",
    () => merchant({ acceptedCoins: [{ currency: "ETH", network: "eth" }] }),
    ["Wallet not found", "check"],
  ],
  [
    "it sets a minimum amount",
    () =>
      database().coinLimit.create({
        data: { merchantId: shop.merchantId, currencyCode: "USDT", networkCode: "bsc", minAmount: "500" },
      }),
    ["Minimum amount 500 USDT", "check"],
  ],
])("when %s", (_, change, expected) => {
  test("the next call reports it, and so do later ones", async () => {
    await change();
    expect(await ask()).toEqual(expected);
    expect(await ask()).toEqual(expected);
  });
});

test("a new commission and a conversion apply to the very next invoice", async () => {
  await merchant({ paymentCommission: "0.05" });
  await database().autoConvert.create({ data: { merchantId: shop.merchantId, currencyCode: "ETH" } });
  const dear = await call(create, shop, order());
  expect(dear.json.result.commission).toBe("5.00000000");
  const converted = await call(create, shop, order({ currency: "ETH", network: "eth", amount: "1" }));
  expect(converted.json.result.convert).toMatchObject({ to_currency: "USDT" });
});

test("a new key is valid at once, together with the old one during their overlap", async () => {
  const old = { ...shop };
  const fresh = await withTransaction((tx) => rotateApiKey(tx, shop.merchantId, "payment", { overlapSeconds: 60 }));
  for (const key of [fresh.secret, old.key])
    expect((await call(create, { ...shop, key }, order())).json.result.status).toBe("check");
  await database().apiKey.updateMany({
    where: { merchantId: shop.merchantId, endsAt: { not: null } },
    data: { endsAt: new Date() },
  });
  expect((await call(create, old, order())).json.message).toBe("Invalid Sign.");
});

test("neither an uncommitted nor a rolled back change has an effect", async () => {
  await withTransaction(async (tx) => {
    await tx.merchant.update({ where: { id: shop.merchantId }, data: { paymentsBlockedAt: new Date() } });
    expect((await call(create, shop, order())).json.result.status).toBe("check");
    throw new Error("rolled back");
  }).catch(() => undefined);
  expect((await call(create, shop, order())).json.result.status).toBe("check");
});

test("a new invoice, a known one and an order id repeated soon are one statement each", async () => {
  const counted = async (work: () => Promise<unknown>) => {
    const query = statements();
    await work();
    const count = query.mock.calls.length;
    query.mockRestore();
    return count;
  };
  expect(await counted(() => call(create, shop, order()))).toBe(1);
  expect(await counted(() => call(info, shop, { order_id: known }))).toBe(1);
  expect(await counted(() => call(create, shop, order({ order_id: known })))).toBe(1);
});

test("fifty calls while the shop is blocked and unblocked: each reflects the state when its statement ran", async () => {
  const calls = Array.from({ length: 50 }, () => call(create, shop, order()));
  await merchant({ paymentsBlockedAt: new Date() });
  const late = await call(create, shop, order());
  expect(late.json.message).toBe("You are forbidden");
  const answers = (await Promise.all(calls)).map(({ json }) => json.message ?? json.result.status);
  expect(answers.filter((answer) => answer !== "check" && answer !== "You are forbidden")).toEqual([]);
  await merchant({ paymentsBlockedAt: null });
  expect((await call(create, shop, order())).json.result.status).toBe("check");
});
