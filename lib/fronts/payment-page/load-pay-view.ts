import { readRefundRequests } from "@/lib/exceptions/refund-requests/pay-refund-requests";
import { hasPayChoice, listPayChoices, NO_CHOICES } from "@/lib/fronts/payment-page/pay-choices";
import { toPayCore } from "@/lib/fronts/payment-page/pay-core";
import { listPayPages, type PayRows, readPayRows } from "@/lib/fronts/payment-page/pay-repo";
import type { PayCore, PayView } from "@/lib/fronts/payment-page/pay-view";
import { atMost } from "@/lib/kernel/at-most";
import { toError } from "@/lib/kernel/errors";
import { findServiceDiscounts, type ServiceDiscounts } from "@/lib/money-in/discounts/discounts";
import { findBrand } from "@/lib/people/brands/find-brand";
import { type Catalog, loadCatalog } from "@/lib/pricing/catalog/queries";
import { findPayExchange } from "@/lib/pricing/exchange-terms/pay-exchange";

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
/** Of the few pages that need statements of their own, in this process. */
const limited = atMost(3);

/** Which of these uuids are of a payment page, in their order; uses one query. */
export async function arePayPages(uuids: readonly string[]): Promise<readonly boolean[]> {
  const valid = uuids.filter((uuid) => UUID.test(uuid));
  const pages = valid.length === 0 ? new Set() : await listPayPages(valid);
  return uuids.map((uuid) => pages.has(uuid));
}

/**
 * Returns what the payment page may show of an invoice; null for an unknown uuid. Queries no node.
 */
export async function loadPayView(uuid: string): Promise<PayView | null> {
  if (!UUID.test(uuid)) return null;
  const [all, catalog] = await Promise.all([readPayRows([uuid]), loadCatalog()]);
  const rows = all.get(uuid);
  if (rows === undefined) return null;
  if (rows instanceof Error) throw rows;
  const { invoice, merchant } = rows;
  const core = await toCore(rows, catalog);
  return {
    ...core,
    brand: await findBrand(invoice.merchantId),
    ...(core.arePaymentsBlocked ? NO_CHOICES : await listPayChoices(catalog, invoice, merchant, core.isRenewable)),
    exchange: core.quote && (await findPayExchange(catalog, core.quote.currency, core.quote.network.code)),
  };
}

/** What an open page has to be told: everything that its key and its headline depend on. */
export type PayNews = {
  readonly view: PayCore;
  /** Of an open invoice without a coin: whether there is one to choose. */
  readonly hasChoice: boolean;
};

/**
 * Returns the news of many pages, in the order of their uuids: null for an unknown uuid, the error
 * for a page that cannot be shown. One statement for all of them, another if some are cancelled,
 * one for each merchant whose payers have not chosen a coin yet, and a few for each closed invoice
 * whose payer may be owed something.
 * @throws what the database throws
 */
export async function loadPayNews(uuids: readonly string[]): Promise<readonly (PayNews | null | Error)[]> {
  const [all, catalog] = await Promise.all([readPayRows(uuids.filter((uuid) => UUID.test(uuid))), loadCatalog()]);
  const discounts = new Map<string, Promise<ServiceDiscounts>>();
  const discountsOf = (merchantId: string) => {
    const found = discounts.get(merchantId) ?? findServiceDiscounts(merchantId);
    discounts.set(merchantId, found);
    return found;
  };
  const newsOf = async (rows: PayRows): Promise<PayNews> => {
    const view = await toCore(rows, catalog);
    const { invoice, merchant } = rows;
    const mayChoose = view.quote === null && !view.arePaymentsBlocked;
    return { view, hasChoice: mayChoose && (await hasPayChoice(catalog, invoice, merchant, discountsOf)) };
  };
  return await Promise.all(
    uuids.map((uuid) => {
      const rows = all.get(uuid);
      if (rows === undefined || rows instanceof Error) return rows ?? null;
      return limited(() => newsOf(rows)).catch(toError);
    }),
  );
}

async function toCore(rows: PayRows, catalog: Catalog): Promise<PayCore> {
  const now = new Date();
  const { invoice, cases, hasRefundRequests } = rows;
  const facts = { id: invoice.id, status: invoice.status, hasCases: cases.length > 0, hasRequests: hasRefundRequests };
  return toPayCore(rows, catalog, await readRefundRequests(facts, now), now);
}
