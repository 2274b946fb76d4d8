import { Prisma } from "@/lib/generated/prisma/client";
import { database, type Tx, withTransaction } from "@/lib/kernel/db";
import { type PayerReason, refusal } from "@/lib/kernel/refusals";
import { LATE_DAYS_MAX } from "@/lib/money-in/cases/case";
import { lockOwnerDeposits } from "@/lib/money-in/deposits/repo";
import { coinErrors } from "@/lib/money-in/invoices/allowed-services";
import { addQuote, type ChosenCoin, listChoices, priceChoice, QUOTES_MAX } from "@/lib/money-in/invoices/choose-coin";
import { closeOverdue } from "@/lib/money-in/invoices/expire-invoices";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import type { QuoteTerms } from "@/lib/money-in/invoices/quote-terms";
import { findInvoiceById, lockInvoice } from "@/lib/money-in/invoices/repo";
import { type InvoiceStatus, isOpen } from "@/lib/money-in/invoices/status";
import { transitionInvoice } from "@/lib/money-in/invoices/transition-invoice";
import { insertEvent } from "@/lib/money-in/time-line/event";
import { PAYMENTS_BLOCKED } from "@/lib/people/merchants/merchants-repo";

/**
 * Renews an expired invoice at the payer's request: reopens it for its original lifetime, at the
 * current price, in its previous coin or in `choice`. Only where the merchant allows it, and while
 * no payment was ever sent for it (`renewalBlocker`). Earlier quotes remain: payments made within
 * their validity count at their price. The address stays the same within a family. Without a coin
 * only the expiry is renewed. A repeated request, or one after the shop has renewed the invoice,
 * changes nothing.
 *
 * @throws AppError with a text that `publicErrorText` knows; `unavailable` while its coin cannot be
 *   used for payment: another coin may be
 */
export async function renewForPayer(
  invoiceId: string,
  choice: ChosenCoin | null = null,
  now = new Date(),
): Promise<void> {
  const found = await findInvoiceById(database(), invoiceId);
  if (found === null || found.walletId !== null) throw refusal("payment_not_found");
  const invoice = await closeOverdue(found, now);
  if (isOpen(invoice.status) && invoice.expiresAt > now) return;
  const facts = await readFacts(database(), invoiceId);
  // It was renewed since it was read as closed, by the shop or by the same payer in another tab.
  if (!isOpen(invoice.status) && isOpen(facts.status)) return;
  assertRenewable(facts);
  const terms = await priceAgain(invoice, choice);
  await withTransaction((tx) => renewInTransaction(tx, invoiceId, terms, now));
}

/** Null when no coin was ever chosen: the payer chooses then. */
async function priceAgain(invoice: Invoice, choice: ChosenCoin | null): Promise<QuoteTerms | null> {
  const { currentQuote: last } = invoice;
  if (choice !== null) return await priceChoice(invoice, choice);
  if (last !== null) return await priceChoice(invoice, { currency: last.currencyCode, network: last.networkCode });
  if ((await listChoices(invoice)).length === 0) throw coinErrors.terminalNotFound();
  return null;
}

async function readFacts(tx: Tx, invoiceId: string): Promise<RenewalFacts> {
  const facts = await readRenewalFacts(tx, invoiceId);
  if (facts === null) throw refusal("payment_not_found");
  return facts;
}

function assertRenewable(facts: RenewalFacts): void {
  const reason = renewalBlocker(facts);
  if (reason !== null) throw refusal(reason);
}

async function renewInTransaction(tx: Tx, invoiceId: string, terms: QuoteTerms | null, now: Date): Promise<void> {
  const invoice = await lockInvoice(tx, invoiceId);
  if (invoice === null) throw refusal("payment_not_found");
  if (isOpen(invoice.status)) return;
  // A deposit that a watcher is inserting concurrently cannot be locked and is settled after this
  // commit. If it was seen before this quote was created, it is late, since the former price had
  // expired; if it was seen after, it is a payment at this price.
  await lockOwnerDeposits(tx, { kind: "invoice", id: invoiceId });
  const facts = await readFacts(tx, invoiceId);
  assertRenewable(facts);
  const number = facts.quoteCount + 1;
  const { lifetimeSeconds } = invoice;
  const expiresAt = new Date(now.getTime() + lifetimeSeconds * 1000);
  const when = { number, validUntil: expiresAt, createdAt: now };
  const quote = terms === null ? {} : { currentQuoteId: await addQuote(tx, invoiceId, terms, when) };
  const coin = terms === null ? {} : { currency: terms.service.currency.code, network: terms.service.network.code };
  await insertEvent(tx, invoiceId, "renewed", { ...coin, lifetimeSeconds });
  await transitionInvoice(tx, invoice, "check", { ...quote, expiresAt });
}

/**
 * How often a payer may have one invoice renewed within a day: each renewal creates a quote and a
 * webhook, and anybody with the link can request it.
 */
export const RENEWALS_A_DAY = 8;

/** The facts on which a payer's renewal depends. */
export type RenewalFacts = {
  readonly status: InvoiceStatus;
  /** The merchant cancelled it before it expired, and has not renewed it since. */
  readonly isCancelledByHand: boolean;
  /**
   * The merchant's setting; for a plan's payment, whether its grace period is running, regardless
   * of the setting. Never for the invoice of a payment link: its place was given back when it
   * expired, and only the link's page can take one again. Nor for that of a bill, whose page makes
   * a new one for what is due then.
   */
  readonly payerMayRefresh: boolean;
  readonly arePaymentsBlocked: boolean;
  /**
   * It ended more than `LATE_DAYS_MAX` days ago: nobody expects the order any more, and its shop
   * should be asked first.
   */
  readonly isLongOver: boolean;
  /** A payment was seen that may still count or is waiting for a decision. */
  readonly hasArrived: boolean;
  readonly quoteCount: number;
  /** Renewals within the last 24 hours. */
  readonly renewedLately: number;
};

type RenewalReason = Extract<PayerReason, `renewal_${string}` | "renewed_too_often">;

/** Returns why a payer may not renew; null when renewal is possible. Pure. */
export function renewalBlocker(facts: RenewalFacts): RenewalReason | null {
  if (facts.status !== "cancel" || facts.isCancelledByHand) return "renewal_impossible";
  if (!facts.payerMayRefresh || facts.arePaymentsBlocked || facts.isLongOver) return "renewal_needs_shop";
  if (facts.hasArrived) return "renewal_paid";
  if (facts.quoteCount >= QUOTES_MAX || facts.renewedLately >= RENEWALS_A_DAY) return "renewed_too_often";
  return null;
}

/** Whether somebody cancelled the invoice `i` manually, and nobody has renewed it since. */
export const CANCELLED_BY_HAND = Prisma.sql`COALESCE((
  SELECT e.kind = 'cancelled' FROM invoice_events e
  WHERE e.invoice_id = i.id AND e.kind IN ('cancelled', 'refreshed', 'renewed') ORDER BY e.id DESC LIMIT 1), false)`;

/** Reads the current facts about renewing an invoice; null for an unknown one and for a top-up. */
export async function readRenewalFacts(tx: Tx, invoiceId: string): Promise<RenewalFacts | null> {
  return (await listRenewalFacts(tx, [invoiceId])).get(invoiceId) ?? null;
}

/** Reads the same of many invoices, by id, in one statement. */
export async function listRenewalFacts(
  tx: Tx,
  invoiceIds: readonly string[],
): Promise<ReadonlyMap<string, RenewalFacts>> {
  const rows = await tx.$queryRaw<(RenewalFacts & { readonly id: string })[]>`
    SELECT i.id, i.status::text AS status,
      CASE WHEN i.recurrence_id IS NULL THEN m.payer_may_refresh
        AND NOT EXISTS (SELECT 1 FROM payment_link_orders o WHERE o.invoice_id = i.id)
        AND NOT EXISTS (SELECT 1 FROM bill_payments p WHERE p.invoice_id = i.id) ELSE EXISTS (
        SELECT 1 FROM recurrence_periods p JOIN recurrences r ON r.id = p.recurrence_id
        WHERE p.invoice_id = i.id AND p.state = 'due' AND r.status = 'active' AND p.grace_ends_at > now()) END AS "payerMayRefresh",
      ${Prisma.raw(PAYMENTS_BLOCKED)} AS "arePaymentsBlocked",
      i.expires_at < now() - make_interval(days => ${LATE_DAYS_MAX}::int) AS "isLongOver",
      ${CANCELLED_BY_HAND} AS "isCancelledByHand",
      EXISTS (
        SELECT 1 FROM deposits d LEFT JOIN cases k ON k.deposit_id = d.id AND k.status <> 'void'
        WHERE d.owner_kind = 'invoice' AND d.owner_id = i.id AND (d.status <> 'vanished' OR d.booked_inclusion IS NOT NULL)
          AND (k.id IS NULL OR k.status IN ('open', 'refunding'))) AS "hasArrived",
      (SELECT count(*)::int FROM quotes q WHERE q.invoice_id = i.id) AS "quoteCount",
      (SELECT count(*)::int FROM invoice_events e
        WHERE e.invoice_id = i.id AND e.kind = 'renewed' AND e.at > now() - interval '24 hours') AS "renewedLately"
    FROM invoices i JOIN merchants m ON m.id = i.merchant_id
    WHERE i.id = ANY(${invoiceIds}::uuid[]) AND i.wallet_id IS NULL`;
  return new Map(rows.map(({ id, ...facts }) => [id, facts]));
}
