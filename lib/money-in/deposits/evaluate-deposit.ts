import type { Tx } from "@/lib/kernel/db";
import { invariant } from "@/lib/kernel/errors";
import { type AccountName, depositsCustody, hotCustody } from "@/lib/ledger/account";
import { postEntry, postIndependentEntry } from "@/lib/ledger/post-entry";
import { readCoinCost } from "@/lib/money-in/deposits/coins-repo";
import { type Deposit, inclusionReference } from "@/lib/money-in/deposits/deposit";
import { markBooked, markUnbooked, setHoldReason } from "@/lib/money-in/deposits/repo";
import { findNewestVerdict, type ScreeningAnswer, screenAddress } from "@/lib/people/screening/screen-address";
import { spendsCoins } from "@/lib/pricing/catalog/network-rules";
import type { Catalog } from "@/lib/pricing/catalog/queries";

type Sized = Pick<Deposit, "networkCode" | "currencyCode" | "amount">;

/**
 * Whether a coin is worth no more than it currently costs to spend. An amount of at least the
 * service's minimum payment is never dust, whatever the fees are, because such a payment is
 * allowed. On account-based networks nothing is dust: the whole balance of an address is moved at
 * once.
 */
export async function isDust(tx: Tx, catalog: Catalog, { networkCode, currencyCode, amount }: Sized): Promise<boolean> {
  if (!spendsCoins(networkCode)) return false;
  const service = catalog.service(currencyCode, networkCode);
  if (service === null || amount.gte(service.paymentMin)) return false;
  const cost = await readCoinCost(tx, networkCode);
  return cost !== null && amount.lte(cost);
}

/**
 * Checks a deposit for dust just before it is booked and stores the result. Returns the updated
 * deposit.
 */
export async function evaluateDust(tx: Tx, catalog: Catalog, deposit: Deposit): Promise<Deposit> {
  if (deposit.holdReason !== null || !(await isDust(tx, catalog, deposit))) return deposit;
  await setHoldReason(tx, deposit.id, "dust");
  return { ...deposit, holdReason: "dust" };
}

/**
 * Screens the sender of a deposit. The caller ensures that this happens once per inclusion and
 * holds a hit for the operator's decision.
 */
export async function screenDeposit(
  tx: Tx,
  catalog: Catalog,
  { id, networkCode, fromAddress }: Pick<Deposit, "id" | "networkCode" | "fromAddress">,
): Promise<ScreeningAnswer> {
  const network = catalog.network(networkCode);
  invariant(network, `the network ${networkCode} of a deposit is known`);
  return await screenAddress(tx, {
    subjectKind: "deposit",
    subjectId: id,
    family: network.family,
    address: fromAddress,
  });
}

/**
 * Whether a sanctions list names the sender: by the verdict from when the deposit was seen, or by a
 * new screening if the sender has become known since, as happens when a mempool showed the deposit
 * first.
 */
export async function isSenderListed(
  tx: Tx,
  catalog: Catalog,
  deposit: Pick<Deposit, "id" | "networkCode" | "fromAddress">,
): Promise<boolean> {
  const told = await findNewestVerdict(tx, deposit.id);
  const isOfSender = told?.address === (deposit.fromAddress ?? "");
  return isOfSender ? told.isHit : (await screenDeposit(tx, catalog, deposit)).isHit;
}

/**
 * Books a confirmed deposit: the balance on the gateway's address against `creditTo` (a pending or
 * held account). Once per inclusion.
 */
export async function bookDeposit(tx: Tx, deposit: Deposit, creditTo: AccountName): Promise<void> {
  invariant(deposit.status === "seen" && deposit.bookedInclusion === null, `deposit ${deposit.id} cannot be booked`);
  const reference = inclusionReference(deposit, deposit.inclusion);
  await postIndependentEntry(tx, {
    kind: "deposit.book",
    reference,
    groupId: `deposit:${reference}`,
    legs: [
      { debit: custodyOfDeposits(deposit.networkCode, deposit.currencyCode), credit: creditTo, amount: deposit.amount },
    ],
  });
  await markBooked(tx, deposit);
}

/**
 * Reverses the booking of a deposit that left its chain, from the account that {@link bookDeposit}
 * had credited.
 */
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
 * The custody account of deposits. On account-based networks, deposits stay on their addresses
 * until they are swept. On UTXO networks, a deposit is a coin that can be spent directly, whichever
 * key it belongs to, so it counts as hot wallet balance from the start.
 */
function custodyOfDeposits(networkCode: string, currency: string): AccountName {
  return spendsCoins(networkCode) ? hotCustody(networkCode, currency) : depositsCustody(networkCode, currency);
}
