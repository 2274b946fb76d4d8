import { type Tx, withTransaction } from "@/lib/kernel/db";
import { type Decimal, ZERO } from "@/lib/kernel/money/decimal";
import { findCasesOfDeposits, type OpenedCase } from "@/lib/money-in/cases/case";
import type { Deposit } from "@/lib/money-in/deposits/deposit";
import { lockOwnerDeposits, readDepths } from "@/lib/money-in/deposits/repo";
import { advanceDeposits } from "@/lib/money-in/invoices/advance-deposits";
import {
  bookedDeposits,
  type Confirmed,
  creditTotals,
  findInternalPaymentPart,
  type InternalPaymentPart,
  paidTotals,
  sumConfirmed,
} from "@/lib/money-in/invoices/confirmed-deposits";
import { creditMatchedDeposits } from "@/lib/money-in/invoices/credit-matched-deposits";
import {
  type Decision,
  decideInvoice,
  IN_FLIGHT_HOLD_MS,
  type InvoiceSituation,
  isPaymentGone,
  payableUnit,
  type Witnessed,
} from "@/lib/money-in/invoices/decide-invoice";
import { BATCH, nextBatch } from "@/lib/money-in/invoices/deposit-batch";
import type { Invoice, Quote } from "@/lib/money-in/invoices/invoice";
import {
  caseKindOf,
  isHeldByScreening,
  type MatchedDeposit,
  matchDeposits,
} from "@/lib/money-in/invoices/matched-deposits";
import { listStandingCredits } from "@/lib/money-in/invoices/merchant-terms-repo";
import {
  isReadBeyondExpiry,
  listDepositEventKeys,
  listQuotes,
  lockInvoice,
  updateInvoice,
} from "@/lib/money-in/invoices/repo";
import { isDecided } from "@/lib/money-in/invoices/status";
import { transitionInvoice } from "@/lib/money-in/invoices/transition-invoice";
import { askAboutHeld } from "@/lib/money-in/questionnaires/ask-payer";
import { type Catalog, loadCatalog } from "@/lib/pricing/catalog/queries";

const PAYABLE_DECIMALS_DEFAULT = 8;

/**
 * Brings one invoice up to what the chains show: books deposits that are deep enough, opens cases
 * for those that no rule may credit, takes back what a reorganisation removed, decides the status,
 * credits the merchant when it becomes final, and queues the webhook. All in one transaction under
 * the invoice's lock, or several where there is more than a {@link BATCH} of deposits to take in
 * before it can be decided; so it may be run by any number of workers, any number of times.
 */
export async function settleInvoice(invoiceId: string, now = new Date()): Promise<void> {
  const catalog = await loadCatalog();
  let isMore = true;
  while (isMore) isMore = await withTransaction((tx) => settleInTransaction(tx, catalog, invoiceId, now, BATCH));
}

/**
 * In the caller's transaction; answers whether more than `limit` deposits were to be taken in:
 * nothing is decided then.
 */
export async function settleInTransaction(
  tx: Tx,
  catalog: Catalog,
  invoiceId: string,
  now: Date,
  limit = Number.POSITIVE_INFINITY,
): Promise<boolean> {
  const locked = await lockInvoice(tx, invoiceId);
  // A top-up is settled with its wallet, which its deposits belong to.
  if (locked === null || locked.walletId !== null) return false;
  const quotes = await listQuotes(tx, invoiceId);
  // Asked before the deposits are read: what a yes promises to be recorded is then among them.
  const isReadBeyond = await isReadBeyondExpiry(tx, invoiceId, new Date(now.getTime() - IN_FLIGHT_HOLD_MS));
  const before = await lockOwnerDeposits(tx, "invoice", invoiceId);
  // Asked after they are locked: a depth from before a reorganisation would be too large for what
  // it included again.
  const depths = await readDepths(tx);
  const recorded = await listDepositEventKeys(tx, invoiceId);
  const { batch, isMore } = nextBatch(before, recorded, depths, limit);
  const bookedCount = before.filter(({ bookedInclusion }) => bookedInclusion !== null).length;
  const situation = { catalog, invoice: locked, quotes, deposits: batch, recorded, bookedCount, depths };
  const advanced = await advanceDeposits(tx, situation);
  if (isMore && !advanced.isReopened) return true;

  const deposits = await lockOwnerDeposits(tx, "invoice", invoiceId);
  const cases = await findCasesOfDeposits(
    tx,
    deposits.map((deposit) => deposit.id),
  );
  const matched = matchDeposits(advanced.invoice, deposits, quotes, cases);
  const internal = await findInternalPaymentPart(tx, locked, quotes);
  const confirmed = { matched: bookedDeposits(matched), internal };
  const invoice = advanced.isReopened ? await reopenInvoice(tx, locked, confirmed) : advanced.invoice;
  if (isMore) return true;
  const held = withoutDust(
    catalog,
    deposits.filter((deposit) => isHeld(invoice, deposit, quotes, cases)),
  );
  const hasAcceptedLate = [...cases.values()].some((opened) => opened.kind === "late" && opened.status === "credited");
  const found = {
    confirmed: sumConfirmed(confirmed),
    isHeld: held.length > 0,
    hasAcceptedLate,
    isReadBeyondExpiry: isReadBeyond,
  };
  const hasLate = deposits.some((deposit) => isLate(invoice, deposit, quotes, cases));
  const decision = decideInvoice(situationOf(catalog, invoice, { matched, hasLate }, found), now);
  await applyDecision(tx, invoice, { matched, internal, held }, decision);
  if (decision.status === "locked") await askAboutHeld(tx, invoice, now);
  return false;
}

/** Screening holds it, and it would count for the invoice otherwise. */
function isHeld(
  invoice: Invoice,
  deposit: Deposit,
  quotes: readonly Quote[],
  cases: ReadonlyMap<string, OpenedCase>,
): boolean {
  const opened = cases.get(deposit.id);
  return opened !== undefined && isHeldByScreening(opened) && caseKindOf(invoice, deposit, quotes) === null;
}

/** It stands, and came when the time was over. */
function isLate(
  invoice: Invoice,
  deposit: Deposit,
  quotes: readonly Quote[],
  cases: ReadonlyMap<string, OpenedCase>,
): boolean {
  if (deposit.status === "vanished") return false;
  return (cases.get(deposit.id)?.kind ?? caseKindOf(invoice, deposit, quotes)) === "late";
}

/**
 * Anybody can send a grain from a listed address to lock somebody's invoice: what does not reach
 * the service's minimum, all of one coin together, waits for the operator as a case and holds
 * nothing up.
 */
function withoutDust(catalog: Catalog, held: readonly Deposit[]): Deposit[] {
  const coinOf = ({ currencyCode, networkCode }: Deposit) => `${networkCode}:${currencyCode}`;
  const sums = new Map<string, Decimal>();
  for (const deposit of held) sums.set(coinOf(deposit), deposit.amount.plus(sums.get(coinOf(deposit)) ?? ZERO));
  return held.filter((deposit) => {
    const service = catalog.service(deposit.currencyCode, deposit.networkCode);
    return service === null || (sums.get(coinOf(deposit)) ?? ZERO).gte(service.paymentMin);
  });
}

function situationOf(
  catalog: Catalog,
  invoice: Invoice,
  { matched, hasLate }: { readonly matched: readonly MatchedDeposit[]; readonly hasLate: boolean },
  found: Pick<InvoiceSituation, "confirmed" | "isHeld" | "hasAcceptedLate" | "isReadBeyondExpiry">,
): InvoiceSituation {
  const quote = invoice.currentQuote;
  const service = quote ? catalog.service(quote.currencyCode, quote.networkCode) : null;
  const terms = {
    accuracyPercent: invoice.accuracyPercent,
    due: quote?.payerAmount ?? null,
    payableUnit: payableUnit(service?.payableDecimals ?? PAYABLE_DECIMALS_DEFAULT),
  };
  return {
    ...terms,
    status: invoice.status,
    expiresAt: invoice.expiresAt,
    reversedAt: invoice.reversedAt,
    isPaymentMultiple: invoice.isPaymentMultiple,
    isWaiting: matched.some(({ deposit }) => isUnbooked(deposit) && deposit.blockHeight !== null),
    isInMempool: matched.some(({ deposit }) => isUnbooked(deposit) && deposit.blockHeight === null),
    isDisputed: matched.some(({ deposit }) => isDisputed(deposit)),
    hasVanished: isPaymentGone(terms, matched.map(toWitnessed), hasLate),
    ...found,
  };
}

function toWitnessed({ deposit, counted }: MatchedDeposit): Witnessed {
  return { isVanished: deposit.status === "vanished", wasInBlock: deposit.blockHeight !== null, counted };
}

function isUnbooked(deposit: Deposit): boolean {
  return deposit.status === "seen" && deposit.bookedInclusion === null;
}

/**
 * It stands in the books and left its chain: whether it is gone for good is not agreed yet, so
 * nothing may be credited for it.
 */
function isDisputed(deposit: Deposit): boolean {
  return deposit.status === "vanished" && deposit.bookedInclusion !== null;
}

/**
 * A credited part was taken back: the invoice waits for it again, and says what stands without it.
 */
async function reopenInvoice(tx: Tx, invoice: Invoice, confirmed: Confirmed): Promise<Invoice> {
  return transitionInvoice(tx, invoice, "process", {
    reversedAt: new Date(),
    paymentOutcome: null,
    ...paidTotals(confirmed),
    ...creditTotals(invoice, await listStandingCredits(tx, invoice.id), confirmed),
  });
}

/** What came for it; `held` by screening, and nothing of it in the sums. */
type Came = {
  readonly matched: readonly MatchedDeposit[];
  readonly internal: InternalPaymentPart | null;
  readonly held: readonly Deposit[];
};

async function applyDecision(
  tx: Tx,
  invoice: Invoice,
  { matched, internal, held }: Came,
  decision: Decision,
): Promise<void> {
  const confirmed = { matched: bookedDeposits(matched), internal };
  const becomesFinal = isDecided(decision.status) && decision.status !== "cancel" && decision.status !== "fail";
  const isNew = decision.status !== invoice.status;
  const needsCredit = becomesFinal && (isNew || decision.paymentOutcome === "late");
  const credited = needsCredit
    ? creditTotals(invoice, await creditMatchedDeposits(tx, invoice, confirmed), confirmed)
    : {};
  const changes = {
    ...paidTotals(confirmed),
    ...shownPayment(invoice, [...held, ...matched.map(({ deposit }) => deposit)], decision),
    ...credited,
    ...(decision.paymentOutcome === null ? {} : { paymentOutcome: decision.paymentOutcome }),
    ...(isNew && isDecided(decision.status) ? { reversedAt: null } : {}),
  };
  if (isNew) await transitionInvoice(tx, invoice, decision.status, changes);
  // While it is sent back it shows what was paid, and by what.
  else if ((!isDecided(invoice.status) && invoice.status !== "refund_process") || needsCredit)
    await updateInvoice(tx, invoice.id, changes);
}

/**
 * The transaction that the object shows: the first one seen, a held one before others, and once
 * decided the last one that counted.
 */
function shownPayment(invoice: Invoice, deposits: readonly Deposit[], decision: Decision) {
  const present = deposits.filter(({ status }) => status !== "vanished");
  const shown = isDecided(decision.status) ? present.at(-1) : present[0];
  if (shown) return { transactionId: shown.transactionId, fromAddress: shown.fromAddress };
  return isDecided(invoice.status) ? {} : { transactionId: null, fromAddress: null };
}
