import { database, type Tx, withTransaction } from "@/lib/kernel/db";
import { refusal } from "@/lib/kernel/refusals";
import { lockOwnerDeposits } from "@/lib/money-in/deposits/repo";
import { addQuote, type ChosenCoin, listChoices, priceChoice } from "@/lib/money-in/invoices/choose-coin";
import { coinErrors } from "@/lib/money-in/invoices/coin-error";
import { closeOverdue } from "@/lib/money-in/invoices/expire-invoices";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import type { QuoteTerms } from "@/lib/money-in/invoices/quote-terms";
import { type RenewalFacts, readRenewalFacts, whyNotRenewable } from "@/lib/money-in/invoices/renewal";
import { findInvoiceById, lockInvoice } from "@/lib/money-in/invoices/repo";
import { isOpen } from "@/lib/money-in/invoices/status";
import { transitionInvoice } from "@/lib/money-in/invoices/transition-invoice";
import { insertEvent } from "@/lib/money-in/time-line/event";

/**
 * The payer asks to go on with an invoice that ran out: open again for as long as it was at first, at the price of this moment, in the
 * coin that it had or in `choice`. Only where the merchant allows it, and while nothing was ever sent for it (`whyNotRenewable`).
 * Every earlier quote stays: what came for it in its time counts at its price. The address stays within a family. Without a coin there is
 * nothing but the time to renew. Pressed twice, or after the shop has renewed it, it changes nothing.
 *
 * @throws AppError with a text that `publicErrorText` knows; `unavailable` while its coin cannot be paid with: another one may be
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
  // Somebody else has renewed it since it was read as closed: the shop, or the same payer in another tab.
  if (!isOpen(invoice.status) && isOpen(facts.status)) return;
  assertRenewable(facts);
  const terms = await priceAnew(invoice, choice);
  await withTransaction((tx) => renewInTransaction(tx, invoiceId, terms, now));
}

/** Null when no coin was ever chosen: the payer chooses then. */
async function priceAnew(invoice: Invoice, choice: ChosenCoin | null): Promise<QuoteTerms | null> {
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
  const reason = whyNotRenewable(facts);
  if (reason !== null) throw refusal(reason);
}

async function renewInTransaction(tx: Tx, invoiceId: string, terms: QuoteTerms | null, now: Date): Promise<void> {
  const invoice = await lockInvoice(tx, invoiceId);
  if (invoice === null) throw refusal("payment_not_found");
  if (isOpen(invoice.status)) return;
  // One that a watcher is writing at this moment cannot be locked, and is settled after this commit: seen before this price was made it is
  // late, since the price of then was over; seen after, it is a payment at this price.
  await lockOwnerDeposits(tx, "invoice", invoiceId);
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
