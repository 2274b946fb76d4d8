"use client";

import { type RefundBody, type RefundTarget, refundForm } from "@/components/exceptions/refunds/refund-target";
import type { PreviewState } from "@/components/ui/preview-state";
import { type LivePreview, useLivePreview } from "@/components/ui/use-live-preview";
import type { RefundPreview } from "@/lib/exceptions/refunds/dashboard-schema";
import { rpc } from "@/lib/fronts/client/rpc";

export type RefundPreviewState = PreviewState<RefundPreview>;

/** What a refund like this would do; `body` is null while not enough is filled in. */
export function useRefundPreview(target: RefundTarget, body: RefundBody | null): RefundPreviewState {
  return useLivePreview(refundPreviewOf(target), body);
}

/** The question that a refund of this asks. */
export function refundPreviewOf(target: RefundTarget): LivePreview<RefundBody, RefundPreview> {
  const { kind, id } = target;
  return {
    name: ["refunds", kind, "preview", id],
    read: (body, signal) => rpc.refunds[kind].preview.mutate(refundForm(target, body), { signal }),
  };
}
