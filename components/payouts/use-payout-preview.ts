"use client";

import { useQuery } from "@tanstack/react-query";
import { RequestFailure } from "@/lib/client/fetch-json";
import { payoutQueries } from "@/lib/client/payouts";
import { useSettled } from "@/lib/client/use-settled";
import {
  type NewPayoutForm,
  type PayoutPreview,
  type PayoutPreviewForm,
  payoutPreviewInput,
} from "@/lib/payouts/dashboard-form-schema";

export type PreviewState =
  /** Not enough is filled in to ask. */
  | { readonly kind: "blank" }
  /** Asked, or about to be: nothing that is known belongs to what the form says now. */
  | { readonly kind: "asking" }
  | { readonly kind: "known"; readonly preview: PayoutPreview }
  /** It would be refused; `fields` says where. */
  | { readonly kind: "refused"; readonly message: string; readonly fields: Readonly<Record<string, string>> };

/** What the form as it is now would do. Figures of an earlier input are never given out. */
export function usePayoutPreview(form: NewPayoutForm): PreviewState {
  const { orderId: _orderId, urlCallback: _urlCallback, ...priced } = form;
  const isFilledIn = payoutPreviewInput.safeParse(priced).success;
  const settled = useSettled(JSON.stringify(priced));
  const asked: PayoutPreviewForm | null = isFilledIn && settled !== null ? JSON.parse(settled) : null;
  const query = useQuery(payoutQueries.preview(asked));
  if (!isFilledIn) return { kind: "blank" };
  if (asked === null) return { kind: "asking" };
  if (query.error !== null) {
    const fields = query.error instanceof RequestFailure ? query.error.fields : {};
    return { kind: "refused", message: query.error.message, fields };
  }
  return query.data === undefined ? { kind: "asking" } : { kind: "known", preview: query.data };
}
