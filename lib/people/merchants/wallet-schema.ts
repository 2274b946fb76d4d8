import { z } from "zod";

/** The funds of a merchant or a user in one currency, as the pages show them. */
const walletRowView = z.object({
  currency: z.string(),
  name: z.string(),
  /** In the wallet, before debts are deducted. */
  balance: z.string(),
  /** The balance minus debts. */
  spendable: z.string(),
  /** Reserved for payouts and refunds in progress; no longer in the balance. */
  reserved: z.string(),
  /** Waits for a decision; not in the balance yet. */
  held: z.string(),
  /** Confirmed for invoices that are not final yet; not in the balance yet. */
  pending: z.string(),
  /** From a payment that a reorganisation removed after it was spent. */
  owed: z.string(),
  /** The balance in US dollars at the newest price; null without a fresh one. */
  usd: z.string().nullable(),
});
export type WalletRowView = z.output<typeof walletRowView>;

export const walletListView = z.object({
  items: z.array(walletRowView),
  /** The sum of the balances with a price. */
  totalUsd: z.string(),
  /** False if some balance has no fresh price, so that the sum is too small. */
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
