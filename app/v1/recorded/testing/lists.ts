import { fund } from "@/app/v1/conformance/testing/world";
import type { NamedShop } from "@/app/v1/recorded/testing/named-shop";
import type { Group, Recorder, Variants } from "@/app/v1/recorded/testing/recorder";
import { database } from "@/lib/kernel/db";
import { merchantWallet } from "@/lib/ledger/account";
import { newInvoice } from "@/lib/money-in/invoices/testing/gateway-rig";
import { newPlan } from "@/lib/money-in/recurrences/testing/recurrence-rig";
import { insertPayout } from "@/lib/money-out/payouts/testing/payout-rig";

const PAYMENTS = "/v1/payment/list";
const PAYOUTS = "/v1/payout/list";
const PLANS = "/v1/recurrence/list";
/** One more than the length of a page. */
const COUNT = 16;
const HOUR_MS = 3_600_000;

/** Creation time of the item with this number. Times of past years are recorded unchanged. */
const hour = (index: number): Date => new Date(Date.parse("2021-03-27T21:30:05.250Z") + index * HOUR_MS);

/** Creates the items, one hour apart. */
async function prepare({ merchantId }: NamedShop): Promise<void> {
  for (let index = 0; index < COUNT; index += 1) {
    const at = { createdAt: hour(index), updatedAt: hour(index) };
    const invoice = await newInvoice(merchantId, { order_id: `invoice-${index}` });
    await database().invoice.update({ where: { id: invoice.id }, data: { ...at, expiresAt: hour(index + 1) } });
    const payout = await insertPayout(merchantId, { orderId: `payout-${index}` });
    await database().payout.update({ where: { id: payout }, data: at });
    const plan = await newPlan(merchantId, { order_id: `plan-${index}`, currency: "USDT" });
    await database().recurrence.update({ where: { id: plan.id }, data: { createdAt: hour(index) } });
  }
}

const RANGES: readonly object[] = [
  { date_from: "2021-03-28 14:30:05", date_to: "2021-03-28 15:30:05" },
  { date_from: "2021-03-28 14:30:06" },
  { date_to: "2021-03-28 0:30:04" },
  { date_to: "2021-03-28 00:30:05", date_from: "" },
  { date_from: "2021-03-29 0:00:00", date_to: "2021-03-28 0:00:00" },
];

const REFUSED: Variants = {
  date_from: [
    "2021-03-28",
    "2021-03-28T00:30:05",
    "2021-02-30 0:00:00",
    "2021-03-28 24:00:00",
    "yesterday",
    1616880605,
    true,
    [],
  ],
  date_to: ["2021-13-01 0:00:00", "2021-03-28 0:30:05Z", "soon", {}],
};

const CURSORS: Variants = { cursor: ["1", 2, "", null, "eyJpZCI6MX0", "%00", true, []] };

async function askPages(calls: Recorder, shop: NamedShop, path: string): Promise<void> {
  const first = (await calls.ask(shop, path, {})).result.paginate;
  const second = (await calls.ask(shop, `${path}?cursor=${first.nextCursor}`, {})).result.paginate;
  await calls.ask(shop, path, { cursor: first.nextCursor });
  await calls.ask(shop, path, { cursor: second.previousCursor });
}

/** The three lists of the API. */
export const lists: Group = {
  name: "lists",
  about: "Lists: pages, cursors and date filters, over 16 invoices, payouts and plans of 2021.",
  record: async (calls) => {
    const [shop, other] = [await calls.newShop("the shop"), await calls.newShop("another shop")];
    await fund(merchantWallet(shop.merchantId, "USDT"), "100");
    await prepare(shop);
    for (const path of [PAYMENTS, PAYOUTS, PLANS]) {
      await askPages(calls, shop, path);
      const { paginate } = (await calls.ask(shop, path, { cursor: "not one" })).result;
      await calls.ask(other, path, { cursor: paginate.nextCursor }, { says: "another shop's cursor" });
      await calls.askEach(other, path, {}, CURSORS);
    }
    for (const path of [PAYMENTS, PAYOUTS]) {
      for (const range of RANGES) await calls.ask(shop, path, range);
      await calls.askEach(shop, path, {}, REFUSED);
    }
    await calls.ask(shop, "/v1/payment/info", { order_id: "invoice-3" });
    await calls.ask(shop, "/v1/payout/info", { order_id: "payout-3" });
  },
};
