import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { type DecideRequestForm, refundRequestList } from "@/lib/exceptions/refund-requests/schema";
import { refundPreviewView } from "@/lib/exceptions/refunds/dashboard-schema";
import { fetchJson } from "@/lib/fronts/client/fetch-json";

const REFRESH_MS = 10_000;

const pathOf = (id: string) => `/api/refund-requests/${encodeURIComponent(id)}`;

export const refundRequestQueries = {
  /** Of one invoice. */
  list: (invoiceId: string) =>
    queryOptions({
      queryKey: ["refund-requests", invoiceId],
      queryFn: ({ signal }) =>
        fetchJson(`/api/refund-requests/invoice/${encodeURIComponent(invoiceId)}`, refundRequestList, { signal }),
      refetchInterval: REFRESH_MS,
    }),
};

/** What granting it would do. Orders nothing. */
export function previewRefundRequest(id: string, signal: AbortSignal) {
  return fetchJson(`${pathOf(id)}/preview`, refundPreviewView, { method: "POST", body: {}, signal });
}

export function decideRefundRequest({ id, ...body }: DecideRequestForm) {
  return fetchJson(`${pathOf(id)}/decide`, z.object({}), { method: "POST", body });
}
