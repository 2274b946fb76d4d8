import { applySandbox } from "@/lib/catalog/apply-sandbox";
import { offerNetworks } from "@/lib/catalog/testing/offer-networks";
import { withTransaction } from "@/lib/db";
import { fundCapital, setPrice } from "@/lib/invoices/testing/gateway-rig";
import { createMerchant } from "@/lib/merchants/create-merchant";
import { createUser } from "@/lib/merchants/create-user";

const CHAINS = ["eth", "bsc", "polygon", "arbitrum", "avalanche"] as const;
/** One whose transactions spend coins; the sandbox that has Bitcoin too has nowhere to leave what waits for a decision. */
const COIN_CHAIN = "ltc";
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
/** As the faucet of a sandbox gives it to the hot wallets. */
const CAPITAL = { USDT: "5000000", USDC: "5000000", ETH: "2000", BNB: "1000", AVAX: "1000", POL: "1000" };

/** A sandbox's catalog, prices and capital, and one merchant: what `npm run up` leaves behind. */
export async function openSeedableSandbox(): Promise<{ readonly merchantId: string; readonly userId: string }> {
  await offerNetworks(...CHAINS, COIN_CHAIN);
  await withTransaction((tx) =>
    applySandbox(tx, [
      { network: COIN_CHAIN, chainId: null, tokens: [] },
      ...CHAINS.map((network, index) => ({
        network,
        chainId: BigInt(index + 1),
        tokens: Object.entries(TOKEN).map(([currency, contract]) => ({
          currency,
          contract,
          decimals: network === "bsc" ? 18 : 6,
        })),
      })),
    ]),
  );
  for (const [currency, price] of Object.entries(PRICES)) await setPrice(currency, price);
  for (const [currency, amount] of Object.entries(CAPITAL)) await fundCapital(currency, amount);
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
