import { setMerchant } from "@/app/v1/conformance/errors/provocation";
import { fund, newPaidInvoice } from "@/app/v1/conformance/testing/world";
import { type NamedShop, NOBODY } from "@/app/v1/recorded/testing/named-shop";
import type { Group, Recorder, Variants } from "@/app/v1/recorded/testing/recorder";
import { breakRefund, confirmRefund, liveRefund, revertRefund } from "@/lib/exceptions/refunds/testing/refund-rig";
import { database } from "@/lib/kernel/db";
import { merchantWallet } from "@/lib/ledger/account";
import { newInvoice } from "@/lib/money-in/invoices/testing/gateway-rig";
import { BTC_ADDRESS, EVM_ADDRESS, setService } from "@/lib/money-out/payouts/testing/payout-rig";
import { CLIENT_LIBRARIES } from "@/lib/people/merchants/schema";
import { changeMerchantSettings } from "@/lib/people/settings/change-merchant-settings";

const PATH = "/v1/payment/refund";
const INFO = "/v1/payment/info";
const BACK = { address: EVM_ADDRESS, is_subtract: true };
const byPayout = { key: "payout" } as const;

const REFUSED: Variants = {
  address: [
    undefined,
    null,
    "",
    "x",
    5,
    EVM_ADDRESS.slice(0, -1),
    `${EVM_ADDRESS}0`,
    BTC_ADDRESS,
    `0x${"0".repeat(40)}`,
    "a".repeat(129),
  ],
  is_subtract: [undefined, null, "yes", 2, []],
  amount: ["0", "-1", "ten", "1e1", "1".repeat(41), "9.0000000000000000001", "100.01", true, []],
  uuid: ["1", NOBODY, {}],
};

/** Creates an invoice paid with 100 USDT and returns its uuid. */
async function paid(calls: Recorder, shop: NamedShop, order_id: string): Promise<string> {
  return (await calls.meanwhile("an invoice is paid", () => newPaidInvoice(shop, { order_id }))).id;
}

/** Refunds that arrive or fail. */
async function askEnds(calls: Recorder, shop: NamedShop): Promise<void> {
  const uuid = await paid(calls, shop, "refunded");
  const ends = {
    arrives: confirmRefund,
    "is reverted by its chain": revertRefund,
    "is refused by its chain": breakRefund,
  };
  for (const [says, end] of Object.entries(ends)) {
    await calls.ask(shop, PATH, { ...BACK, uuid, amount: "10.5" }, byPayout);
    await calls.ask(shop, INFO, { uuid });
    await calls.ask(
      shop,
      PATH,
      { ...BACK, uuid, amount: "1" },
      { ...byPayout, says: "while another one is under way" },
    );
    await calls.meanwhile(`the refund ${says}`, async () => await end(await liveRefund({ invoiceId: uuid })));
    await calls.ask(shop, INFO, { uuid });
  }
  await calls.ask(shop, PATH, { ...BACK, order_id: "refunded", amount: "89.6" }, byPayout);
  await calls.ask(shop, PATH, { ...BACK, order_id: "refunded", is_subtract: "0" }, byPayout);
  await calls.ask(shop, INFO, { uuid });
}

/** The commission is as high as the payment, and the shop no longer accepts the coin. */
async function askWithoutWallet(calls: Recorder): Promise<void> {
  const shop = await calls.newShop("a shop that has no wallet for the coin");
  await setService("USDT", "bsc", { paymentFeeFixed: "100" });
  const uuid = await paid(calls, shop, "no-wallet").finally(() => setService("USDT", "bsc", { paymentFeeFixed: "0" }));
  await setMerchant(shop, { acceptedCoins: [{ currency: "DAI", network: "eth" }] });
  await calls.ask(shop, PATH, { ...BACK, uuid }, byPayout);
}

/** The kind of client library decides the result of a refund. */
async function askByLibrary(calls: Recorder): Promise<void> {
  for (const clientLibrary of CLIENT_LIBRARIES) {
    const shop = await calls.newShop(`a shop with a ${clientLibrary} library`);
    await changeMerchantSettings({ merchantId: shop.merchantId, userId: shop.ownerId }, { clientLibrary });
    const uuid = await paid(calls, shop, "by-library");
    await calls.ask(shop, PATH, { ...BACK, uuid, amount: "50" }, byPayout);
  }
}

async function askAtBadTimes(calls: Recorder): Promise<void> {
  const shop = await calls.newShop("a shop");
  const uuid = await paid(calls, shop, "troubled");
  const ask = (body: object, says: string) => calls.ask(shop, PATH, { ...BACK, ...body }, { ...byPayout, says });
  await setService("USDT", "bsc", { isPayoutEnabled: false });
  await ask({ uuid }, "nothing is paid out in the coin").finally(() =>
    setService("USDT", "bsc", { isPayoutEnabled: true }),
  );
  await ask({ uuid, amount: "0.05", is_subtract: false }, "the fee leaves nothing of it");
  await setMerchant(shop, { payoutsBlockedAt: new Date() });
  await ask({ uuid }, "its payouts are blocked");
  await setMerchant(shop, { payoutsBlockedAt: null });
  await database().user.update({ where: { id: shop.ownerId }, data: { passwordChangedAt: new Date() } });
  await ask({ uuid }, "the owner's password is new");
  await database().user.update({ where: { id: shop.ownerId }, data: { passwordChangedAt: null } });
  await setMerchant(shop, { refundsNeedPayoutKey: true });
  await calls.ask(shop, PATH, { ...BACK, uuid }, { says: "refunds need the payout key" });
}

/** `POST /v1/payment/refund` */
export const refunds: Group = {
  name: "refunds",
  about: "Refunds: of a payment of 100 USDT, in full and in parts, with the webhooks of each change.",
  record: async (calls) => {
    const [shop, other] = [await calls.newShop("the shop"), await calls.newShop("another shop")];
    const uuid = await paid(calls, shop, "paid");
    const open = await newInvoice(shop.merchantId, { order_id: "open" });
    await calls.askEach(shop, PATH, { ...BACK, uuid }, REFUSED);
    await calls.ask(shop, PATH, {});
    await calls.ask(shop, PATH, BACK);
    await calls.ask(shop, PATH, { ...BACK, order_id: "nothing" });
    await calls.ask(shop, PATH, { ...BACK, order_id: "a".repeat(129) });
    await calls.ask(shop, PATH, { ...BACK, uuid: open.id, order_id: "paid" });
    await calls.ask(shop, PATH, { ...BACK, uuid: NOBODY, order_id: "paid" });
    await calls.ask(other, PATH, { ...BACK, uuid });
    await calls.ask(shop, PATH, { ...BACK, uuid }, { says: "the balance lacks the fee" });
    await fund(merchantWallet(shop.merchantId, "USDT"), "500");
    await calls.ask(shop, PATH, { ...BACK, uuid, order_id: "nothing", is_subtract: "false", amount: "25" });
    await askEnds(calls, shop);
    await askByLibrary(calls);
    await askWithoutWallet(calls);
    await askAtBadTimes(calls);
  },
};
