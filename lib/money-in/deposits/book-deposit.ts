import type { Tx } from "@/lib/kernel/db";
import { invariant } from "@/lib/kernel/errors";
import { type AccountName, depositsCustody, hotCustody } from "@/lib/ledger/account";
import { postEntry } from "@/lib/ledger/post-entry";
import { type Deposit, inclusionReference } from "@/lib/money-in/deposits/deposit";
import { markBooked, markUnbooked } from "@/lib/money-in/deposits/repo";
import { spendsCoins } from "@/lib/pricing/catalog/network-rules";

/**
 * Takes a deposit that is deep enough into the books: what stands on our address against `creditTo` (a pending or held account).
 * Once per inclusion.
 */
export async function bookDeposit(tx: Tx, deposit: Deposit, creditTo: AccountName): Promise<void> {
  invariant(deposit.status === "seen" && deposit.bookedInclusion === null, `deposit ${deposit.id} cannot be booked`);
  const reference = inclusionReference(deposit, deposit.inclusion);
  await postEntry(tx, {
    kind: "deposit.book",
    reference,
    groupId: `deposit:${reference}`,
    legs: [
      { debit: custodyOfDeposits(deposit.networkCode, deposit.currencyCode), credit: creditTo, amount: deposit.amount },
    ],
  });
  await markBooked(tx, deposit.id, deposit.inclusion);
}

/** Takes a deposit that left its chain out of the books again, from where {@link bookDeposit} had put it. */
export async function unbookDeposit(tx: Tx, deposit: Deposit, bookedTo: AccountName): Promise<void> {
  invariant(deposit.bookedInclusion !== null, `deposit ${deposit.id} is not booked`);
  const reference = inclusionReference(deposit, deposit.bookedInclusion);
  await postEntry(tx, {
    kind: "deposit.reverse",
    reference,
    groupId: `deposit:${reference}`,
    legs: [
      { debit: bookedTo, credit: custodyOfDeposits(deposit.networkCode, deposit.currencyCode), amount: deposit.amount },
    ],
  });
  await markUnbooked(tx, deposit.id);
}

/**
 * Where in the books deposits stand. Where accounts pay they stand on their addresses until they are swept. Where transactions spend coins a
 * deposit is a coin to pay with as it is, wherever its key is: it counts as in the hot wallet from the start.
 */
function custodyOfDeposits(networkCode: string, currency: string): AccountName {
  return spendsCoins(networkCode) ? hotCustody(networkCode, currency) : depositsCustody(networkCode, currency);
}
