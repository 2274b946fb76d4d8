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
 * Updates one invoice to the state of its chains: books confirmed deposits, opens cases for those
 * that no rule may credit, reverses those that a reorganisation removed, decides the status,
 * credits the merchant when it becomes final, and queues the webhook. Runs in one transaction under
 * the invoice's lock, or in several if more than a {@link BATCH} of deposits must be processed
 * before the decision. Any number of workers may run it any number of times.
 */
export async function settleInvoice(invoiceId: string, now = new Date()): Promise<void> {
  const catalog = await loadCatalog();
  let isMore = true;
  while (isMore) isMore = await withTransaction((tx) => settleInTransaction(tx, catalog, invoiceId, now, BATCH));
}

/**
 * Settles in the caller's transaction. Returns whether more than `limit` deposits had to be
 * processed; nothing is decided then.
 */
export async function settleInTransaction(
  tx: Tx,
  catalog: Catalog,
  asked: string,
  now: Date,
  limit = Number.POSITIVE_INFINITY,
): Promise<boolean> {
  const locked = await lockInvoice(tx, asked);
  // A top-up is settled with its wallet, which owns its deposits.
  if (locked === null || locked.walletId !== null) return false;
  const invoiceId = locked.id;
  const quotes = await listQuotes(tx, invoiceId);
  // Read before the deposits: everything that a positive result guarantees to be recorded is then
  // among them.
  const isReadBeyond = await isReadBeyondExpiry(tx, {
    invoiceId,
    heldSince: new Date(now.getTime() - IN_FLIGHT_HOLD_MS),
  });
  const before = await lockOwnerDeposits(tx, { kind: "invoice", id: invoiceId });
  // Read after locking them: a depth from before a reorganisation would be too large for deposits
  // that it included again.
  const depths = await readDepths(tx);
  const recorded = await listDepositEventKeys(tx, invoiceId);
  const { batch, isMore } = nextBatch(before, recorded, depths, limit);
  const bookedCount = before.filter(({ bookedInclusion }) => bookedInclusion !== null).length;
  const situation = { catalog, invoice: locked, quotes, deposits: batch, recorded, bookedCount, depths };
  const advanced = await advanceDeposits(tx, situation);
  if (isMore && !advanced.isReopened) return true;

  const deposits = await lockOwnerDeposits(tx, { kind: "invoice", id: invoiceId });
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

/** Whether screening holds a deposit that would otherwise count for the invoice. */
function isHeld(
  invoice: Invoice,
  deposit: Deposit,
  quotes: readonly Quote[],
  cases: ReadonlyMap<string, OpenedCase>,
): boolean {
  const opened = cases.get(deposit.id);
  return opened !== undefined && isHeldByScreening(opened) && caseKindOf(invoice, deposit, quotes) === null;
}

/** Whether a deposit exists that arrived after the expiry. */
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
 * Anybody can send dust from a listed address to lock another person's invoice. So deposits of one
 * coin that are below the service's minimum in total wait for the operator as cases and do not hold
 * the invoice.
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
 * A booked deposit that left its chain: until its absence is confirmed, nothing may be credited for
 * it.
 */
function isDisputed(deposit: Deposit): boolean {
  return deposit.status === "vanished" && deposit.bookedInclusion !== null;
}

/** Reopens an invoice whose credited part was reversed; its totals exclude that part. */
async function reopenInvoice(tx: Tx, invoice: Invoice, confirmed: Confirmed): Promise<Invoice> {
  return transitionInvoice(tx, invoice, "process", {
    reversedAt: new Date(),
    paymentOutcome: null,
    ...paidTotals(confirmed),
    ...creditTotals(invoice, await listStandingCredits(tx, invoice.id), confirmed),
  });
}

/** The payments of the invoice; those `held` by screening are not included in the totals. */
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
  // During a refund, the invoice keeps showing the payment and its transaction.
  else if ((!isDecided(invoice.status) && invoice.status !== "refund_process") || needsCredit)
    await updateInvoice(tx, invoice.id, changes);
}

/**
 * Returns the transaction that the API object shows: the first one seen, preferring a held one, and
 * after the decision the last one that counted.
 */
function shownPayment(invoice: Invoice, deposits: readonly Deposit[], decision: Decision) {
  const present = deposits.filter(({ status }) => status !== "vanished");
  const shown = isDecided(decision.status) ? present.at(-1) : present[0];
  if (shown) return { transactionId: shown.transactionId, fromAddress: shown.fromAddress };
  return isDecided(invoice.status) ? {} : { transactionId: null, fromAddress: null };
}
