"use client";

import { useCommand } from "@/components/operator/use-command";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Money } from "@/components/ui/money";
import { Notice } from "@/components/ui/notice";
import { decideScreeningReview } from "@/lib/client/operator-screening";
import type { ScreeningReviewView } from "@/lib/operations/screening-schema";
import type { ReviewDecision } from "@/lib/reviews/schema";

const WORDS: Readonly<Record<ReviewDecision, { title: string; effect: string; button: string; done: string }>> = {
  approved: {
    title: "Let it go?",
    effect:
      "It is sent although a list names the address, as soon as no other decision is outstanding. Once it is signed it cannot be called back.",
    button: "Let it go",
    done: "It goes.",
  },
  refused: {
    title: "Refuse it?",
    effect: "It is never sent. The money returns to where it was taken from, and the merchant is told that it failed.",
    button: "Refuse it",
    done: "Refused; the money is back.",
  },
};

export type DecideScreeningDialogProps = {
  readonly review: ScreeningReviewView;
  readonly decision: ReviewDecision;
  readonly onClose: () => void;
};

/** Asks once, in the words of what will happen. */
export function DecideScreeningDialog({ review, decision, onClose }: DecideScreeningDialogProps) {
  const { title, effect, button, done } = WORDS[decision];
  const decide = useCommand(decideScreeningReview, { done, onDone: onClose });
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={title}
      description={effect}
      footer={
        <>
          <Button onClick={onClose}>Leave it for now</Button>
          <Button
            variant={decision === "refused" ? "danger" : "primary"}
            onClick={() => decide.mutate({ id: review.id, decision })}
            isBusy={decide.isPending}
          >
            {button}
          </Button>
        </>
      }
    >
      {decide.error && <Notice tone="wrong">{decide.error.message}</Notice>}
      <p>
        <Money amount={review.amount} currency={review.currency} size="large" />{" "}
        <span className="text-small text-ink-soft">
          on {review.networkName}, {review.merchant.name}
        </span>
      </p>
      <p className="break-words text-small">{review.detail}</p>
    </Dialog>
  );
}
