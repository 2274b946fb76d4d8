import { DecideButtons, type DecidedOutflow } from "@/components/money-out/reviews/decide-buttons";
import { REVIEW_TEXTS } from "@/components/money-out/reviews/outflow-labels";
import { Card } from "@/components/ui/card";
import { Moment } from "@/components/ui/moment";
import type { OutflowReviewView } from "@/lib/money-out/payouts/dashboard-schema";

export type ReviewCardProps = {
  readonly reviews: readonly OutflowReviewView[];
  readonly kind: "payout" | "refund";
  /** The payout or refund has ended: open reviews will never be decided. */
  readonly isOver: boolean;
  readonly outflow: DecidedOutflow;
};

/** The approvals that a payout or refund waits or waited for. */
export function ReviewCard({ reviews, isOver, ...subject }: ReviewCardProps) {
  if (reviews.length === 0) return null;
  return (
    <Card title="Decisions">
      <ul className="divide-y divide-line">
        {reviews.map((review) => (
          <li key={review.id} className="flex flex-col gap-2 py-3 first:pt-0 last:pb-0">
            <ReviewText review={review} />
            {!isOver && <DecideButtons review={review} {...subject} />}
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The reason for the review, and who decided what. */
export function ReviewText({ review }: { review: OutflowReviewView }) {
  const { title, meaning } = REVIEW_TEXTS[review.reason];
  return (
    <div className="flex min-w-0 flex-col gap-0.5">
      <p className="font-medium">{title}</p>
      <p className="break-words text-small">{review.detail}.</p>
      {review.decision === null && <p className="text-small text-ink-soft">{meaning}</p>}
      <p className="text-label text-ink-quiet">
        Created by {review.requestedBy ?? "your shop, through the API"}, <Moment at={review.openedAt} />
        {review.decision && (
          <>
            {" · "}
            {review.decision === "approved" ? "approved" : "refused"}
            {review.decidedBy && ` by ${review.decidedBy}`}
            {review.decidedAt && (
              <>
                {", "}
                <Moment at={review.decidedAt} />
              </>
            )}
          </>
        )}
      </p>
    </div>
  );
}
