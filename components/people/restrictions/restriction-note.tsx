"use client";

import { useQuery } from "@tanstack/react-query";
import { Notice } from "@/components/ui/notice";
import { rpc } from "@/lib/fronts/client/rpc";

/**
 * `payments`: what makes new ones possible. `outflows`: payouts, refunds, moves to a personal
 * wallet.
 */
export type Stoppable = "payments" | "outflows";

/**
 * Whether something cannot be done now, whoever presses it. The banner of the page has asked
 * already.
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

/** Beside a button that cannot work: said before it is pressed. Nothing while it can. */
export function RestrictionNote({ of }: { readonly of: Stoppable }) {
  return useStopped(of) ? <Notice tone="waiting">{TEXTS[of]}</Notice> : null;
}
