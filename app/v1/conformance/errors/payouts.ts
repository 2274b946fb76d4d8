import {
  acceptOnly,
  type CannotHappen,
  type Provocation,
  send,
  setMerchant,
  withoutFreshPrice,
  withoutNode,
} from "@/app/v1/conformance/errors/provocation";
import type { Parameters } from "@/app/v1/conformance/testing/rule";
import { freshId, newPaidInvoice, newShop } from "@/app/v1/conformance/testing/world";

const ADDRESS = `0x${"ab".repeat(20)}`;
const payout = (fields: Parameters = {}): Parameters => ({
  amount: "10",
  currency: "USDT",
  network: "bsc",
  order_id: freshId(),
  address: ADDRESS,
  is_subtract: true,
  ...fields,
});

/** Errors shared by a payout and its calculation. */
function both(path: string): Provocation[] {
  const refused = (error: string, when: string, fields: Parameters, text?: string): Provocation => ({
    error,
    path,
    when,
    ask: ({ shop }) => send(path, shop, payout(fields)),
    ...(text === undefined ? {} : { text }),
  });
  return [
    refused("validation.required", "the address is missing", { address: null }),
    {
      error: "You are forbidden",
      path,
      when: "the merchant's payouts are blocked",
      ask: async () => {
        const shop = await newShop();
        await setMerchant(shop, { payoutsBlockedAt: new Date() });
        return send(path, shop, payout());
      },
    },
    refused("The currency was not found", "the currency is unknown", { currency: "XXX" }),
    refused("The service was not found", "the coin is not available on the network", { network: "btc" }),
    refused("Not found service to_currency", "to_currency is a fiat currency", { currency: "USD", to_currency: "EUR" }),
    {
      error: "Error convert to_currency",
      path,
      when: "the latest price is too old",
      ask: ({ shop }) =>
        withoutFreshPrice("USDT", () => send(path, shop, payout({ currency: "EUR", to_currency: "USDT" }))),
    },
    refused("Minimum amount <min> <currency>", "the amount is too low", { amount: "0.49" }, "Minimum amount 0.5 USDT"),
    refused(
      "Maximum amount <max> <currency>",
      "the amount is too high",
      { amount: "1000001" },
      "Maximum amount 1000000 USDT",
    ),
    {
      error: "Wallet not found",
      path,
      when: "the merchant accepts only other coins and has never held this one",
      ask: async () => {
        const shop = await newShop();
        await acceptOnly(shop, { currency: "DAI", network: "eth" });
        return send(path, shop, payout());
      },
    },
    refused("The withdrawal amount is too small", "the fee consumes the whole amount", {
      amount: "0.9",
      network: "eth",
      is_subtract: false,
    }),
    {
      error: "Not enough funds",
      path,
      when: "the balance covers the amount but not the fee",
      ask: async () => {
        const shop = await newShop();
        await newPaidInvoice(shop);
        return send(path, shop, payout({ amount: "99" }));
      },
    },
    refused(
      "Not enough balance for convert <from> to <to>",
      "the USDT balance does not cover the conversion",
      { currency: "ETH", network: "eth", amount: "10", from_currency: "USDT" },
      "Not enough balance for convert USDT to ETH",
    ),
    {
      error: "The terminal was not found",
      path,
      when: "no node of the network responds",
      ask: ({ shop }) => withoutNode("bsc", () => send(path, shop, payout())),
    },
  ];
}

export const PAYOUT_ERRORS: readonly Provocation[] = [...both("/v1/payout"), ...both("/v1/payout/calc")];

export const PAYOUT_IMPOSSIBLE: readonly CannotHappen[] = [
  { error: "validation.required", path: "/v1/payout/services", because: "the operation has no parameters" },
];
