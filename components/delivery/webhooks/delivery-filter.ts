import type { DeliveryFilter } from "@/lib/delivery/webhooks/schema";
import { startOfDay } from "@/lib/fronts/client/files";

export const DELIVERY_STATES = ["pending", "delivered", "failed"] as const;
export const DELIVERY_KINDS = ["invoice", "wallet", "payout", "recurrence"] as const;

type Values = {
  readonly state: (typeof DELIVERY_STATES)[number] | null;
  readonly kind: (typeof DELIVERY_KINDS)[number] | null;
  readonly q: string;
  /** Days in the viewer's calendar: `2026-01-31`. */
  readonly from: string;
  readonly to: string;
};

/**
 * Builds the server's filter: days become times in the viewer's own zone, the last day included
 * whole.
 */
export function toDeliveryFilter({ state, kind, q, from, to }: Values): DeliveryFilter {
  const text = q.trim();
  const [start, end] = [startOfDay(from, 0), startOfDay(to, 1)];
  return {
    ...(state && { state }),
    ...(kind && { kind }),
    ...(text !== "" && { q: text }),
    ...(start && { from: start }),
    ...(end && { until: end }),
  };
}
