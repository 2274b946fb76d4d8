import { endpoint } from "@/lib/fronts/machine-api/endpoint";
import { createStaticWallet } from "@/lib/fronts/machine-api/operations/wallets";
import { createWallet } from "@/lib/money-in/static-wallets/create-wallet";
import { toWalletView } from "@/lib/money-in/static-wallets/get-wallet";

/** Creates a static wallet, or returns the existing one with the same order id. */
export const POST = endpoint(createStaticWallet, async ({ merchant, body }) =>
  toWalletView(await createWallet(merchant, body)),
);
