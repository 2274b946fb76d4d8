import { endpoint } from "@/lib/api/endpoint";
import { blockStaticWallet } from "@/lib/api/operations/wallets";
import { blockWallet } from "@/lib/wallets/block-wallet";

/** Blocks a static wallet: what arrives from now on is held. */
export const POST = endpoint(blockStaticWallet, async ({ merchant, body }) => {
  const { id, status } = await blockWallet(merchant.id, body);
  return { uuid: id, status };
});
