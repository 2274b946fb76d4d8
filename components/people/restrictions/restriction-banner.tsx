"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Moment } from "@/components/ui/moment";
import { Notice } from "@/components/ui/notice";
import { rpc } from "@/lib/fronts/client/rpc";
import type { RestrictionsView } from "@/lib/people/guards/assert-may-pay-out";

/** Blocks are rare, but a user should learn of one before pressing a button. */
const REFRESH_MS = 60_000;

/**
 * On every page of a restricted merchant: what is stopped, since when, what still works, and whom
 * to contact.
 */
export function RestrictionBanner({ initial }: { readonly initial: RestrictionsView }) {
  const { data: restrictions } = useQuery({
    ...rpc.merchant.restrictions.queryOptions(undefined, { refetchInterval: REFRESH_MS }),
    initialData: initial,
  });
  const stops = stopsOf(restrictions);
  if (stops.length === 0) return null;
  return (
    <section aria-label="Restrictions" className="mb-5 flex flex-col gap-3">
      {stops.map(({ title, text }) => (
        <Notice key={title} tone="waiting" title={title}>
          {text}
        </Notice>
      ))}
    </section>
  );
}

type Stop = { readonly title: string; readonly text: ReactNode };

const ASK = "Contact the operator of this gateway.";

function stopsOf({ paymentsBlockedAt, payoutsBlockedAt, ownerSuspension, cooldownEndsAt }: RestrictionsView): Stop[] {
  const stops: Stop[] = [];
  if (paymentsBlockedAt !== null) stops.push({ title: "New payments are stopped", text: payments(paymentsBlockedAt) });
  if (payoutsBlockedAt !== null)
    stops.push({ title: "Outgoing transfers are stopped", text: outflows(payoutsBlockedAt) });
  if (ownerSuspension !== null)
    stops.push({
      title: "New payments and outgoing transfers are stopped",
      text: suspended(ownerSuspension.since),
    });
  // The security hold's end is shown only if waiting for it helps, that is, without another block.
  const isStopped = payoutsBlockedAt !== null || ownerSuspension !== null;
  if (cooldownEndsAt !== null && !isStopped)
    stops.push({ title: "24-hour security hold", text: cooldownText(cooldownEndsAt) });
  return stops;
}

const payments = (at: string) => (
  <>
    Stopped by the operator on <Moment at={at} />. Invoices, static wallets and prices can't be created, and payers who
    have not chosen a coin are told to contact you. Payments to existing addresses are still credited. {ASK}
  </>
);

const outflows = (at: string | null) => (
  <>
    Stopped by the operator
    {at !== null && (
      <>
        {" on "}
        <Moment at={at} />
      </>
    )}
    . Payouts, refunds and transfers to a personal wallet are refused, and pending ones can't be approved and are not
    signed. Signed transactions continue, and payments are still credited. {ASK}
  </>
);

const suspended = (at: string | null) => (
  <>An owner is suspended. Invoices, static wallets and prices can't be created. {outflows(at)}</>
);

const cooldownText = (until: string) => (
  <>
    A password, the payout key or a limit was changed, so payouts, refunds and transfers to a personal wallet are
    refused until <Moment at={until} /> at the latest. The hold ends automatically; everything else continues. If you
    did not make this change, contact the operator immediately.
  </>
);
