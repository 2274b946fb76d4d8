"use client";

import { useState } from "react";
import { Address } from "@/components/ui/address";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { DefinitionList } from "@/components/ui/definition-list";
import { Money } from "@/components/ui/money";
import { Notice } from "@/components/ui/notice";
import { rpc } from "@/lib/fronts/client/rpc";
import { moneyText } from "@/lib/kernel/money/format";
import type { OutflowReviewView } from "@/lib/money-out/payouts/dashboard-schema";

export type DecideButtonsProps = {
  readonly review: Pick<OutflowReviewView, "id" | "reason" | "blocker" | "decision">;
  readonly kind: "payout" | "refund";
  readonly outflow: DecidedOutflow;
  readonly size?: "small" | "normal";
};

/**
 * The subject of the decision: amount and destination, its cost, and the amount taken from the
 * balance.
 */
export type DecidedOutflow = {
  readonly sentAmount: string;
  readonly currency: string;
  readonly commission: string;
  readonly debitedAmount: string;
  readonly fromCurrency: string;
  readonly networkName: string;
  readonly address: string;
};

const BLOCKERS: Readonly<Record<NonNullable<OutflowReviewView["blocker"]>, string>> = {
  operator: "The operator of this gateway decides.",
  own: "You created this; another person must approve it. You can still refuse it.",
  key: "You created the key your shop used for this; another person must approve it. You can still refuse it.",
  role: "Your role can't approve payouts. Ask an owner or a manager.",
};

/** The initiator, in person or by API key, may not approve but may still cancel. */
const IS_FIRST_PERSON: Readonly<Record<keyof typeof BLOCKERS, boolean>> = {
  operator: false,
  own: true,
  key: true,
  role: false,
};

/** Buttons to approve or refuse, or why the viewer cannot. */
export function DecideButtons(props: DecideButtonsProps) {
  const { review, size = "small" } = props;
  const { blocker, decision } = review;
  const [asking, setAsking] = useState<"approved" | "refused" | null>(null);
  if (decision !== null) return null;
  const mayRefuse = blocker === null || IS_FIRST_PERSON[blocker];
  return (
    <div className="flex flex-col gap-2">
      {blocker && <p className="text-small text-ink-soft">{BLOCKERS[blocker]}</p>}
      {mayRefuse && (
        <div className="flex flex-wrap gap-2">
          {blocker === null && (
            <Button size={size} variant="primary" onClick={() => setAsking("approved")}>
              Approve…
            </Button>
          )}
          <Button size={size} onClick={() => setAsking("refused")}>
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

/** Shows the effect of the decision for confirmation. */
function DecisionDialog({ review, kind, outflow, decision, onClose }: DecisionDialogProps) {
  const isApproval = decision === "approved";
  const { sentAmount, currency, networkName, address } = outflow;
  return (
    <ConfirmDialog
      title={isApproval ? `Approve this ${kind}?` : `Refuse this ${kind}?`}
      description={
        isApproval
          ? `${moneyText(sentAmount, currency)} is sent to the address below on ${networkName}, unless another approval is pending.`
          : "Nothing is sent. The money is returned."
      }
      noWayBack={isApproval ? "Signed transactions can't be cancelled." : "This can't be undone."}
      leave="Cancel"
      act={isApproval ? "Approve" : "Refuse"}
      tone={isApproval ? "primary" : "danger"}
      send={() => rpc.reviews.decide.mutate({ id: review.id, decision })}
      done={isApproval ? `Approved. See the timeline of the ${kind}.` : "Refused. The money was returned."}
      onClose={onClose}
    >
      <Address value={address} what="address" />
      <OutflowFigures outflow={outflow} isApproval={isApproval} />
      {isApproval && review.reason === "look_alike" && (
        <Notice tone="waiting">By approving you confirm this exact address. It is then treated as known.</Notice>
      )}
    </ConfirmDialog>
  );
}

function OutflowFigures({ outflow, isApproval }: { outflow: DecidedOutflow; isApproval: boolean }) {
  const { sentAmount, currency, commission, debitedAmount, fromCurrency } = outflow;
  const debited = <Money amount={debitedAmount} currency={fromCurrency} />;
  if (!isApproval) return <DefinitionList items={[{ term: "Returned", value: debited }]} />;
  return (
    <DefinitionList
      items={[
        { term: "Arrives", value: <Money amount={sentAmount} currency={currency} size="large" /> },
        { term: "Fee", value: <Money amount={commission} currency={currency} /> },
        { term: "Deducted", value: debited },
      ]}
    />
  );
}
