import type { CatalogService } from "@/lib/catalog/catalog-types";
import type { Catalog } from "@/lib/catalog/queries";
import { type ChainDepth, type Deposit, isRipe } from "@/lib/deposits/deposit";
import type { InvoiceEventKind } from "@/lib/invoices/event";
import type { Quote } from "@/lib/invoices/invoice";
import { quoteOf } from "@/lib/invoices/parts";
import { HUNDRED } from "@/lib/money/decimal";

/**
 * What is done for deposits in one transaction at most. Anybody may send to the address, a thousand deposits in one transaction of a cheap
 * chain, and a transaction of ours that they make too long would hold up the invoice for good.
 */
export const BATCH = 100;

/** So many deposits may be booked before grains stop counting: they are credited together, when the invoice becomes final. */
export const PARTS_MAX = 200;

/** How the time line names a sighting that was told of. */
export type Sighting = string;

export function sightingKind({ status }: Pick<Deposit, "status">): InvoiceEventKind | null {
  if (status === "seen") return "deposit-seen";
  return status === "vanished" ? "deposit-vanished" : null;
}

export function sightingOf(kind: string, { id, inclusion }: Pick<Deposit, "id" | "inclusion">): Sighting {
  return `${kind} ${id} ${inclusion}`;
}

export function isToBeReversed({ status, bookedInclusion, reversalApprovedAt }: Deposit): boolean {
  return status === "vanished" && bookedInclusion !== null && reversalApprovedAt !== null;
}

/** The deposits for which there is something to do; of more than `limit` the first, what left its chain before all others. Pure. */
export function nextBatch(
  deposits: readonly Deposit[],
  noted: ReadonlySet<Sighting>,
  depths: ReadonlyMap<string, ChainDepth>,
  limit: number,
): { readonly batch: readonly Deposit[]; readonly isMore: boolean } {
  const isDue = (deposit: Deposit) => {
    const kind = sightingKind(deposit);
    const isNews = kind !== null && !noted.has(sightingOf(kind, deposit));
    return isNews || isRipe(deposit, depths.get(deposit.networkCode));
  };
  const due = deposits.filter((deposit) => isToBeReversed(deposit) || isDue(deposit));
  if (due.length <= limit) return { batch: due, isMore: false };
  const first = [...due.filter(isToBeReversed), ...due.filter((deposit) => !isToBeReversed(deposit))];
  return { batch: first.slice(0, limit), isMore: true };
}

/** Less than the service's minimum, and than a hundredth of what is due: nobody pays an invoice so. Pure. */
export function isGrain(catalog: Catalog, deposit: Deposit, quotes: readonly Quote[]): boolean {
  const service: CatalogService | null = catalog.service(deposit.currencyCode, deposit.networkCode);
  const quote = quoteOf(deposit, quotes);
  if (service === null || quote === null) return false;
  return deposit.amount.lt(service.paymentMin) && deposit.amount.times(HUNDRED).lt(quote.payerAmount);
}
