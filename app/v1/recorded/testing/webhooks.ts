import { newPaidInvoice } from "@/app/v1/conformance/testing/world";
import { type NamedShop, NOBODY } from "@/app/v1/recorded/testing/named-shop";
import type { Group, Recorder, Variants } from "@/app/v1/recorded/testing/recorder";
import { database } from "@/lib/kernel/db";
import { INVOICE_STATUSES } from "@/lib/money-in/invoices/status";
import { newInvoice } from "@/lib/money-in/invoices/testing/gateway-rig";
import { settleWallet } from "@/lib/money-in/static-wallets/settle-wallet";
import { newWallet, topUp } from "@/lib/money-in/static-wallets/testing/wallet-rig";
import { PAYOUT_STATUSES } from "@/lib/money-out/payouts/status";
import { insertPayout } from "@/lib/money-out/payouts/testing/payout-rig";
import { CLIENT_LIBRARIES } from "@/lib/people/merchants/schema";
import { changeMerchantSettings } from "@/lib/people/settings/change-merchant-settings";

const RESEND = "/v1/payment/resend";
const RESEND_BY_ANY = "/v2/payment/resend";
const RESENDS_MAX = 10;
const TEST = { url_callback: "https://shop.example/test", currency: "USDT", network: "bsc", status: "paid" };
const long = (count: number) => "a".repeat(count);

const REFUSED: Variants = {
  url_callback: [undefined, null, "shop.example", "http", `https://shop.example/${long(140)}`, {}],
  currency: [undefined, "USD", "XXX", "BTC", {}],
  network: [undefined, "nowhere", "btc", []],
  status: ["confirm_check", "PAID", 1, {}],
  uuid: ["1", NOBODY, {}],
  order_id: ["nothing", "a b", long(33), []],
};

const MISNAMED: readonly object[] = [
  {},
  { uuid: null, order_id: "" },
  { uuid: "1" },
  { uuid: NOBODY },
  { order_id: "nothing" },
  { order_id: "a b" },
  { order_id: long(129) },
];

async function askResends(calls: Recorder, shop: NamedShop): Promise<void> {
  const other = await calls.newShop("another shop");
  const { id: uuid } = await calls.meanwhile("an invoice is paid", () => newPaidInvoice(shop, { order_id: "paid" }));
  const { transactionId: txid } = await database().deposit.findFirstOrThrow({ where: { ownerId: uuid } });
  await newInvoice(shop.merchantId, { order_id: "open", url_callback: TEST.url_callback });
  await newPaidInvoice(shop, { order_id: "silent", url_callback: null });
  for (const path of [RESEND, RESEND_BY_ANY]) {
    for (const body of MISNAMED) await calls.ask(shop, path, body);
    for (const order_id of ["open", "silent"]) await calls.ask(shop, path, { order_id });
    await calls.ask(shop, path, { uuid, order_id: "nothing" });
    await calls.ask(other, path, { uuid });
    await calls.ask(shop, path, { uuid });
  }
  await calls.ask(shop, RESEND_BY_ANY, { txid });
  await calls.ask(shop, RESEND_BY_ANY, { txid: txid.toUpperCase().replace("0X", "0x") });
  await calls.ask(other, RESEND_BY_ANY, { txid });
  await calls.askEach(shop, RESEND_BY_ANY, {}, { txid: ["nothing", long(257), {}, ""] });
  for (let count = 4; count < RESENDS_MAX; count += 1) await calls.ask(shop, RESEND, { order_id: "paid" });
  await calls.ask(shop, RESEND, { order_id: "paid" }, { says: "the eleventh time" });
  await calls.ask(shop, RESEND_BY_ANY, { txid }, { says: "the eleventh time" });
}

type Subject = { readonly uuid: string; readonly order_id: string };

async function askTests(
  calls: Recorder,
  shop: NamedShop,
  path: string,
  subject: Subject,
  statuses: readonly string[],
): Promise<void> {
  const isWallet = path.endsWith("wallet");
  const named = isWallet ? { uuid: subject.uuid } : {};
  for (const status of statuses) await calls.ask(shop, path, { ...TEST, ...named, status });
  await calls.ask(shop, path, { ...TEST, ...subject, status: null });
  await calls.ask(shop, path, { ...TEST, order_id: subject.order_id, currency: "eth", network: "ETH" });
  await calls.ask(shop, path, { ...TEST, uuid: subject.uuid, order_id: "nothing" });
  await calls.askEach(shop, path, { ...TEST, ...named }, REFUSED);
  await calls.ask(shop, path, {});
  await calls.ask(await calls.newShop("another shop"), path, { ...TEST, uuid: subject.uuid });
}

/** Resent webhooks and test webhooks. */
export const webhooks: Group = {
  name: "webhooks",
  about: "Webhooks: resent webhooks, and test webhooks of every kind and status.",
  record: async (calls) => {
    const shop = await calls.newShop("the shop");
    await askResends(calls, shop);
    const paid = await newPaidInvoice(shop, { order_id: "tested", url_callback: null });
    const payout = await insertPayout(shop.merchantId, { orderId: "tested" });
    const wallet = await newWallet(shop.merchantId, { order_id: "tested-wallet" });
    await askTests(calls, shop, "/v1/test-webhook/payment", { uuid: paid.id, order_id: "tested" }, INVOICE_STATUSES);
    await askTests(calls, shop, "/v1/test-webhook/payout", { uuid: payout, order_id: "tested" }, PAYOUT_STATUSES);
    await calls.ask(shop, "/v1/test-webhook/payout", TEST, { key: "payout" });
    const ofWallet = { uuid: wallet.id, order_id: "tested-wallet" };
    await askTests(calls, shop, "/v1/test-webhook/wallet", ofWallet, ["paid", "wrong_amount"]);
    await calls.meanwhile("30 USDT arrive at the wallet", async () => {
      await topUp(wallet, { amount: "30" });
      await settleWallet(wallet.id);
    });
    await calls.ask(shop, "/v1/test-webhook/wallet", { ...TEST, ...ofWallet });
    await calls.ask(shop, RESEND, { order_id: "tested-wallet" });
    for (const clientLibrary of CLIENT_LIBRARIES) {
      const kind = await calls.newShop(`a shop with a ${clientLibrary} library`);
      await changeMerchantSettings({ merchantId: kind.merchantId, userId: kind.ownerId }, { clientLibrary });
      await calls.ask(kind, "/v1/test-webhook/payout", TEST);
    }
  },
};
