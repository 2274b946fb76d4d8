import { withTransaction } from "@/lib/kernel/db";
import { fundCapital, setPrice } from "@/lib/money-in/invoices/testing/gateway-rig";
import { createUser } from "@/lib/people/identity/complete-setup";
import { createMerchant } from "@/lib/people/merchants/create-merchant";
import { applySandbox } from "@/lib/pricing/catalog/apply-sandbox";
import { offerNetworks } from "@/lib/pricing/catalog/testing/offer-networks";

const CHAINS = ["eth", "bsc", "polygon", "arbitrum", "avalanche"] as const;
/**
 * Networks with other kinds of transactions. If all networks had a node, deposits that wait for a
 * decision would have no network to be on.
 */
const COIN_CHAIN = "ltc";
const OTHER_CHAINS = ["btc", "tron"] as const;
const TOKEN = {
  USDT: "0x00000000000000000000000000000000000000a1",
  USDC: "0x00000000000000000000000000000000000000a2",
};
const PRICES = {
  USDT: "1",
  USDC: "1",
  ETH: "3480",
  BNB: "905",
  AVAX: "32.4",
  POL: "0.226",
  BTC: "97250",
  LTC: "98.7",
  TRX: "0.287",
  EUR: "1.16",
  GBP: "1.32",
};
/** The amounts that a sandbox's faucet sends to the hot wallets. */
const CAPITAL = {
  USDT: "5000000",
  USDC: "5000000",
  ETH: "2000",
  BNB: "1000",
  AVAX: "1000",
  POL: "1000",
  LTC: "20",
  BTC: "20",
  TRX: "100000",
};

/**
 * Creates a sandbox's catalog, prices and capital, and one merchant: the state after `npm run up`.
 *
 * @param isWhole with a node for every coin of the year
 * @param capital amounts that replace those of the faucet, by currency
 */
export async function openSeedableSandbox(
  isWhole = false,
  capital: Readonly<Record<string, string>> = {},
): Promise<{ readonly merchantId: string; readonly userId: string }> {
  const chains = [...CHAINS, COIN_CHAIN, ...(isWhole ? OTHER_CHAINS : [])];
  await offerNetworks(...chains);
  await withTransaction((tx) =>
    applySandbox(
      tx,
      chains.map((network, index) => ({
        network,
        chainId: BigInt(index + 1),
        tokens: Object.entries(TOKEN).map(([currency, contract]) => ({
          currency,
          contract,
          decimals: network === "bsc" ? 18 : 6,
        })),
      })),
    ),
  );
  for (const [currency, price] of Object.entries(PRICES)) await setPrice(currency, price);
  for (const [currency, amount] of Object.entries({ ...CAPITAL, ...capital })) await fundCapital(currency, amount);
  return withTransaction(async (tx) => {
    const owner = await createUser(tx, {
      email: "owner@shop.test",
      name: "Olga",
      password: "a long enough password",
      isOperator: false,
    });
    const merchant = await createMerchant(tx, { name: "Paper Lantern", ownerUserId: owner.id });
    return { merchantId: merchant.id, userId: owner.id };
  });
}
