import { z } from "zod";

const walletView = z.strictObject({
  uuid: z.uuid(),
  balance: z.string().describe("8 decimals, more when the value has them"),
  currency_code: z.string(),
  balance_usd: z.string(),
});

/** `POST /v1/balance`: an array of one. */
export const balanceView = z.array(
  z.strictObject({ balance: z.strictObject({ merchant: z.array(walletView), user: z.array(walletView) }) }),
);

export type WalletView = z.output<typeof walletView>;
