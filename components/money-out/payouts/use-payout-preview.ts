"use client";

import type { PreviewState } from "@/components/ui/preview-state";
import { type LivePreview, useLivePreview } from "@/components/ui/use-live-preview";
import { rpc } from "@/lib/fronts/client/rpc";
import {
  type NewPayoutForm,
  type PayoutPreview,
  type PayoutPreviewForm,
  payoutPreviewInput,
} from "@/lib/money-out/payouts/dashboard-form-schema";

export const PAYOUT_PREVIEW: LivePreview<PayoutPreviewForm, PayoutPreview> = {
  name: ["payouts", "preview"],
  read: (asked, signal) => rpc.payouts.preview.mutate(asked, { signal }),
  validSeconds: (preview) => preview.validSeconds,
};

/** Returns the effect of the current form. */
export function usePayoutPreview(form: NewPayoutForm): PreviewState<PayoutPreview> {
  const { orderId: _orderId, urlCallback: _urlCallback, ...priced } = form;
  const isFilledIn = payoutPreviewInput.safeParse(priced).success;
  return useLivePreview(PAYOUT_PREVIEW, isFilledIn ? priced : null);
}
