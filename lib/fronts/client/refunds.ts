import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import {
  caseRefundsView,
  invoiceRefundsView,
  refundPreviewView,
  walletRefundsView,
} from "@/lib/exceptions/refunds/dashboard-schema";
import { fetchJson } from "@/lib/fronts/client/fetch-json";

const REFRESH_MS = 5_000;

/** What is refunded. */
export type RefundTarget = { readonly kind: "invoice" | "wallet" | "case"; readonly id: string };

const PATHS: Readonly<Record<RefundTarget["kind"], (id: string) => string>> = {
  invoice: (id) => `/api/refunds/invoice/${encodeURIComponent(id)}`,
  wallet: (id) => `/api/refunds/wallet/${encodeURIComponent(id)}`,
  case: (id) => `/api/cases/${encodeURIComponent(id)}/refund`,
};

export type RefundBody = {
  readonly address: string;
  readonly amount?: string;
  readonly isFeeOnTop?: boolean;
};

export const refundQueries = {
  all: ["refunds"] as const,
  ofInvoice: (id: string) =>
    queryOptions({
      queryKey: ["refunds", "invoice", id],
      queryFn: ({ signal }) => fetchJson(PATHS.invoice(id), invoiceRefundsView, { signal }),
      refetchInterval: REFRESH_MS,
    }),
  ofWallet: (id: string) =>
    queryOptions({
      queryKey: ["refunds", "wallet", id],
      queryFn: ({ signal }) => fetchJson(PATHS.wallet(id), walletRefundsView, { signal }),
      refetchInterval: REFRESH_MS,
    }),
  ofCase: (id: string) =>
    queryOptions({
      queryKey: ["refunds", "case", id],
      queryFn: ({ signal }) => fetchJson(PATHS.case(id), caseRefundsView, { signal }),
      refetchInterval: REFRESH_MS,
    }),
};

/** What a refund like this would do. Orders nothing. */
export function previewRefund({ kind, id }: RefundTarget, body: RefundBody, signal: AbortSignal) {
  return fetchJson(`${PATHS[kind](id)}/preview`, refundPreviewView, { method: "POST", body, signal });
}

export function orderRefund({ kind, id }: RefundTarget, body: RefundBody) {
  return fetchJson(PATHS[kind](id), z.object({}), { method: "POST", body });
}
