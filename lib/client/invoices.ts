import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { fetchJson, withSearch } from "@/lib/client/fetch-json";
import { type InvoiceListQuery, invoiceDetailView, invoicePageView } from "@/lib/invoices/dashboard-schema";
import type { NewInvoiceForm } from "@/lib/invoices/new-invoice-schema";

/** A list moves on its own; so does an invoice, until it is final. */
const LIST_REFRESH_MS = 10_000;
const OPEN_REFRESH_MS = 2_500;
/** After its end an invoice can still change (a late payment, a webhook), but nobody waits for it. */
const FINAL_REFRESH_MS = 15_000;

export type InvoiceFilter = Pick<InvoiceListQuery, "status" | "q">;

export const invoiceQueries = {
  all: ["invoices"] as const,
  list: (filter: InvoiceFilter) =>
    infiniteQueryOptions({
      queryKey: ["invoices", "list", filter],
      queryFn: ({ pageParam, signal }) =>
        fetchJson(withSearch("/api/invoices", { ...filter, cursor: pageParam }), invoicePageView, { signal }),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.nextCursor,
      refetchInterval: LIST_REFRESH_MS,
    }),
  detail: (id: string) =>
    queryOptions({
      queryKey: ["invoices", "detail", id],
      queryFn: ({ signal }) => fetchJson(`/api/invoices/${encodeURIComponent(id)}`, invoiceDetailView, { signal }),
      refetchInterval: (query) => (query.state.data?.isFinal ? FINAL_REFRESH_MS : OPEN_REFRESH_MS),
    }),
};

export function createInvoice(form: NewInvoiceForm) {
  return fetchJson("/api/invoices", z.object({ id: z.uuid() }), { method: "POST", body: form });
}

export function cancelInvoice(id: string) {
  return fetchJson(`/api/invoices/${encodeURIComponent(id)}/cancel`, z.object({}), { method: "POST", body: {} });
}
