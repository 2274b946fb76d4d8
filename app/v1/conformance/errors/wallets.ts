import {
  acceptOnly,
  type CannotHappen,
  type Provocation,
  send,
  setMerchant,
  withoutNode,
  withoutTable,
} from "@/app/v1/conformance/errors/provocation";
import type { Parameters } from "@/app/v1/conformance/testing/rule";
import { freshId, newShop } from "@/app/v1/conformance/testing/world";

const PATH = "/v1/wallet";
const BLOCK = "/v1/wallet/block-address";

const wanted = (fields: Parameters = {}): Parameters => ({
  currency: "USDT",
  network: "bsc",
  order_id: freshId(),
  ...fields,
});

export const WALLET_ERRORS: readonly Provocation[] = [
  {
    error: "validation.required",
    path: PATH,
    when: "the network is missing",
    ask: ({ shop }) => send(PATH, shop, wanted({ network: null })),
  },
  {
    error: "validation.required",
    path: "/v1/wallet/qr",
    when: "no wallet is specified",
    ask: ({ shop }) => send("/v1/wallet/qr", shop, {}),
  },
  {
    error: "validation.required_without",
    path: BLOCK,
    when: "no wallet is specified",
    ask: ({ shop }) => send(BLOCK, shop, {}),
  },
  {
    error: "You are forbidden",
    path: PATH,
    when: "the merchant's payments are blocked",
    ask: async () => {
      const shop = await newShop();
      await setMerchant(shop, { paymentsBlockedAt: new Date() });
      return send(PATH, shop, wanted());
    },
  },
  {
    error: "The service was not found",
    path: PATH,
    when: "the coin is not available on the network",
    ask: ({ shop }) => send(PATH, shop, wanted({ currency: "BTC" })),
  },
  {
    error: "Wallet not found",
    path: PATH,
    when: "the merchant accepts only other coins",
    ask: async () => {
      const shop = await newShop();
      await acceptOnly(shop, { currency: "DAI", network: "eth" });
      return send(PATH, shop, wanted());
    },
  },
  {
    error: "The terminal was not found",
    path: PATH,
    when: "no node of the network responds",
    ask: ({ shop }) => withoutNode("bsc", () => send(PATH, shop, wanted())),
  },
  {
    error: "Server error",
    path: PATH,
    when: "the database cannot store the wallet at the moment",
    ask: ({ shop }) => withoutTable("static_wallets", () => send(PATH, shop, wanted())),
  },
];

export const WALLET_IMPOSSIBLE: readonly CannotHappen[] = [
  {
    error: "validation.required",
    path: BLOCK,
    because: "either of two identifiers is sufficient, and if both are missing the code is validation.required_without",
  },
];
