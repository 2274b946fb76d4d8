"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Moment } from "@/components/ui/moment";
import { Notice } from "@/components/ui/notice";
import { rpc } from "@/lib/fronts/client/rpc";
import type { StandingView } from "@/lib/people/guards/assert-may-pay-out";

/** A block seldom comes, and whoever works on should hear of it before they press something. */
const REFRESH_MS = 60_000;

/** On every page of a merchant that cannot do everything: what is stopped, since when, what goes on, and whom to ask. */
export function StandingBanner({ initial }: { readonly initial: StandingView }) {
  const { data: standing } = useQuery({
    ...rpc.merchant.standing.queryOptions(undefined, { refetchInterval: REFRESH_MS }),
    initialData: initial,
  });
  const stops = stopsOf(standing);
  if (stops.length === 0) return null;
  return (
    <section aria-label="What is stopped" className="mb-5 flex flex-col gap-3">
      {stops.map(({ title, text }) => (
        <Notice key={title} tone="waiting" title={title}>
          {text}
        </Notice>
      ))}
    </section>
  );
}

type Stop = { readonly title: string; readonly text: ReactNode };

const ASK = "The operator of this gateway can explain and lift the block.";

function stopsOf({ paymentsBlockedAt, payoutsBlockedAt, ownerSuspension, restsUntil }: StandingView): Stop[] {
  const stops: Stop[] = [];
  if (paymentsBlockedAt !== null) stops.push({ title: "New payments are stopped", text: payments(paymentsBlockedAt) });
  if (payoutsBlockedAt !== null)
    stops.push({ title: "Outgoing transfers are stopped", text: outflows(payoutsBlockedAt) });
  if (ownerSuspension !== null)
    stops.push({
      title: "An owner is suspended: no new payments, and nothing leaves",
      text: suspended(ownerSuspension.since),
    });
  // A rest says when it ends; nobody should wait for that where it does not help.
  const isStopped = payoutsBlockedAt !== null || ownerSuspension !== null;
  if (restsUntil !== null && !isStopped) stops.push({ title: "24-hour security hold", text: rest(restsUntil) });
  return stops;
}

const payments = (at: string) => (
  <>
    The operator stopped them: <Moment at={at} />. No invoice, static wallet or price is made, and who opens a payment
    page without a chosen coin is told to ask you. What is sent to addresses that were given out is credited. {ASK}
  </>
);

const outflows = (at: string | null) => (
  <>
    Stopped by the operator
    {at !== null && (
      <>
        : <Moment at={at} />
      </>
    )}
    . Payouts, refunds and moves to a personal wallet are refused, and nothing that waits is approved or signed. What
    was signed before goes on, and what comes in is credited. {ASK}
  </>
);

const suspended = (at: string | null) => <>No invoice, static wallet or price is made. {outflows(at)}</>;

const rest = (until: string) => (
  <>
    A password, the payout key or a limit was changed, so payouts, refunds and moves to a personal wallet are refused
    until <Moment at={until} /> at the latest. The hold ends automatically; everything else continues. If none of you
    made this change, contact the operator immediately.
  </>
);
