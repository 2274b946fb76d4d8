import { endpoint } from "@/lib/fronts/machine-api/endpoint";
import { blockStaticWallet } from "@/lib/fronts/machine-api/operations/wallets";
import { blockWallet } from "@/lib/money-in/static-wallets/block-wallet";

/** Blocks a static wallet: later deposits are held. */
export const POST = endpoint(blockStaticWallet, async ({ merchant, body }) => {
  const { id, status } = await blockWallet(merchant.id, body);
  return { uuid: id, status };
});
