import { setMerchant, withoutFreshPrice, withoutNode, withoutTable } from "@/app/v1/conformance/errors/provocation";
import { NOBODY } from "@/app/v1/recorded/testing/named-shop";
import { createOrders } from "@/app/v1/recorded/testing/orders";
import type { Group, Recorder, Variants } from "@/app/v1/recorded/testing/recorder";
import { database } from "@/lib/kernel/db";
import { chooseCoin } from "@/lib/money-in/invoices/choose-coin";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import { invoiceNow, pay } from "@/lib/money-in/invoices/testing/gateway-rig";
import { advanceRecurrence } from "@/lib/money-in/recurrences/advance-recurrence";
import { getRecurrence } from "@/lib/money-in/recurrences/get-recurrence";
import { accept } from "@/lib/money-in/recurrences/testing/recurrence-rig";

const CREATE = "/v1/recurrence/create";
const INFO = "/v1/recurrence/info";
const LIST = "/v1/recurrence/list";
const CANCEL = "/v1/recurrence/cancel";
const PLAN = { amount: "20", currency: "USDT", name: "Tea club", period: "weekly" };
const HOOK = "https://shop.example/plan";
const long = (count: number) => "a".repeat(count);

const TAKEN: readonly object[] = [
  PLAN,
  { ...PLAN, currency: "USD", period: "monthly", url_callback: HOOK },
  { ...PLAN, currency: "USD", to_currency: "usdt", period: "three_month", additional_data: "茶 / заказ" },
  { ...PLAN, currency: "ETH", amount: "0.5", name: "茶の会" },
  { ...PLAN, discount_days: "30", discount_amount: "5.5" },
  { ...PLAN, discount_days: "", discount_amount: "", to_currency: null, url_callback: "", unknown: 1 },
];

const REFUSED: Variants = {
  amount: [undefined, "", "0", "-1", "1e1", "ten", "10.1234567890123456789", true, "0.49", "1000001"],
  currency: [undefined, "XXX", long(17), {}],
  name: [undefined, "", "ab", long(61), "two\nlines", {}],
  period: [undefined, "", "daily", "Weekly", 1, []],
  to_currency: ["USD", "XXX", {}],
  order_id: ["a b", "é", long(101), {}],
  url_callback: ["shop.example", "http", `https://shop.example/${long(240)}`, {}],
  discount_days: [0, 366, "x", 30],
  discount_amount: ["0", "20", "x", "1"],
  additional_data: [long(256), {}],
};

const MISNAMED: readonly object[] = [
  {},
  { uuid: "" },
  { uuid: "1" },
  { uuid: NOBODY },
  { order_id: "nothing" },
  { order_id: "a b" },
  { order_id: long(101) },
];

async function askAtBadTimes(calls: Recorder, next: (order: object) => object): Promise<void> {
  const shop = await calls.newShop("a shop");
  const ask = (fields: object, says: string) => calls.ask(shop, CREATE, next({ ...PLAN, ...fields }), { says });
  await withoutNode("tron", () =>
    ask({ currency: "TRX", amount: "100" }, "no node of the coin's only network answers"),
  );
  await withoutFreshPrice("USDT", () => ask({ currency: "USD", to_currency: "USDT" }, "the last price is an hour old"));
  await withoutTable("recurrences", () => ask({}, "the database is busy"));
  await ask({ currency: "USD", to_currency: "CGPT" }, "nobody ever priced the coin");
  await setMerchant(shop, { paymentsBlockedAt: new Date() });
  await ask({}, "its payments are blocked");
  const choosy = await calls.newShop("a shop that accepts another coin alone");
  await setMerchant(choosy, { acceptedCoins: [{ currency: "DAI", network: "eth" }] });
  await calls.ask(choosy, CREATE, next(PLAN));
}

/** A plan that is accepted, paid and cancelled. */
async function askLife(calls: Recorder): Promise<void> {
  const shop = await calls.newShop("a shop with a payer");
  const asked = {
    ...PLAN,
    currency: "USD",
    to_currency: "USDT",
    discount_days: 9,
    discount_amount: "5",
    url_callback: HOOK,
  };
  const { uuid } = (await calls.ask(shop, CREATE, { ...asked, order_id: "accepted" })).result;
  await calls.meanwhile(
    "the payer accepts it",
    async () => await accept(await getRecurrence(shop.merchantId, { uuid, order_id: null })),
  );
  await calls.ask(shop, INFO, { uuid });
  await calls.ask(shop, "/v1/payment/list", {});
  await calls.meanwhile("the payer pays the first period", async () => {
    const { invoiceId } = await database().recurrencePeriod.findFirstOrThrow({ where: { recurrenceId: uuid } });
    await chooseCoin(invoiceId ?? "", { currency: "USDT", network: "bsc" });
    const invoice = await invoiceNow(invoiceId ?? "");
    await pay(invoice, { amount: "15", network: "bsc" });
    await settleInvoice(invoice.id);
    await advanceRecurrence(uuid);
  });
  await calls.ask(shop, INFO, { order_id: "accepted" });
  await calls.ask(shop, CANCEL, { uuid });
  await calls.ask(shop, CANCEL, { uuid, order_id: "accepted" });
}

/** `POST /v1/recurrence/create`, `info`, `list` and `cancel`. */
export const recurrences: Group = {
  name: "recurrences",
  about: "Recurring payments: how plans are made, accepted, paid and cancelled.",
  record: async (calls) => {
    const [shop, other] = [await calls.newShop("the shop"), await calls.newShop("another shop")];
    const next = createOrders("plan");
    for (const plan of TAKEN) await calls.ask(shop, CREATE, next(plan));
    await calls.ask(shop, CREATE, PLAN);
    await calls.ask(shop, CREATE, { ...PLAN, amount: "99", order_id: "plan-1" }, { says: "an order id again" });
    await calls.ask(shop, "/v1/payment", { amount: "10", currency: "USDT", order_id: "invoice" });
    await calls.ask(shop, CREATE, { ...PLAN, order_id: "invoice" }, { says: "an invoice's order id" });
    await calls.askEach(shop, CREATE, { ...PLAN, order_id: "refused" }, REFUSED);
    await calls.ask(shop, CREATE, {});
    await calls.ask(shop, CREATE, { ...PLAN, discount_days: 30, discount_amount: "20" });
    await calls.ask(shop, CREATE, { ...PLAN, discount_days: 30, discount_amount: "19.6" });
    for (const path of [INFO, CANCEL]) {
      for (const body of MISNAMED) await calls.ask(shop, path, body);
      await calls.ask(other, path, { order_id: "plan-1" });
      await calls.ask(shop, path, { uuid: NOBODY, order_id: "plan-2" });
      await calls.ask(shop, path, { uuid: NOBODY, order_id: "plan-2" });
    }
    await calls.ask(other, LIST, {});
    await calls.ask(shop, LIST, { cursor: "1", page: 2 });
    await askLife(calls);
    await askAtBadTimes(calls, next);
  },
};
