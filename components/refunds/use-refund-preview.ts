"use client";

import { useQuery } from "@tanstack/react-query";
import { RequestFailure } from "@/lib/client/fetch-json";
import { type RefundBody, type RefundTarget, refundQueries } from "@/lib/client/refunds";
import { useSettled } from "@/lib/client/use-settled";
import type { RefundPreview } from "@/lib/refunds/dashboard-schema";

export type RefundPreviewState =
  | { readonly kind: "blank" }
  /** Nothing that is known belongs to what the form says now. */
  | { readonly kind: "asking" }
  | { readonly kind: "known"; readonly preview: RefundPreview }
  | { readonly kind: "refused"; readonly message: string; readonly fields: Readonly<Record<string, string>> };

/** What a refund like this would do; null while not enough is filled in. Figures of an earlier input are never given out. */
export function useRefundPreview(target: RefundTarget, body: RefundBody | null): RefundPreviewState {
  const settled = useSettled(JSON.stringify(body));
  const asked: RefundBody | null = settled === null ? null : JSON.parse(settled);
  const query = useQuery(refundQueries.preview(target, asked));
  if (body === null) return { kind: "blank" };
  if (asked === null) return { kind: "asking" };
  if (query.error !== null) {
    const fields = query.error instanceof RequestFailure ? query.error.fields : {};
    return { kind: "refused", message: query.error.message, fields };
  }
  return query.data === undefined ? { kind: "asking" } : { kind: "known", preview: query.data };
}
