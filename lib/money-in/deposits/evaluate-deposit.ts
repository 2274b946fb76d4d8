import type { Tx } from "@/lib/kernel/db";
import { invariant } from "@/lib/kernel/errors";
import { type AccountName, depositsCustody, hotCustody } from "@/lib/ledger/account";
import { postEntry } from "@/lib/ledger/post-entry";
import { readCoinCost } from "@/lib/money-in/deposits/coins-repo";
import { type Deposit, inclusionReference } from "@/lib/money-in/deposits/deposit";
import { markBooked, markUnbooked, setHoldReason } from "@/lib/money-in/deposits/repo";
import { findNewestVerdict, type ScreeningAnswer, screenAddress } from "@/lib/people/screening/screen-address";
import { spendsCoins } from "@/lib/pricing/catalog/network-rules";
import type { Catalog } from "@/lib/pricing/catalog/queries";

type Sized = Pick<Deposit, "networkCode" | "currencyCode" | "amount">;

/**
 * Whether a coin holds no more than spending it costs now. What reaches the service's least payment
 * never is dust, whatever fees are: that much was asked for. Where accounts pay nothing is: what
 * lies on one address leaves it together.
 */
export async function isDust(tx: Tx, catalog: Catalog, { networkCode, currencyCode, amount }: Sized): Promise<boolean> {
  if (!spendsCoins(networkCode)) return false;
  const service = catalog.service(currencyCode, networkCode);
  if (service === null || amount.gte(service.paymentMin)) return false;
  const cost = await readCoinCost(tx, networkCode);
  return cost !== null && amount.lte(cost);
}

/**
 * Looks at a deposit in the moment in which it is to be booked, and notes with it that it is dust.
 * Answers it as it is from then on.
 */
export async function evaluateDust(tx: Tx, catalog: Catalog, deposit: Deposit): Promise<Deposit> {
  if (deposit.holdReason !== null || !(await isDust(tx, catalog, deposit))) return deposit;
  await setHoldReason(tx, deposit.id, "dust");
  return { ...deposit, holdReason: "dust" };
}

/**
 * Asks the lists about the sender of a deposit. The caller sees to it that this happens once for
 * each time that a block includes it, and holds what is a hit for the operator to decide.
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
 * Whether a list names the sender of a deposit: by the answer of when it was seen, or a new one
 * where its sender has become known since, as it may when a mempool showed it first.
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
 * Takes a deposit that is deep enough into the books: what stands on our address against `creditTo`
 * (a pending or held account). Once per inclusion.
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

/**
 * Takes a deposit that left its chain out of the books again, from where {@link bookDeposit} had
 * put it.
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
 * Where in the books deposits stand. Where accounts pay they stand on their addresses until they
 * are swept. Where transactions spend coins a deposit is a coin to pay with as it is, wherever its
 * key is: it counts as in the hot wallet from the start.
 */
function custodyOfDeposits(networkCode: string, currency: string): AccountName {
  return spendsCoins(networkCode) ? hotCustody(networkCode, currency) : depositsCustody(networkCode, currency);
}
