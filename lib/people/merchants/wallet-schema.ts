import { z } from "zod";

/** What a merchant or a user has in one currency, as the pages show it. */
const walletRowView = z.object({
  currency: z.string(),
  name: z.string(),
  /** In the wallet, before what is owed. */
  balance: z.string(),
  /** The balance less what is owed. */
  spendable: z.string(),
  /** Taken for payouts and refunds under way; no longer in the balance. */
  reserved: z.string(),
  /** Waits for a decision; not in the balance yet. */
  held: z.string(),
  /** Confirmed for invoices that are not final yet; not in the balance yet. */
  pending: z.string(),
  /** From a payment that its chain took back after it was spent. */
  owed: z.string(),
  /** The balance in US dollars at the newest price; null when no fresh one is known. */
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

const walletView = z.strictObject({
  uuid: z.uuid(),
  balance: z.string().describe("8 decimals, or more if the value has more"),
  currency_code: z.string(),
  balance_usd: z.string(),
});

/** `POST /v1/balance`: an array of one. */
export const balanceView = z.array(
  z.strictObject({ balance: z.strictObject({ merchant: z.array(walletView), user: z.array(walletView) }) }),
);

export type WalletView = z.output<typeof walletView>;
