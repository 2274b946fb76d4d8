import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { POST as info } from "@/app/v1/payment/info/route";
import { POST as list } from "@/app/v1/payment/list/route";
import { type Answer, type Caller, call, newCaller } from "@/lib/fronts/machine-api/testing/call-api";
import { closeDatabase, database } from "@/lib/kernel/db";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import { newInvoice, openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";
import { insertTopUp } from "@/lib/money-in/invoices/testing/top-ups";
import { createWallet } from "@/lib/money-in/static-wallets/create-wallet";
import { createWalletInput } from "@/lib/money-in/static-wallets/schema";
import { getMerchant } from "@/lib/people/merchants/create-merchant";

beforeAll(() => openGateway(400));
afterAll(closeDatabase);

/** Wire facts 3.5, in its order. */
const ITEM_KEYS = [
  "uuid",
  "order_id",
  "amount",
  "payment_amount",
  "payer_amount",
  "discount_percent",
  "discount",
  "payer_currency",
  "currency",
  "merchant_amount",
  "comments",
  "network",
  "address",
  "from",
  "txid",
  "payment_status",
  "url",
  "expired_at",
  "status",
  "is_final",
  "additional_data",
  "created_at",
  "updated_at",
];
const AT = new Date("2026-03-27T10:51:48.500Z");

async function newWallet(merchantId: string) {
  const order_id = randomUUID();
  const input = createWalletInput.parse({ currency: "USDT", network: "bsc", order_id });
  return createWallet(await getMerchant(merchantId), input);
}

/** Creates invoices with the same creation time `at`, to the millisecond. */
async function manyAt(merchantId: string, count: number, at = AT): Promise<string[]> {
  const made: Invoice[] = [];
  for (let index = 0; index < count; index += 1) made.push(await newInvoice(merchantId));
  const ids = made.map(({ id }) => id);
  await database().invoice.updateMany({ where: { id: { in: ids } }, data: { createdAt: at } });
  return ids.toSorted().toReversed();
}

function page(caller: Caller, cursor: string | null, body: object = {}): Promise<Answer> {
  const at = (url: string) => (cursor === null ? url : `${url}?cursor=${encodeURIComponent(cursor)}`);
  return call((request) => list(new Request(at(request.url), request)), caller, body);
}

const uuidsOf = (answer: Answer): string[] => answer.json.result.items.map((item: { uuid: string }) => item.uuid);

describe("POST /v1/payment/list", () => {
  test("shows a change of an invoice in the next answer", async () => {
    const caller = await newCaller();
    const { id } = await newInvoice(caller.merchantId);
    const firstItem = async () => (await page(caller, null)).json.result.items[0];
    const before = await firstItem();
    expect(await firstItem()).toEqual(before);
    await database().invoice.update({ where: { id }, data: { fromAddress: "0xpayer" } });
    expect(await firstItem()).toEqual({ ...before, from: "0xpayer" });
  });

  test("answers an item with exactly its 23 keys, as payment/info answers it", async () => {
    const caller = await newCaller();
    const invoice = await newInvoice(caller.merchantId, { additional_data: "заказ a/b" });
    const { status, json } = await page(caller, null);
    expect(status).toBe(200);
    expect(json).toEqual({
      state: 0,
      result: {
        items: [expect.anything()],
        paginate: { count: 1, hasPages: false, nextCursor: null, previousCursor: null, perPage: 15 },
      },
    });
    const [item] = json.result.items;
    expect(Object.keys(item)).toEqual(ITEM_KEYS);
    expect((await call(info, caller, { uuid: invoice.id })).json.result).toMatchObject(item);
  });

  test("pages through rows with one time stamp in both directions, every row once", async () => {
    const caller = await newCaller();
    const ids = await manyAt(caller.merchantId, 37);
    const first = await page(caller, null);
    expect(first.json.result.paginate).toMatchObject({ count: 15, hasPages: true, perPage: 15, previousCursor: null });
    const second = await page(caller, first.json.result.paginate.nextCursor);
    // Some clients send it in the body.
    const third = await page(caller, null, { cursor: second.json.result.paginate.nextCursor });
    expect([...uuidsOf(first), ...uuidsOf(second), ...uuidsOf(third)]).toEqual(ids);
    expect(third.json.result.paginate).toMatchObject({ count: 7, hasPages: true, nextCursor: null });
    const back = await page(caller, third.json.result.paginate.previousCursor);
    expect(uuidsOf(back)).toEqual(uuidsOf(second));
    const start = await page(caller, back.json.result.paginate.previousCursor);
    expect(uuidsOf(start)).toEqual(uuidsOf(first));
    expect(start.json.result.paginate).toMatchObject({ hasPages: true, previousCursor: null });
    for (const { json } of [first, second, third]) {
      const { nextCursor } = json.result.paginate;
      expect(nextCursor ?? "opaque").toMatch(/^[A-Za-z0-9_-]+$/);
    }
  });

  test("repeats no row and loses none while others are created between the pages", async () => {
    const caller = await newCaller();
    const ids = await manyAt(caller.merchantId, 31);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const answer: Answer = await page(caller, cursor);
      seen.push(...uuidsOf(answer));
      cursor = answer.json.result.paginate.nextCursor;
      await newInvoice(caller.merchantId);
    } while (cursor !== null);
    expect(seen).toEqual(ids);
  });

  test("a cursor of another merchant marks a position in one's own list and reveals nothing of theirs", async () => {
    const [caller, stranger] = [await newCaller(), await newCaller()];
    await manyAt(caller.merchantId, 20);
    const own = await manyAt(stranger.merchantId, 3, new Date(AT.getTime() - 1));
    const { nextCursor } = (await page(caller, null)).json.result.paginate;
    expect(uuidsOf(await page(stranger, nextCursor))).toEqual(own);
  });

  test.each(["1", 1, "", null, "%", {}, [], true, "eyJpZCI6NSwiX3BvaW50c1RvTmV4dEl0ZW1zIjp0cnVlfQ"])(
    "ignores an invalid cursor: %j",
    async (cursor) => {
      const caller = await newCaller();
      const ids = await manyAt(caller.merchantId, 1);
      expect(uuidsOf(await page(caller, null, { cursor }))).toEqual(ids);
      expect(uuidsOf(await page(caller, String(cursor)))).toEqual(ids);
    },
  );

  test("accepts dates at UTC+3, both inclusive to the second, and refuses others by name", async () => {
    const caller = await newCaller();
    const ids = await manyAt(caller.merchantId, 2);
    const counts = [
      { date_from: "2026-03-27 13:51:48", date_to: "2026-03-27 13:51:48" },
      { date_from: "2026-03-27 13:51:49" },
      { date_to: "2026-03-27 13:51:47" },
      { date_from: "2026-03-27 1:51:48", date_to: null },
    ].map(async (dates) => uuidsOf(await page(caller, null, dates)).length);
    expect(await Promise.all(counts)).toEqual([ids.length, 0, 0, ids.length]);
    const wrong = await call(list, caller, { date_from: "27.03.2026", date_to: "2026-02-30 10:00:00" });
    expect([wrong.status, wrong.json]).toEqual([
      422,
      { state: 1, errors: { date_from: ["validation.regex"], date_to: ["validation.regex"] } },
    ]);
  });

  test("lists invoices and top-ups together, and a top-up links to its wallet's page", async () => {
    const caller = await newCaller();
    const wallet = await newWallet(caller.merchantId);
    const topUp = await insertTopUp(wallet);
    const invoice = await newInvoice(caller.merchantId);
    const answer = await page(caller, null);
    expect(uuidsOf(answer)).toEqual([invoice.id, topUp.id]);
    expect(answer.json.result.items[1]).toMatchObject({
      order_id: wallet.orderId,
      status: "paid",
      url: expect.stringMatching(new RegExp(`/wallet/${wallet.id}$`)),
    });
  });
});

describe("POST /v1/payment/info", () => {
  test("finds a top-up by its uuid, and the newest one by its wallet's order id", async () => {
    const caller = await newCaller();
    const wallet = await newWallet(caller.merchantId);
    const none = await call(info, caller, { order_id: wallet.orderId });
    expect([none.status, none.json]).toEqual([422, { state: 1, message: "Payment not found" }]);
    const older = await insertTopUp(wallet, { createdAt: AT });
    const newer = await insertTopUp(wallet);
    const find = async (ids: object) => (await call(info, caller, ids)).json.result.uuid;
    expect(await find({ order_id: wallet.orderId })).toBe(newer.id);
    expect(await find({ uuid: older.id })).toBe(older.id);
    expect(await find({ uuid: older.id, order_id: wallet.orderId })).toBe(newer.id);
    expect((await call(info, caller, { uuid: wallet.id })).json.message).toBe("Payment not found");
    const stranger = await newCaller();
    for (const ids of [{ uuid: older.id }, { order_id: wallet.orderId }])
      expect((await call(info, stranger, ids)).text).toBe('{"state":1,"message":"Payment not found"}');
  });
});
