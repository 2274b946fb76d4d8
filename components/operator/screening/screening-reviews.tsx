"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import { useState } from "react";
import { DecideScreeningDialog } from "@/components/operator/screening/decide-screening-dialog";
import { Address } from "@/components/ui/address";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/money";
import { Loaded } from "@/components/ui/query-states";
import type { ScreeningReviewView } from "@/lib/fronts/admin/cases-schema";
import { rpc } from "@/lib/fronts/client/rpc";
import type { ReviewDecision } from "@/lib/money-out/reviews/schema";

const REFRESH_MS = 10_000;

type Deciding = { readonly review: ScreeningReviewView; readonly decision: ReviewDecision };

/**
 * Payouts and refunds whose address a list names: they wait in check until the operator decides.
 */
export function ScreeningReviews() {
  const query = useQuery(rpc.operator.screening.reviews.queryOptions(undefined, { refetchInterval: REFRESH_MS }));
  const [deciding, setDeciding] = useState<Deciding | null>(null);
  return (
    <Card title="Payouts and refunds to listed addresses" isPadded={false}>
      <Loaded query={query} failure="The decisions could not be loaded">
        {({ open, decided }) => (
          <>
            {open.length === 0 && (
              <EmptyState icon={CircleCheck} title="Nothing needs your decision">
                Payouts and refunds to listed addresses wait here for your decision.
              </EmptyState>
            )}
            <ul aria-label="Waiting for your decision" className="divide-y divide-line">
              {open.map((review) => (
                <ReviewItem
                  key={review.id}
                  review={review}
                  onDecide={(decision) => setDeciding({ review, decision })}
                />
              ))}
            </ul>
            {decided.length > 0 && (
              <details className="border-t border-line px-4 py-3 sm:px-5">
                <summary className="cursor-pointer text-small font-medium text-ink-soft">
                  Over: {decided.length}
                </summary>
                <ul aria-label="Decided" className="-mx-4 mt-2 divide-y divide-line sm:-mx-5">
                  {decided.map((review) => (
                    <ReviewItem key={review.id} review={review} />
                  ))}
                </ul>
              </details>
            )}
          </>
        )}
      </Loaded>
      {deciding && <DecideScreeningDialog {...deciding} onClose={() => setDeciding(null)} />}
    </Card>
  );
}

const DECISION_LABELS = { approved: "Released", refused: "Refused" } as const;

type ReviewItemProps = {
  readonly review: ScreeningReviewView;
  readonly onDecide?: (decision: ReviewDecision) => void;
};

function ReviewItem({ review, onDecide }: ReviewItemProps) {
  return (
    <li className="flex flex-col gap-3 px-4 py-4 sm:flex-row sm:items-start sm:justify-between sm:px-5">
      <div className="flex min-w-0 flex-col gap-1">
        <span className="flex flex-wrap items-center gap-2">
          <span className="font-medium">
            {review.kind === "payout" ? "Payout" : "Refund"} of {review.merchant.name}
          </span>
          {review.orderId && <span className="break-all text-small text-ink-soft">{review.orderId}</span>}
          {!review.isOpen && (
            <Badge tone={review.decision === "refused" ? "wrong" : "neutral"}>
              {review.decision === null ? "Cancelled" : DECISION_LABELS[review.decision]}
            </Badge>
          )}
        </span>
        <p className="break-words text-small">{review.detail}</p>
        <Address value={review.address} what="address" />
        <p className="text-label text-ink-quiet">
          Created {review.requestedBy === null ? "through the API" : `by ${review.requestedBy.name}`},{" "}
          <Moment at={review.openedAt} />
          {review.decidedBy && `; decided by ${review.decidedBy.name}`}
        </p>
      </div>
      <div className="flex flex-col gap-3 sm:items-end">
        <span className="inline-flex flex-col sm:items-end">
          <Money amount={review.amount} currency={review.currency} size="large" />
          <span className="text-label text-ink-quiet">on {review.networkName}</span>
        </span>
        {onDecide && (
          <span className="flex flex-wrap gap-2">
            <Button size="small" onClick={() => onDecide("approved")}>
              Release…
            </Button>
            <Button size="small" variant="danger" onClick={() => onDecide("refused")}>
              Refuse…
            </Button>
          </span>
        )}
      </div>
    </li>
  );
}
