import { randomUUID } from "node:crypto";
import { withTransaction } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import { merchantWallet, operatorCapital } from "@/lib/ledger/account";
import { leg, postEntry } from "@/lib/ledger/post-entry";

/**
 * Credits a merchant's business wallet without a payment: moves capital in the hot wallets to the
 * merchant. Custody stays correct.
 */
export async function giveMerchant(merchantId: string, currency: string, amount: string): Promise<void> {
  const legs = leg(operatorCapital(currency), merchantWallet(merchantId, currency), decimal(amount));
  const entry = { kind: "capital.move" as const, reference: randomUUID(), groupId: "test", legs };
  await withTransaction((tx) => postEntry(tx, entry));
}
