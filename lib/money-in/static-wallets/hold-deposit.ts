import type { Tx } from "@/lib/kernel/db";
import { invariant } from "@/lib/kernel/errors";
import { heldFunds, invoicePending, receivable } from "@/lib/ledger/account";
import { type Leg, postEntry } from "@/lib/ledger/post-entry";
import { openCase } from "@/lib/money-in/cases/case";
import { type Deposit, inclusionReference } from "@/lib/money-in/deposits/deposit";
import { closeHold, insertHold, type StandingHold } from "@/lib/money-in/static-wallets/repo";
import type { StaticWallet } from "@/lib/money-in/static-wallets/wallet";

/**
 * Moves a booked deposit of a blocked wallet to the held funds: it is never credited, and is
 * returned by the wallet's refund.
 */
export async function holdDeposit(tx: Tx, wallet: StaticWallet, deposit: Deposit): Promise<void> {
  await insertHold(tx, {
    depositId: deposit.id,
    inclusion: await moveToHeld(tx, wallet, deposit),
    walletId: wallet.id,
    amount: deposit.amount,
  });
}

/**
 * Moves a deposit that arrived after the wallet's only refund to the held funds, as a case for the
 * merchant to decide.
 */
export async function openCaseAfterRefund(tx: Tx, wallet: StaticWallet, deposit: Deposit): Promise<void> {
  await moveToHeld(tx, wallet, deposit);
  const { currencyCode, networkCode } = deposit;
  const amount = deposit.amount.toFixed();
  const about = { merchantId: wallet.merchantId, kind: "extra" as const, invoiceId: null, walletId: wallet.id };
  await openCase(tx, { ...about, depositId: deposit.id, currencyCode, networkCode, amount });
}

/**
 * Ends the hold of a deposit that left its chain. If a refund has taken the amount, the merchant
 * owes it, because the gateway pays the refund from its own funds.
 */
export async function releaseHold(tx: Tx, wallet: StaticWallet, deposit: Deposit, hold: StandingHold): Promise<void> {
  const { merchantId } = wallet;
  const from = hold.isTaken
    ? receivable(merchantId, deposit.currencyCode)
    : heldFunds(merchantId, deposit.currencyCode);
  const to = invoicePending(merchantId, deposit.currencyCode);
  await post(tx, "wallet.hold-reverse", deposit, hold.inclusion, { debit: from, credit: to });
  await closeHold(tx, hold);
}

/** Returns the inclusion for which it was moved. */
async function moveToHeld(tx: Tx, { merchantId }: StaticWallet, deposit: Deposit): Promise<number> {
  const { currencyCode, bookedInclusion: inclusion } = deposit;
  invariant(inclusion !== null, `deposit ${deposit.id} is held only when it is booked`);
  const [debit, credit] = [invoicePending(merchantId, currencyCode), heldFunds(merchantId, currencyCode)];
  await post(tx, "wallet.hold", deposit, inclusion, { debit, credit });
  return inclusion;
}

async function post(
  tx: Tx,
  kind: "wallet.hold" | "wallet.hold-reverse",
  deposit: Deposit,
  inclusion: number,
  accounts: Pick<Leg, "debit" | "credit">,
): Promise<void> {
  const reference = inclusionReference(deposit, inclusion);
  const legs = [{ ...accounts, amount: deposit.amount }];
  await postEntry(tx, { kind, reference, groupId: `deposit:${reference}`, legs });
}
