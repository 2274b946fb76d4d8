"use client";

import { type RefundBody, type RefundTarget, refundForm } from "@/components/exceptions/refunds/refund-target";
import type { PreviewState } from "@/components/ui/preview-state";
import { type LivePreview, useLivePreview } from "@/components/ui/use-live-preview";
import type { RefundPreview } from "@/lib/exceptions/refunds/dashboard-schema";
import { rpc } from "@/lib/fronts/client/rpc";

export type RefundPreviewState = PreviewState<RefundPreview>;

/** Returns the preview of such a refund; `body` is null while the form is incomplete. */
export function useRefundPreview(target: RefundTarget, body: RefundBody | null): RefundPreviewState {
  return useLivePreview(refundPreviewOf(target), body);
}

/** Returns the preview query of this target. */
export function refundPreviewOf(target: RefundTarget): LivePreview<RefundBody, RefundPreview> {
  const { kind, id } = target;
  return {
    name: ["refunds", kind, "preview", id],
    read: (body, signal) => rpc.refunds[kind].preview.mutate(refundForm(target, body), { signal }),
  };
}
