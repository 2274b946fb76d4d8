"use client";

import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Money } from "@/components/ui/money";
import type { ScreeningReviewView } from "@/lib/fronts/admin/cases-schema";
import { rpc } from "@/lib/fronts/client/rpc";
import type { ReviewDecision } from "@/lib/money-out/reviews/schema";

const TEXTS: Readonly<Record<ReviewDecision, { verb: string; effect: string; done: string }>> = {
  approved: {
    verb: "Approve",
    effect:
      "It is sent although a list names the address, as soon as no other approval is outstanding. Signed transactions can't be cancelled.",
    done: "Approved.",
  },
  refused: {
    verb: "Refuse",
    effect: "It is never sent. The money returns to where it was taken from, and the merchant is told that it failed.",
    done: "Refused. The funds are back in the balance.",
  },
};

export type DecideScreeningDialogProps = {
  readonly review: ScreeningReviewView;
  readonly decision: ReviewDecision;
  readonly onClose: () => void;
};

/** Decides about an outflow that waits because a list names its address. */
export function DecideScreeningDialog({ review, decision, onClose }: DecideScreeningDialogProps) {
  const { verb, effect, done } = TEXTS[decision];
  return (
    <ConfirmDialog
      title={`${verb} this ${review.kind}?`}
      description={effect}
      act={`${verb} ${review.kind}`}
      tone={decision === "refused" ? "danger" : "primary"}
      send={() => rpc.operator.screening.decide.mutate({ id: review.id, decision })}
      done={done}
      onClose={onClose}
    >
      <p>
        <Money amount={review.amount} currency={review.currency} size="large" />{" "}
        <span className="text-small text-ink-soft">
          on {review.networkName}, {review.merchant.name}
        </span>
      </p>
      <p className="break-words text-small">{review.detail}</p>
    </ConfirmDialog>
  );
}
