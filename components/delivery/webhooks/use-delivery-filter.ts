"use client";

import { parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { DELIVERY_KINDS, DELIVERY_STATES, toDeliveryFilter } from "@/components/delivery/webhooks/delivery-filter";

/** Returns the filter of the deliveries from the URL, and its setter. */
export function useDeliveryFilter() {
  const [values, set] = useQueryStates({
    state: parseAsStringLiteral(DELIVERY_STATES),
    kind: parseAsStringLiteral(DELIVERY_KINDS),
    q: parseAsString.withDefault(""),
    from: parseAsString.withDefault(""),
    to: parseAsString.withDefault(""),
  });
  const { state, kind, q, from, to } = values;
  const isFiltered = state !== null || kind !== null || q !== "" || from !== "" || to !== "";
  return { ...values, set, isFiltered, asked: toDeliveryFilter(values) };
}
export type DeliveryFilterState = ReturnType<typeof useDeliveryFilter>;
