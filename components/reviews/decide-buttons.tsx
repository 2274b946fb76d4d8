"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
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
  own: "You ordered it, so that somebody else has to approve it. You can still refuse it.",
  role: "Your role does not decide about money that leaves. Ask an owner or a manager.",
};

/** Approving and refusing, or why the person who looks cannot. */
export function DecideButtons(props: DecideButtonsProps) {
  const { hindrance, decision } = props.review;
  const [asking, setAsking] = useState<"approved" | "refused" | null>(null);
  if (decision !== null) return null;
  const mayRefuse = hindrance === null || hindrance === "own";
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

/** Asks once, in the words of what will happen. */
function DecisionDialog({ review, kind, amount, address, decision, onClose }: DecisionDialogProps) {
  const queries = useQueryClient();
  const isApproval = decision === "approved";
  const decide = useMutation({
    mutationFn: () => decideReview({ id: review.id, decision }),
    onSuccess: async () => {
      toast.success(isApproval ? "Approved." : "Refused. The money is back.");
      onClose();
      // A decision moves the balance, the payout or refund and the overview as well.
      await queries.invalidateQueries();
    },
  });
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={isApproval ? `Approve this ${kind}?` : `Refuse this ${kind}?`}
      description={
        isApproval
          ? `${amount} leaves for the address below, unless something else is still waited for. It cannot be called back then.`
          : `Nothing is sent, and the ${kind} ends. The money returns to where it was taken from.`
      }
      footer={
        <>
          <Button onClick={onClose}>Decide later</Button>
          <Button variant={isApproval ? "primary" : "danger"} onClick={() => decide.mutate()} isBusy={decide.isPending}>
            {isApproval ? "Approve it" : "Refuse it"}
          </Button>
        </>
      }
    >
      {decide.error && <Notice tone="wrong">{decide.error.message}</Notice>}
      <p className="break-all font-mono text-small">{address}</p>
      {isApproval && review.reason === "look_alike" && (
        <Notice tone="waiting">Approving says that this very address is meant. From then on it counts as known.</Notice>
      )}
    </Dialog>
  );
}
