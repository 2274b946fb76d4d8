import type { Tx } from "@/lib/db";
import { type Deposit, inclusionReference } from "@/lib/deposits/deposit";
import { invariant } from "@/lib/errors";
import { heldFunds, invoicePending } from "@/lib/ledger/account";
import { postEntry } from "@/lib/ledger/post-entry";
import { closeHold, insertHold, type StandingHold } from "@/lib/wallets/holds-repo";
import type { StaticWallet } from "@/lib/wallets/wallet";

/** Moves a booked deposit of a blocked wallet to the held funds: it is never credited, and leaves by the wallet's refund. */
export async function holdDeposit(tx: Tx, wallet: StaticWallet, deposit: Deposit): Promise<void> {
  const inclusion = deposit.bookedInclusion;
  invariant(inclusion !== null, `deposit ${deposit.id} is held only when it is booked`);
  await postHold(tx, "wallet.hold", wallet, deposit, inclusion);
  await insertHold(tx, { depositId: deposit.id, inclusion, walletId: wallet.id, amount: deposit.amount });
}

/** The opposite, for a deposit that left its chain. */
export async function releaseHold(tx: Tx, wallet: StaticWallet, deposit: Deposit, hold: StandingHold): Promise<void> {
  await postHold(tx, "wallet.hold-reverse", wallet, deposit, hold.inclusion);
  await closeHold(tx, hold);
}

async function postHold(
  tx: Tx,
  kind: "wallet.hold" | "wallet.hold-reverse",
  wallet: StaticWallet,
  deposit: Deposit,
  inclusion: number,
): Promise<void> {
  const reference = inclusionReference(deposit, inclusion);
  const pending = invoicePending(wallet.merchantId, deposit.currencyCode);
  const held = heldFunds(wallet.merchantId, deposit.currencyCode);
  const [debit, credit] = kind === "wallet.hold" ? [pending, held] : [held, pending];
  const legs = [{ debit, credit, amount: deposit.amount }];
  await postEntry(tx, { kind, reference, groupId: `deposit:${reference}`, legs });
}
