import { endpoint } from "@/lib/api/endpoint";
import { createStaticWallet } from "@/lib/api/operations/wallets";
import { createWallet } from "@/lib/wallets/create-wallet";
import { toWalletView } from "@/lib/wallets/wire-view";

/** Creates a static wallet, or answers the one made before with the same order id. */
export const POST = endpoint(createStaticWallet, async ({ merchant, body }) =>
  toWalletView(await createWallet(merchant, body)),
);
