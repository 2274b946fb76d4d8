"use client";

import { useState } from "react";
import { Address } from "@/components/ui/address";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Notice } from "@/components/ui/notice";
import { decideReview } from "@/lib/client/reviews";
import type { OutflowReviewView } from "@/lib/payouts/dashboard-outflow-schema";

export type DecideButtonsProps = {
  readonly review: Pick<OutflowReviewView, "id" | "reason" | "hindrance" | "decision">;
  readonly kind: "payout" | "refund";
  /** `12.5 USDT`, for the question that is asked. */
  readonly amount: string;
  readonly address: string;
};

const HINDRANCES: Readonly<Record<NonNullable<OutflowReviewView["hindrance"]>, string>> = {
  operator: "The operator of this gateway decides.",
  own: "You ordered this; another person must approve it. You can still refuse it.",
  key: "You made the key that your shop ordered this with; another person must approve it. You can still refuse it.",
  role: "Your role does not decide about money that leaves. Ask an owner or a manager.",
};

/** What whoever ordered it, with their own hands or by their key, may not approve but may still call off. */
const IS_FIRST_PERSON: Readonly<Record<keyof typeof HINDRANCES, boolean>> = {
  operator: false,
  own: true,
  key: true,
  role: false,
};

/** Approving and refusing, or why the person who looks cannot. */
export function DecideButtons(props: DecideButtonsProps) {
  const { hindrance, decision } = props.review;
  const [asking, setAsking] = useState<"approved" | "refused" | null>(null);
  if (decision !== null) return null;
  const mayRefuse = hindrance === null || IS_FIRST_PERSON[hindrance];
  return (
    <div className="flex flex-col gap-2">
      {hindrance && <p className="text-small text-ink-soft">{HINDRANCES[hindrance]}</p>}
      {mayRefuse && (
        <div className="flex flex-wrap gap-2">
          {hindrance === null && (
            <Button size="small" variant="primary" onClick={() => setAsking("approved")}>
              Approve…
            </Button>
          )}
          <Button size="small" onClick={() => setAsking("refused")}>
            Refuse…
          </Button>
        </div>
      )}
      {asking && <DecisionDialog {...props} decision={asking} onClose={() => setAsking(null)} />}
    </div>
  );
}

type DecisionDialogProps = DecideButtonsProps & {
  readonly decision: "approved" | "refused";
  readonly onClose: () => void;
};

/** Says what the decision does before it is made. */
function DecisionDialog({ review, kind, amount, address, decision, onClose }: DecisionDialogProps) {
  const isApproval = decision === "approved";
  return (
    <ConfirmDialog
      title={isApproval ? `Approve this ${kind}?` : `Refuse this ${kind}?`}
      description={
        isApproval
          ? `${amount} leaves for the address below, unless something else is still waited for.`
          : `Nothing is sent. The money returns to where it was taken from.`
      }
      noWayBack={isApproval ? "Once it is signed nobody can call it back." : `The ${kind} ends for good.`}
      leave="Decide later"
      act={isApproval ? "Approve it" : "Refuse it"}
      tone={isApproval ? "primary" : "danger"}
      send={() => decideReview({ id: review.id, decision })}
      done={isApproval ? `Approved. Follow it in the ${kind}’s time line.` : "Refused. The money is back."}
      onClose={onClose}
    >
      <Address value={address} what="address" />
      {isApproval && review.reason === "look_alike" && (
        <Notice tone="waiting">Approving says that this very address is meant. From then on it counts as known.</Notice>
      )}
    </ConfirmDialog>
  );
}
