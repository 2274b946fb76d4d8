import { withoutFreshPrice, withoutNode } from "@/app/v1/conformance/errors/provocation";
import { fund } from "@/app/v1/conformance/testing/world";
import type { Group } from "@/app/v1/recorded/testing/recorder";
import { merchantWallet, userWallet } from "@/lib/ledger/account";

const BALANCE = "/v1/balance";
const CURRENCIES = ["USD", "eur", "USDT", "ETH", "BTC", "MATIC", "CGPT", "XXX", "US", "%F0%9F%98%80", "A".repeat(17)];
const rates = (currency: string) => `/v1/exchange-rate/${currency}/list`;
const UNSIGNED = { method: "GET", says: "unsigned", headers: { merchant: null, sign: null } } as const;

/** `POST /v1/balance`, exchange rates and the two lists of services. */
export const balances: Group = {
  name: "balances",
  about: "Balances, exchange rates and services.",
  record: async (calls) => {
    const shop = await calls.newShop("the shop");
    await calls.ask(shop, BALANCE, {});
    await fund(merchantWallet(shop.merchantId, "USDT"), "1000.123456789012345678");
    await fund(merchantWallet(shop.merchantId, "ETH"), "0.5", "ETH");
    await fund(userWallet(shop.ownerId, "BTC"), "0.00000001", "BTC");
    await calls.ask(shop, BALANCE, {});
    await withoutFreshPrice("ETH", () => calls.ask(shop, BALANCE, {}, { says: "the price of ether is an hour old" }));
    for (const currency of CURRENCIES) await calls.ask(shop, rates(currency), null, UNSIGNED);
    await calls.ask(shop, rates("USD"), "{}", { says: "as old clients call it" });
    await calls.ask(shop, rates("USD"), null, { method: "GET", headers: { sign: "0" }, says: "a wrong signature" });
    await calls.ask(shop, "/v1/payment/services", {});
    await calls.ask(shop, "/v1/payout/services", {});
    await withoutNode("bsc", () => calls.ask(shop, "/v1/payout/services", {}, { says: "no node of bsc answers" }));
  },
};
