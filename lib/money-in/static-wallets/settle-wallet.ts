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
 * Brings one static wallet up to what the chains show: books deposits that are deep enough, makes a
 * top-up of what reaches the service's minimum and credits it, holds what came to a blocked wallet,
 * and takes back what a reorganisation removed.
 *
 * Under the wallet's lock, which blocking takes as well, in one transaction, or several where there
 * is more than a {@link BATCH} to do; so it may be run by any number of workers, any number of
 * times, end anywhere, and each deposit is credited or held once.
 */
export async function settleWallet(walletId: string, now = new Date()): Promise<void> {
  const found = await findWalletById(walletId);
  if (found === null) return;
  const terms = { ...(await readTopUpTerms(found)), catalog: await loadCatalog() };
  let isMore = true;
  while (isMore) isMore = await withTransaction((tx) => settleInTransaction(tx, terms, walletId, now));
}

/**
 * Answers whether there is more to do. What waits for a deposit to come back is judged when there
 * is not: it may be among the rest.
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
 * Held for the wallet's one refund; where that was ordered before, a case. One that goes back by
 * itself may come at any time, but not one that went back, left its chain and came again: that is a
 * case, to be credited to the merchant, who owes for it.
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

/** Booked and on the chain, and neither credited nor held nor a case. */
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

/** One that screening held and let go is as good as one that never had a case. */
function isFree(opened: OpenedCase | undefined): boolean {
  return opened === undefined || isReleased(opened);
}

/**
 * What comes back belongs to the top-up that waits for it; all else makes new ones. Answers whether
 * some are left to be made.
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

/** One pass stays short; what is left comes with the next one. */
const WALLETS_A_PASS = 100;

/**
 * Ends top-ups whose reversed deposit has not come back within a day. Found by a scan; safe to run
 * from several workers at once.
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
