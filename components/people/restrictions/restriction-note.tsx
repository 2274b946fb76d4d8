"use client";

import { useQuery } from "@tanstack/react-query";
import { Notice } from "@/components/ui/notice";
import { rpc } from "@/lib/fronts/client/rpc";

/**
 * `payments`: whatever enables new ones. `outflows`: payouts, refunds, transfers to a personal
 * wallet.
 */
export type Stoppable = "payments" | "outflows";

/**
 * Returns whether the operation is blocked for everybody. Uses the data fetched by the page's
 * banner.
 */
export function useStopped(what: Stoppable): boolean {
  const { data } = useQuery(rpc.merchant.restrictions.queryOptions(undefined, { enabled: false }));
  if (data === undefined) return false;
  if (what === "payments") return data.paymentsBlockedAt !== null || data.ownerSuspension !== null;
  return [data.payoutsBlockedAt, data.ownerSuspension, data.cooldownEndsAt].some((stop) => stop !== null);
}

const TEXTS: Readonly<Record<Stoppable, string>> = {
  payments: "Not available: new payments are stopped. See the notice at the top of the page.",
  outflows: "Not available: outgoing transfers are stopped. See the notice at the top of the page.",
};

/**
 * A notice beside a blocked button, shown before it is pressed. Renders nothing if it is not
 * blocked.
 */
export function RestrictionNote({ of }: { readonly of: Stoppable }) {
  return useStopped(of) ? <Notice tone="waiting">{TEXTS[of]}</Notice> : null;
}
