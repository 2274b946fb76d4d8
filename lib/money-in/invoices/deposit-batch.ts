import { HUNDRED } from "@/lib/kernel/money/decimal";
import { type ChainDepth, type Deposit, isConfirmable } from "@/lib/money-in/deposits/deposit";
import type { Quote } from "@/lib/money-in/invoices/invoice";
import { quoteOf } from "@/lib/money-in/invoices/matched-deposits";
import type { InvoiceEventKind } from "@/lib/money-in/time-line/event";
import type { CatalogService } from "@/lib/pricing/catalog/catalog-types";
import type { Catalog } from "@/lib/pricing/catalog/queries";

/**
 * Maximum number of deposits per transaction. Anybody can send to the address, even a thousand
 * deposits in one transaction of a cheap chain, and a database transaction that runs too long would
 * block the invoice forever.
 */
export const BATCH = 100;

/**
 * Booked deposits after which dust no longer counts: they are all credited together when the
 * invoice becomes final.
 */
export const BOOKED_MAX = 200;

/** Key of a deposit event in the time line. */
export type DepositEventKey = string;

export function depositEventKind({ status }: Pick<Deposit, "status">): InvoiceEventKind | null {
  if (status === "seen") return "deposit-seen";
  return status === "vanished" ? "deposit-vanished" : null;
}

export function depositEventKey(kind: string, { id, inclusion }: Pick<Deposit, "id" | "inclusion">): DepositEventKey {
  return `${kind} ${id} ${inclusion}`;
}

export function isToBeReversed({ status, bookedInclusion, reversalApprovedAt }: Deposit): boolean {
  return status === "vanished" && bookedInclusion !== null && reversalApprovedAt !== null;
}

/**
 * Returns the deposits to process; if there are more than `limit`, the first ones, with reversals
 * before all others. Pure.
 */
export function nextBatch(
  deposits: readonly Deposit[],
  recorded: ReadonlySet<DepositEventKey>,
  depths: ReadonlyMap<string, ChainDepth>,
  limit: number,
): { readonly batch: readonly Deposit[]; readonly isMore: boolean } {
  const isDue = (deposit: Deposit) => {
    const kind = depositEventKind(deposit);
    const isNews = kind !== null && !recorded.has(depositEventKey(kind, deposit));
    return isNews || isConfirmable(deposit, depths.get(deposit.networkCode));
  };
  const due = deposits.filter((deposit) => isToBeReversed(deposit) || isDue(deposit));
  if (due.length <= limit) return { batch: due, isMore: false };
  const first = [...due.filter(isToBeReversed), ...due.filter((deposit) => !isToBeReversed(deposit))];
  return { batch: first.slice(0, limit), isMore: true };
}

/**
 * Whether a deposit is below the service's minimum and below a hundredth of the amount due: nobody
 * pays an invoice like that. Pure.
 */
export function isDustPayment(catalog: Catalog, deposit: Deposit, quotes: readonly Quote[]): boolean {
  const service: CatalogService | null = catalog.service(deposit.currencyCode, deposit.networkCode);
  const quote = quoteOf(deposit, quotes);
  if (service === null || quote === null) return false;
  return deposit.amount.lt(service.paymentMin) && deposit.amount.times(HUNDRED).lt(quote.payerAmount);
}

/** Returns a deposit's details for the time line. */
export function depositDetail(deposit: Deposit) {
  return {
    deposit: deposit.id,
    inclusion: deposit.inclusion,
    transactionId: deposit.transactionId,
    network: deposit.networkCode,
    currency: deposit.currencyCode,
    amount: deposit.amount.toFixed(),
  };
}
