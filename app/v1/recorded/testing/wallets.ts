import { setMerchant, withoutNode, withoutTable } from "@/app/v1/conformance/errors/provocation";
import { type NamedShop, NOBODY } from "@/app/v1/recorded/testing/named-shop";
import type { Group, Recorder, Variants } from "@/app/v1/recorded/testing/recorder";
import { confirmRefund, liveRefund } from "@/lib/exceptions/refunds/testing/refund-rig";
import { database } from "@/lib/kernel/db";
import { settleWallet } from "@/lib/money-in/static-wallets/settle-wallet";
import { topUp, walletNow } from "@/lib/money-in/static-wallets/testing/wallet-rig";
import { EVM_ADDRESS, setService } from "@/lib/money-out/payouts/testing/payout-rig";
import { clearRatesCache } from "@/lib/pricing/rates/queries";

const PATH = "/v1/wallet";
const QR = "/v1/wallet/qr";
const BLOCK = "/v1/wallet/block-address";
const REFUND = "/v1/wallet/blocked-address-refund";
const INFO = "/v1/payment/info";
const HOOK = "https://shop.example/wallet";
const WALLET = { currency: "USDT", network: "bsc", url_callback: HOOK };
const long = (count: number) => "a".repeat(count);

const REFUSED: Variants = {
  currency: [undefined, null, "", "XXX", "USD", "BTC", long(17), 5, {}],
  network: [undefined, null, "nowhere", "btc", 5, []],
  order_id: [undefined, null, "", "a b", "é", long(101), {}, true],
  url_callback: ["shop.example", "ftp://shop.example", "http", `https://shop.example/${long(240)}`, {}],
  from_referral_code: [{}, []],
};

const MISNAMED: Variants = { uuid: [undefined, "1", NOBODY, {}], order_id: ["nothing", "a b", long(33), []] };

async function arrive(uuid: string, amount: string, network: "bsc" | "polygon" = "bsc"): Promise<void> {
  await topUp(await walletNow(uuid), { amount, network });
  await settleWallet(uuid);
}

/** A blocked wallet with deposits, and its refund. */
async function askBlocked(calls: Recorder, shop: NamedShop): Promise<void> {
  const ask = (body: object) => calls.ask(shop, REFUND, body);
  const { uuid } = (await calls.ask(shop, PATH, { ...WALLET, order_id: "blocked" })).result;
  await ask({ uuid, address: EVM_ADDRESS });
  await calls.ask(shop, BLOCK, { uuid });
  await calls.ask(shop, BLOCK, { order_id: "blocked", is_force_refund: "false" });
  await ask({ uuid, address: EVM_ADDRESS });
  await calls.meanwhile("0.49 USDT arrive", () => arrive(uuid, "0.49"));
  await ask({ uuid, address: EVM_ADDRESS });
  await calls.meanwhile("24.51 USDT arrive", () => arrive(uuid, "24.51"));
  await calls.askEach(
    shop,
    REFUND,
    { uuid },
    {
      address: [
        undefined,
        null,
        "x",
        long(9),
        long(129),
        "a b c d e f",
        EVM_ADDRESS.slice(0, -1),
        `0x${"0".repeat(40)}`,
        {},
      ],
    },
  );
  await setService("USDT", "bsc", { isPayoutEnabled: false });
  await ask({ uuid, address: EVM_ADDRESS }).finally(() => setService("USDT", "bsc", { isPayoutEnabled: true }));
  await setMerchant(shop, { payoutsBlockedAt: new Date() });
  await ask({ uuid, address: EVM_ADDRESS }).finally(() => setMerchant(shop, { payoutsBlockedAt: null }));
  await ask({ uuid, order_id: "nothing", address: EVM_ADDRESS });
  await ask({ uuid, address: EVM_ADDRESS });
  await calls.meanwhile("the refund arrives", async () => await confirmRefund(await liveRefund({ walletId: uuid })));
  await ask({ order_id: "blocked", address: EVM_ADDRESS });
  const forced = (await calls.ask(shop, PATH, { ...WALLET, order_id: "forced" })).result;
  await calls.ask(shop, BLOCK, { order_id: "forced", is_refund: 1 });
  await ask({ uuid: forced.uuid, address: EVM_ADDRESS });
}

/**
 * The network fee cannot be converted into the wallet's coin, because the network's coin has no
 * price.
 */
async function askWithoutPrice(calls: Recorder, shop: NamedShop): Promise<void> {
  const { uuid } = (await calls.ask(shop, PATH, { ...WALLET, network: "polygon", order_id: "unpriced" })).result;
  await calls.ask(shop, BLOCK, { uuid });
  await calls.meanwhile("25 USDT arrive", () => arrive(uuid, "25", "polygon"));
  const level = { currencyCode: "USDT", networkCode: "polygon", priority: "recommended" as const };
  await database().payoutFeeEstimate.create({ data: { ...level, amount: "0.01", observedAt: new Date() } });
  const rates = await database().rate.findMany({ where: { currencyCode: "POL" } });
  await database().rate.deleteMany({ where: { currencyCode: "POL" } });
  clearRatesCache();
  await calls.ask(shop, REFUND, { uuid, address: EVM_ADDRESS }, { says: "the price of POL is missing" });
  await database().rate.createMany({ data: rates });
  await database().payoutFeeEstimate.deleteMany({ where: level });
  clearRatesCache();
}

/** `POST /v1/wallet`, `qr`, `block-address` and `blocked-address-refund`. */
export const wallets: Group = {
  name: "wallets",
  about: "Static wallets: created, paid, blocked and refunded.",
  record: async (calls) => {
    const [shop, other] = [await calls.newShop("the shop"), await calls.newShop("another shop")];
    const { uuid } = (await calls.ask(shop, PATH, { ...WALLET, order_id: "wallet-1" })).result;
    await calls.ask(shop, PATH, { currency: "bnb", network: "BSC", order_id: "wallet-2", netword: "tron" });
    await calls.ask(shop, PATH, { currency: "USDT", network: "polygon", order_id: 42, url_callback: "" });
    await calls.ask(shop, PATH, { ...WALLET, network: "eth", order_id: "wallet-1" }, { says: "an order id again" });
    await calls.ask(
      shop,
      "/v1/payment",
      { amount: "10", currency: "USDT", order_id: "wallet-1" },
      { says: "a wallet's order id" },
    );
    await calls.ask(shop, "/v1/payment", { amount: "10", currency: "USDT", order_id: "invoice" });
    await calls.ask(shop, PATH, { ...WALLET, order_id: "invoice" }, { says: "an invoice's order id" });
    await calls.askEach(shop, PATH, { ...WALLET, order_id: "refused" }, REFUSED);
    await calls.ask(shop, PATH, {});
    await withoutNode("bsc", () => calls.ask(shop, PATH, { ...WALLET, order_id: "no-node" }));
    await withoutTable("static_wallets", () => calls.ask(shop, PATH, { ...WALLET, order_id: "busy" }));
    const choosy = await calls.newShop("a shop that accepts another coin alone");
    await setMerchant(choosy, { acceptedCoins: [{ currency: "DAI", network: "eth" }] });
    await calls.ask(choosy, PATH, { ...WALLET, order_id: "other" });
    await setMerchant(other, { paymentsBlockedAt: new Date() });
    await calls.ask(other, PATH, { ...WALLET, order_id: "other" }, { says: "its payments are blocked" });
    await calls.ask(shop, QR, { wallet_address_uuid: uuid });
    await calls.ask(shop, QR, { merchant_payment_uuid: uuid });
    await calls.ask(other, QR, { wallet_address_uuid: uuid });
    await calls.askEach(shop, QR, {}, { wallet_address_uuid: [undefined, null, "1", [], NOBODY] });
    await calls.meanwhile("30 USDT arrive", () => arrive(uuid, "30"));
    await calls.meanwhile("12.345678901234567891 USDT arrive", () => arrive(uuid, "12.345678901234567891"));
    await calls.ask(shop, INFO, { order_id: "wallet-1" });
    await calls.ask(shop, "/v1/payment/list", {});
    for (const path of [BLOCK, REFUND]) {
      await calls.ask(shop, path, {});
      await calls.askEach(shop, path, { address: EVM_ADDRESS }, MISNAMED);
      await calls.ask(other, path, { uuid, address: EVM_ADDRESS });
    }
    await calls.askEach(shop, BLOCK, { uuid: NOBODY }, { is_force_refund: ["yes", 2, {}], is_refund: ["on"] });
    await askBlocked(calls, shop);
    await askWithoutPrice(calls, shop);
  },
};
