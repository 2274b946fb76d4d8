"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { livePreview, type PreviewState, previewStateOf } from "@/components/payouts/preview-state";
import { useSettled } from "@/lib/client/use-settled";
import { type NewPayoutForm, type PayoutPreviewForm, payoutPreviewInput } from "@/lib/payouts/dashboard-form-schema";

/** Long enough that nobody is asked about every key, short enough to feel at once. */
const PAUSE_MS = 250;
const TICK_MS = 1_000;

/**
 * What the form as it is now would do. An answer is kept under the input that it was asked with, so that one that comes late belongs to
 * no other; what nobody waits for any more is aborted.
 */
export function usePayoutPreview(form: NewPayoutForm): PreviewState {
  const { orderId: _orderId, urlCallback: _urlCallback, ...priced } = form;
  const isFilledIn = payoutPreviewInput.safeParse(priced).success;
  const settled = useSettled(JSON.stringify(priced), PAUSE_MS);
  const asked: PayoutPreviewForm | null = isFilledIn && settled !== null ? JSON.parse(settled) : null;
  const query = useQuery(livePreview(asked));
  const now = useNow(query.data !== undefined);
  return previewStateOf(isFilledIn, asked !== null, {
    data: query.data,
    error: query.error,
    answeredAt: query.dataUpdatedAt,
    now,
    isPaused: query.fetchStatus === "paused",
  });
}

/** The time, every second while it matters. */
function useNow(isTicking: boolean): number {
  const [now, setNow] = useState(0);
  useEffect(() => {
    if (!isTicking) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [isTicking]);
  return now;
}
