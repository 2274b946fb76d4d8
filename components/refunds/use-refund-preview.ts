"use client";

import type { PreviewState } from "@/components/ui/preview-state";
import { type LivePreview, useLivePreview } from "@/components/ui/use-live-preview";
import type { RefundPreview } from "@/lib/exceptions/refunds/dashboard-schema";
import { previewRefund, type RefundBody, type RefundTarget } from "@/lib/fronts/client/refunds";

export type RefundPreviewState = PreviewState<RefundPreview>;

/** What a refund like this would do; `body` is null while not enough is filled in. */
export function useRefundPreview(target: RefundTarget, body: RefundBody | null): RefundPreviewState {
  return useLivePreview(refundPreviewOf(target), body);
}

/** The question that a refund of this asks. */
export function refundPreviewOf(target: RefundTarget): LivePreview<RefundBody, RefundPreview> {
  const { kind, id } = target;
  return { name: ["refunds", "preview", kind, id], read: (body, signal) => previewRefund(target, body, signal) };
}
