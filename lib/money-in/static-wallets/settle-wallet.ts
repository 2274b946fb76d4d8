import { type Tx, withTransaction } from "@/lib/kernel/db";
import { invariant } from "@/lib/kernel/errors";
import { log } from "@/lib/kernel/log";
import { findCasesOfDeposits, isReleased, type OpenedCase } from "@/lib/money-in/cases/case";
import type { Deposit } from "@/lib/money-in/deposits/deposit";
import { listGoneBack } from "@/lib/money-in/deposits/repo";
import { REVERSAL_WAIT_MS } from "@/lib/money-in/invoices/decide-invoice";
import { lockInvoice } from "@/lib/money-in/invoices/repo";
import { advanceDeposits, BATCH } from "@/lib/money-in/static-wallets/advance-deposits";
import { creditMatchedDeposits, creditTopUp } from "@/lib/money-in/static-wallets/credit-top-up";
import {
  evaluateTopUps,
  groupTopUps,
  readTopUpTerms,
  reopenTopUp,
  type TopUpTerms,
} from "@/lib/money-in/static-wallets/evaluate-top-ups";
import { holdDeposit, openCaseAfterRefund } from "@/lib/money-in/static-wallets/hold-deposit";
import {
  findWalletById,
  hasStandingRefund,
  listStandingHolds,
  lockUnsettledDeposits,
  lockWallet,
} from "@/lib/money-in/static-wallets/repo";
import { listCreditsOf, listOpenTopUpIds, listOverdueWalletIds } from "@/lib/money-in/static-wallets/top-ups-repo";
import type { StaticWallet } from "@/lib/money-in/static-wallets/wallet";
import { type Catalog, loadCatalog } from "@/lib/pricing/catalog/queries";

/**
 * Updates one static wallet to the state of its chains: books confirmed deposits, creates and
 * credits a top-up for those that reach the service's minimum, holds deposits to a blocked wallet,
 * and reverses those that a reorganisation removed.
 *
 * Runs under the wallet's lock, which blocking takes as well, in one transaction, or in several if
 * there is more than a {@link BATCH} to do. Any number of workers may run it any number of times
 * and stop at any point; each deposit is credited or held once.
 */
export async function settleWallet(walletId: string, now = new Date()): Promise<void> {
  const found = await findWalletById(walletId);
  if (found === null) return;
  const terms = { ...(await readTopUpTerms(found)), catalog: await loadCatalog() };
  let isMore = true;
  while (isMore) isMore = await withTransaction((tx) => settleInTransaction(tx, terms, walletId, now));
}

/**
 * Returns whether more remains. Top-ups that wait for a deposit are evaluated only when nothing
 * remains, since the deposit may be among the rest.
 */
async function settleInTransaction(
  tx: Tx,
  terms: TopUpTerms & { readonly catalog: Catalog },
  walletId: string,
  now: Date,
): Promise<boolean> {
  const wallet = await lockWallet(tx, walletId);
  invariant(wallet, "a wallet is never deleted");
  const advanced = await advanceDeposits(tx, terms.catalog, wallet);
  for (const topUpId of advanced.reversed) await reopenTopUp(tx, topUpId);
  const deposits = await lockUnsettledDeposits(tx, walletId);
  const waiting = await listWaiting(tx, wallet, deposits);
  const isBlocked = wallet.status === "blocked";
  const isLeft = isBlocked ? await holdWaiting(tx, wallet, waiting) : await creditWaiting(tx, wallet, terms, waiting);
  if (advanced.isMore || isLeft) return true;
  await evaluateTopUps(tx, walletId, deposits, now);
  return false;
}

/**
 * Holds deposits for the wallet's only refund, or opens cases if that was requested earlier. An
 * automatic refund accepts deposits at any time, except one that was refunded, left its chain and
 * came back: that is a case, to be credited to the merchant, who owes for it.
 */
async function holdWaiting(tx: Tx, wallet: StaticWallet, waiting: readonly Deposit[]): Promise<boolean> {
  if (waiting.length === 0) return false;
  const isTooLate = !wallet.isForceRefund && (await hasStandingRefund(tx, wallet.id));
  const batch = waiting.slice(0, BATCH);
  const goneBack = await listGoneBack(
    tx,
    batch.map(({ id }) => id),
  );
  for (const deposit of batch) {
    const keep = isTooLate || goneBack.has(deposit.id) ? openCaseAfterRefund : holdDeposit;
    await keep(tx, wallet, deposit);
  }
  return waiting.length > BATCH;
}

/** Lists deposits that are booked and on the chain, and neither credited, nor held, nor a case. */
async function listWaiting(tx: Tx, wallet: StaticWallet, deposits: readonly Deposit[]): Promise<Deposit[]> {
  const ids = deposits.map((deposit) => deposit.id);
  const cases = await findCasesOfDeposits(tx, ids);
  const holds = await listStandingHolds(tx, wallet.id);
  const credits = await listCreditsOf(tx, ids);
  const credited = new Set(credits.flatMap(({ depositId, isStanding }) => (isStanding ? [depositId] : [])));
  return deposits.filter(
    ({ id, status, bookedInclusion }) =>
      status === "confirmed" &&
      bookedInclusion !== null &&
      isFree(cases.get(id)) &&
      !holds.has(id) &&
      !credited.has(id),
  );
}

/** A deposit that screening held and released is treated as one without a case. */
function isFree(opened: OpenedCase | undefined): boolean {
  return opened === undefined || isReleased(opened);
}

/**
 * Credits returned deposits to the top-up that waits for them, and creates new top-ups from all
 * others. Returns whether some remain.
 */
async function creditWaiting(
  tx: Tx,
  wallet: StaticWallet,
  terms: TopUpTerms,
  waiting: readonly Deposit[],
): Promise<boolean> {
  if (waiting.length === 0) return false;
  const open = new Set(await listOpenTopUpIds(tx, wallet.id));
  const ids = waiting.map((deposit) => deposit.id);
  const credits = open.size === 0 ? [] : await listCreditsOf(tx, ids);
  const awaitedBy = (deposit: Deposit) =>
    credits.findLast(({ depositId, topUpId }) => depositId === deposit.id && open.has(topUpId))?.topUpId;
  for (const topUpId of open) {
    const returned = waiting.filter((deposit) => awaitedBy(deposit) === topUpId);
    if (returned.length === 0) continue;
    const topUp = await lockInvoice(tx, topUpId);
    invariant(topUp, `top-up ${topUpId} is there`);
    await creditMatchedDeposits(tx, wallet, terms, topUp, returned);
  }
  const fresh = waiting.filter((deposit) => awaitedBy(deposit) === undefined);
  let count = 0;
  for (const group of groupTopUps(fresh, terms.service.paymentMin)) {
    if (count >= BATCH) return true;
    await creditTopUp(tx, wallet, terms, group);
    count += group.length;
  }
  return false;
}

/** Keeps one pass short; the next one handles the rest. */
const WALLETS_A_PASS = 100;

/**
 * Ends top-ups whose reversed deposit has not come back within a day. Called by a periodic scan;
 * safe to run in several workers concurrently.
 */
export async function closeReversedTopUps(now = new Date()): Promise<void> {
  const reversedBefore = new Date(now.getTime() - REVERSAL_WAIT_MS);
  for (const id of await listOverdueWalletIds(reversedBefore, WALLETS_A_PASS)) {
    try {
      await settleWallet(id, now);
    } catch (error) {
      log().error({ wallet: id, err: error }, "a reversed top-up could not be settled");
    }
  }
}
