import { z } from "zod";

/** A merchant's balance in one currency, as the pages show it. */
const walletRowView = z.object({
  currency: z.string(),
  name: z.string(),
  balance: z.string(),
  /** In US dollars at the newest price; null when no fresh one is known. */
  usd: z.string().nullable(),
});
export type WalletRowView = z.output<typeof walletRowView>;

export const walletListView = z.object({
  items: z.array(walletRowView),
  /** Sum of what could be priced. */
  totalUsd: z.string(),
  /** False when some balance has no fresh price, so that the sum is too small. */
  isTotalWhole: z.boolean(),
});
export type WalletListView = z.output<typeof walletListView>;
