import { setMerchant } from "@/app/v1/conformance/errors/provocation";
import { type NamedShop, NOBODY } from "@/app/v1/recorded/testing/named-shop";
import type { Group, Recorder } from "@/app/v1/recorded/testing/recorder";
import { database } from "@/lib/kernel/db";
import { convertCoins } from "@/lib/money-in/credits/testing/credit-rig";
import { cancelInvoice } from "@/lib/money-in/invoices/cancel-invoice";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import {
  invoiceNow,
  minutesFromNow,
  type Payment,
  pay,
  readUpTo,
  START_HEIGHT,
  vanish,
} from "@/lib/money-in/invoices/testing/gateway-rig";
import { LISTED } from "@/lib/money-in/questionnaires/testing/held-rig";

const PATH = "/v1/payment";
const INFO = "/v1/payment/info";
const QR = "/v1/payment/qr";
const AML = "/v1/payment/aml-links";
const MARK = "/v1/payment/mark-as-paid";
const ORDER = { amount: "100", currency: "USDT", network: "bsc", url_callback: "https://shop.example/hook" };
const SENDER = "0x00000000219ab540356cBB839Cbe05303d7705Fa";

/** Parameters that identify no invoice. */
const MISNAMED: readonly object[] = [
  {},
  { uuid: null, order_id: "" },
  { uuid: "1" },
  { uuid: NOBODY.replaceAll("-", "") },
  { uuid: true },
  { uuid: NOBODY },
  { order_id: "nothing" },
  { order_id: "a b" },
  { order_id: "a".repeat(129) },
  { order_id: [] },
];

/** Plants a deposit to the invoice's address and settles the invoice. */
async function payAndSettle(uuid: string, payment: Payment, from = SENDER): Promise<string> {
  const id = await pay(await invoiceNow(uuid), payment);
  await database().deposit.update({ where: { id }, data: { fromAddress: from.toLowerCase() } });
  await settleInvoice(uuid);
  return id;
}

/** Settles the invoice as if two hours had passed and the network had been read until then. */
async function expire(uuid: string): Promise<void> {
  await readUpTo("bsc", START_HEIGHT, minutesFromNow(130));
  await settleInvoice(uuid, minutesFromNow(120));
  await readUpTo("bsc", START_HEIGHT);
}

type Life = {
  readonly says: string;
  readonly fields?: object;
  readonly lives: (uuid: string, shop: NamedShop) => Promise<unknown>;
};

/** By order id: how an invoice of 100 USDT gets into each state. */
const LIVES: Readonly<Record<string, readonly Life[]>> = {
  exact: [
    {
      says: "100 USDT are seen, and not deep enough yet",
      lives: (uuid) => payAndSettle(uuid, { amount: "100", height: START_HEIGHT }),
    },
  ],
  paid: [{ says: "100 USDT arrive", lives: (uuid) => payAndSettle(uuid, { amount: "100" }) }],
  over: [
    {
      says: "150.5 USDT arrive",
      fields: { additional_data: "заказ a/b\u2028\u{1f600}" },
      lives: (uuid) => payAndSettle(uuid, { amount: "150.5" }),
    },
  ],
  parts: [
    { says: "40 USDT arrive", lives: (uuid) => payAndSettle(uuid, { amount: "40" }) },
    { says: "60 more arrive", lives: (uuid) => payAndSettle(uuid, { amount: "60", position: "log:1" }) },
  ],
  short: [
    { says: "40 USDT arrive", lives: (uuid) => payAndSettle(uuid, { amount: "40" }) },
    { says: "two hours pass", lives: expire },
  ],
  once: [
    {
      says: "40 USDT arrive, once for all",
      fields: { is_payment_multiple: false },
      lives: (uuid) => payAndSettle(uuid, { amount: "40" }),
    },
  ],
  nearly: [
    {
      says: "98 USDT arrive, two percent short",
      fields: { accuracy_payment_percent: 2 },
      lives: (uuid) => payAndSettle(uuid, { amount: "98" }),
    },
  ],
  expired: [{ says: "two hours pass", lives: expire }],
  cancelled: [
    {
      says: "the shop cancels it",
      lives: (invoiceId, { merchantId, ownerId }) => cancelInvoice({ merchantId, invoiceId, actorId: ownerId }),
    },
  ],
  reversed: [
    {
      says: "100 USDT arrive, and a reorganisation takes them",
      lives: async (uuid) => {
        await vanish(await payAndSettle(uuid, { amount: "100" }), true);
        await settleInvoice(uuid);
      },
    },
  ],
  failed: [
    {
      says: "100 USDT are seen and vanish before they are deep enough, and two hours pass",
      lives: async (uuid) => {
        await vanish(await payAndSettle(uuid, { amount: "100", height: START_HEIGHT }), true);
        await expire(uuid);
      },
    },
  ],
  held: [
    {
      says: "100 USDT arrive from an address that is listed",
      lives: (uuid) => payAndSettle(uuid, { amount: "100" }, LISTED),
    },
  ],
};

async function askLives(calls: Recorder, shop: NamedShop): Promise<void> {
  for (const [order_id, steps] of Object.entries(LIVES)) {
    const { result } = await calls.ask(shop, PATH, { ...ORDER, ...steps[0]?.fields, order_id });
    for (const { says, lives } of steps) {
      await calls.meanwhile(says, () => lives(result.uuid, shop));
      await calls.ask(shop, INFO, { uuid: result.uuid });
    }
    await calls.ask(shop, AML, { order_id });
    await calls.ask(shop, MARK, { order_id });
    await calls.ask(shop, INFO, { order_id });
  }
}

/** Payments with automatic conversion, a commission paid by the payer, or a discount. */
async function askTerms(calls: Recorder): Promise<void> {
  const shop = await calls.newShop("a shop that converts ether, with a commission");
  await setMerchant(shop, { paymentCommission: "0.02" });
  await convertCoins(shop.merchantId, "ETH");
  for (const fields of [
    { amount: "1", currency: "ETH" },
    { amount: "100", subtract: 100 },
    { amount: "100", discount_percent: -5 },
  ]) {
    const order = { ...ORDER, ...fields, order_id: `terms-${Object.keys(fields).at(-1)}` };
    const { uuid, payer_amount: amount, payer_currency: currency } = (await calls.ask(shop, PATH, order)).result;
    await calls.meanwhile("all of it arrives", () => payAndSettle(uuid, { amount, currency }));
    await calls.ask(shop, INFO, { uuid });
  }
}

/** Invoices after their creation. */
export const payments: Group = {
  name: "payments",
  about: "Payments: invoices in each state, marked as paid and renewed, with the webhooks of each change.",
  record: async (calls) => {
    const [shop, other] = [await calls.newShop("the shop"), await calls.newShop("another shop")];
    const { result: open } = await calls.ask(shop, PATH, { ...ORDER, order_id: "open" });
    const { result: free } = await calls.ask(shop, PATH, { amount: "15", currency: "USD", order_id: "free" });
    await calls.ask(shop, INFO, { uuid: open.uuid });
    await calls.ask(shop, INFO, { uuid: open.uuid.toUpperCase() });
    await calls.ask(shop, INFO, { uuid: open.uuid, order_id: "free" });
    await calls.ask(shop, INFO, { uuid: NOBODY, order_id: "free" });
    await calls.ask(shop, QR, { merchant_payment_uuid: open.uuid });
    await calls.ask(shop, QR, { merchant_payment_uuid: free.uuid });
    await calls.ask(other, QR, { merchant_payment_uuid: open.uuid });
    await calls.askEach(shop, QR, {}, { merchant_payment_uuid: [undefined, null, "", "1", {}, NOBODY] });
    for (const path of [INFO, AML, MARK]) {
      for (const body of MISNAMED) await calls.ask(shop, path, body);
      await calls.ask(other, path, { uuid: open.uuid });
      await calls.ask(other, path, { order_id: "open" });
      await calls.ask(shop, path, { uuid: open.uuid, order_id: "nothing" });
    }
    await askLives(calls, shop);
    await calls.ask(shop, PATH, { ...ORDER, order_id: "once", is_refresh: true }, { says: "a renewal of a paid one" });
    const { result: late } = await calls.ask(shop, PATH, { ...ORDER, order_id: "late" });
    await calls.meanwhile("two hours pass", () => expire(late.uuid));
    await calls.ask(shop, PATH, { ...ORDER, order_id: "late" });
    await calls.ask(shop, PATH, { ...ORDER, order_id: "late", is_refresh: "1" }, { says: "a renewal" });
    await askTerms(calls);
  },
};
