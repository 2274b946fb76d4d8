import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { fetchJson, withSearch } from "@/lib/fronts/client/fetch-json";
import { type InvoiceFilterQuery, invoiceDetailView, invoicePageView } from "@/lib/money-in/invoices/dashboard-schema";
import {
  type InvoicePreviewForm,
  invoicePreviewView,
  type NewInvoiceForm,
} from "@/lib/money-in/invoices/new-invoice-schema";

/** Until it is final an invoice moves on its own. */
const OPEN_REFRESH_MS = 2_500;
/** After its end an invoice can still change (a late payment, a webhook), but nobody waits for it. */
const FINAL_REFRESH_MS = 15_000;

export type InvoiceFilter = InvoiceFilterQuery;

export const invoiceQueries = {
  all: ["invoices"] as const,
  list: (filter: InvoiceFilter) =>
    infiniteQueryOptions({
      queryKey: ["invoices", "list", filter],
      queryFn: ({ pageParam, signal }) => readInvoicePage(filter, { cursor: pageParam }, signal),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.nextCursor,
    }),
  detail: (id: string) =>
    queryOptions({
      queryKey: ["invoices", "detail", id],
      queryFn: ({ signal }) => fetchJson(`/api/invoices/${encodeURIComponent(id)}`, invoiceDetailView, { signal }),
      refetchInterval: (query) => (query.state.data?.isFinal ? FINAL_REFRESH_MS : OPEN_REFRESH_MS),
    }),
};

export function readInvoicePage(filter: InvoiceFilter, place: { cursor?: string | null }, signal: AbortSignal) {
  return fetchJson(withSearch("/api/invoices", { ...filter, ...place }), invoicePageView, { signal });
}

/** The list as a file. */
export function invoicesFile(filter: InvoiceFilter): string {
  return withSearch("/api/invoices/export", filter);
}

/** The payment page that an invoice like this would have. Creates nothing. */
export function previewInvoice(form: InvoicePreviewForm, signal: AbortSignal) {
  return fetchJson("/api/invoices/preview", invoicePreviewView, { method: "POST", body: form, signal });
}

export function createInvoice(form: NewInvoiceForm) {
  return fetchJson("/api/invoices", z.object({ id: z.uuid() }), { method: "POST", body: form });
}

export function cancelInvoice(id: string) {
  return fetchJson(`/api/invoices/${encodeURIComponent(id)}/cancel`, z.object({}), { method: "POST", body: {} });
}

export function markAsPaid({ id, reason }: { id: string; reason: string }) {
  const path = `/api/invoices/${encodeURIComponent(id)}/mark-as-paid`;
  return fetchJson(path, z.object({}), { method: "POST", body: { reason } });
}
