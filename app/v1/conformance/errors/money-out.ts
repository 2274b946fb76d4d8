import { type Provocation, send, setMerchant } from "@/app/v1/conformance/errors/provocation";
import type { Parameters } from "@/app/v1/conformance/testing/rule";
import { freshId, newBlockedWallet, newPaidInvoice, newShop } from "@/app/v1/conformance/testing/world";
import { database } from "@/lib/kernel/db";
import { setService } from "@/lib/money-out/payouts/testing/payout-rig";
import { clearRatesCache } from "@/lib/pricing/rates/queries";

const REFUND = "/v1/payment/refund";
const BLOCKED = "/v1/wallet/blocked-address-refund";
const TO_PERSONAL = "/v1/transfer/to-personal";
const TO_BUSINESS = "/v1/transfer/to-business";
const ADDRESS = `0x${"ab".repeat(20)}`;
const back: Parameters = { address: ADDRESS, is_subtract: true };

export const REFUND_ERRORS: readonly Provocation[] = [
  {
    error: "validation.required",
    path: REFUND,
    when: "the address is missing",
    ask: ({ shop, paid }) => send(REFUND, shop, { uuid: paid.id, is_subtract: true }),
  },
  {
    error: "validation.required_without",
    path: REFUND,
    when: "no payment is specified",
    ask: ({ shop }) => send(REFUND, shop, back),
  },
  {
    error: "You are forbidden",
    path: REFUND,
    when: "the owner's password was changed an hour ago",
    ask: async () => {
      const shop = await newShop();
      const { id } = await newPaidInvoice(shop);
      const passwordChangedAt = new Date(Date.now() - 3_600_000);
      await database().user.update({ where: { id: shop.ownerId }, data: { passwordChangedAt } });
      return send(REFUND, shop, { ...back, uuid: id });
    },
  },
  {
    error: "Payment was not found",
    path: REFUND,
    when: "the payment belongs to another merchant",
    ask: async ({ paid }) => send(REFUND, await newShop(), { ...back, uuid: paid.id }),
  },
  {
    error: "Refunds are made only for completed payments",
    path: REFUND,
    when: "the invoice is not paid yet",
    ask: ({ shop, open }) => send(REFUND, shop, { ...back, uuid: open.id }),
  },
  {
    error: "The refund amount should not be more than the amount paid",
    path: REFUND,
    when: "the amount exceeds the amount paid by the smallest unit",
    ask: ({ shop, paid }) => send(REFUND, shop, { ...back, uuid: paid.id, amount: "100.000000000000000001" }),
  },
  {
    error: "Undefined merchant wallet",
    path: REFUND,
    when: "the commission consumed the whole payment, and the merchant no longer accepts the coin",
    ask: async () => {
      const shop = await newShop();
      await setService("USDT", "bsc", { paymentFeeFixed: "100" });
      const { id } = await newPaidInvoice(shop).finally(() => setService("USDT", "bsc", { paymentFeeFixed: "0" }));
      await setMerchant(shop, { acceptedCoins: [{ currency: "DAI", network: "eth" }] });
      return send(REFUND, shop, { ...back, uuid: id });
    },
  },
  {
    error: "Server error",
    path: REFUND,
    when: "payouts in the coin are disabled",
    ask: async ({ shop, paid }) => {
      await setService("USDT", "bsc", { isPayoutEnabled: false });
      const answer = send(REFUND, shop, { ...back, uuid: paid.id });
      return answer.finally(() => setService("USDT", "bsc", { isPayoutEnabled: true }));
    },
  },
];

export const BLOCKED_REFUND_ERRORS: readonly Provocation[] = [
  {
    error: "validation.required",
    path: BLOCKED,
    when: "the address is missing",
    ask: ({ shop, blocked }) => send(BLOCKED, shop, { uuid: blocked.id }),
  },
  {
    error: "validation.required_without",
    path: BLOCKED,
    when: "no wallet is specified",
    ask: ({ shop }) => send(BLOCKED, shop, { address: ADDRESS }),
  },
  {
    error: "You are forbidden",
    path: BLOCKED,
    when: "the merchant's payouts are blocked",
    ask: async () => {
      const shop = await newShop();
      const { id } = await newBlockedWallet(shop, { holds: "25" });
      await setMerchant(shop, { payoutsBlockedAt: new Date() });
      return send(BLOCKED, shop, { address: ADDRESS, uuid: id });
    },
  },
  {
    error: "Not found",
    path: BLOCKED,
    when: "the wallet belongs to another merchant",
    ask: async ({ blocked }) => send(BLOCKED, await newShop(), { address: ADDRESS, uuid: blocked.id }),
  },
  {
    error: "Nothing to withdraw",
    path: BLOCKED,
    when: "the wallet has never received a payment",
    ask: async ({ shop }) => send(BLOCKED, shop, { address: ADDRESS, uuid: (await newBlockedWallet(shop)).id }),
  },
  {
    error: "You can withdraw only once",
    path: BLOCKED,
    when: "the refund was requested together with the block",
    ask: async ({ shop }) => {
      const { id } = await newBlockedWallet(shop, { holds: "25", isForceRefund: true });
      return send(BLOCKED, shop, { address: ADDRESS, uuid: id });
    },
  },
  {
    error: "Refund is in process",
    path: BLOCKED,
    when: "the refund was requested a moment ago",
    ask: async ({ shop }) => {
      const { id } = await newBlockedWallet(shop, { holds: "25" });
      await send(BLOCKED, shop, { address: ADDRESS, uuid: id });
      return send(BLOCKED, shop, { address: ADDRESS, uuid: id });
    },
  },
  {
    error: "The amount is too small",
    path: BLOCKED,
    when: "the amount is below the minimum payout",
    ask: async ({ shop }) => {
      const { id } = await newBlockedWallet(shop, { holds: "0.49" });
      return send(BLOCKED, shop, { address: ADDRESS, uuid: id });
    },
  },
  {
    error: "The service was not found",
    path: BLOCKED,
    when: "payouts in the coin are disabled",
    ask: async ({ shop, blocked }) => {
      await setService("USDT", "bsc", { isPayoutEnabled: false });
      const answer = send(BLOCKED, shop, { address: ADDRESS, uuid: blocked.id });
      return answer.finally(() => setService("USDT", "bsc", { isPayoutEnabled: true }));
    },
  },
  {
    error: "Server error",
    path: BLOCKED,
    when: "the network fee cannot be converted into the coin",
    ask: async ({ shop }) => {
      const { id } = await newBlockedWallet(shop, { holds: "25", network: "polygon" });
      const level = { currencyCode: "USDT", networkCode: "polygon", priority: "recommended" as const };
      await database().payoutFeeEstimate.create({ data: { ...level, amount: "0.01", observedAt: new Date() } });
      const rates = await database().rate.findMany({ where: { currencyCode: "POL" } });
      await database().rate.deleteMany({ where: { currencyCode: "POL" } });
      clearRatesCache();
      const answer = send(BLOCKED, shop, { address: ADDRESS, uuid: id });
      return answer.finally(() => database().rate.createMany({ data: rates }));
    },
  },
];

const transfer = (path: string): Provocation[] => {
  const refused = (error: string, when: string, fields: Parameters, text?: string): Provocation => ({
    error,
    path,
    when,
    ask: ({ shop }) => send(path, shop, { amount: "10", currency: "USDT", ...fields }),
    ...(text === undefined ? {} : { text }),
  });
  return [
    refused("validation.required", "the currency is missing", { currency: null }),
    {
      error: "You are forbidden",
      path,
      when: "the merchant's payouts are blocked",
      ask: async () => {
        const shop = await newShop();
        await setMerchant(shop, { payoutsBlockedAt: new Date() });
        return send(path, shop, { amount: "10", currency: "USDT" });
      },
    },
    refused("Minimum amount <min> <currency>", "the amount is too low", { amount: "0.49" }, "Minimum amount 0.5 USDT"),
    refused(
      "Maximum amount <max> <currency>",
      "the amount is too high",
      { amount: "1000001" },
      "Maximum amount 1000000 USDT",
    ),
    refused("Not enough funds", "the balance is too low", { amount: "999999" }),
    {
      error: "No found user wallet",
      path,
      when: "the merchant has no owner",
      ask: async () => {
        const shop = await newShop();
        await database().merchantMember.deleteMany({ where: { merchantId: shop.merchantId } });
        return send(path, shop, { amount: "10", currency: "USDT" });
      },
    },
  ];
};

export const TRANSFER_ERRORS: readonly Provocation[] = [
  ...transfer(TO_PERSONAL),
  ...transfer(TO_BUSINESS),
  {
    error: "No found user wallet",
    path: TO_BUSINESS,
    when: "the owner has never held the coin in a personal wallet",
    ask: ({ shop }) => send(TO_BUSINESS, shop, { amount: "10", currency: "DAI", order_id: freshId() }),
  },
  {
    error: "Merchant wallet not found",
    path: TO_BUSINESS,
    when: "the merchant accepts only other coins and has never held this one",
    ask: async ({ shop: { ownerId } }) => {
      const shop = await newShop(ownerId);
      await setMerchant(shop, { acceptedCoins: [{ currency: "DAI", network: "eth" }] });
      return send(TO_BUSINESS, shop, { amount: "10", currency: "USDT" });
    },
  },
];
