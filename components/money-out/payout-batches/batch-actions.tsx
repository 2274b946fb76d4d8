"use client";

import { toast } from "sonner";
import { counted } from "@/components/money-out/payout-batches/batch-labels";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { type Definition, DefinitionList } from "@/components/ui/definition-list";
import { DialogButton } from "@/components/ui/dialog-button";
import { Money } from "@/components/ui/money";
import { Notice } from "@/components/ui/notice";
import { TextLink } from "@/components/ui/text-link";
import { rpc } from "@/lib/fronts/client/rpc";
import { routes } from "@/lib/fronts/paths/routes";
import type { BatchDetailView } from "@/lib/money-out/payout-batches/schema";

type BatchActionsProps = { readonly batch: BatchDetailView; readonly mayPayOut: boolean };

const BLOCKERS = {
  own: "You submitted these payouts: another owner or manager must approve them. Send them a link to this page.",
  role: "An owner or a manager of the merchant must approve them.",
} as const;

/** Approval by a second person, and cancellation of unsigned payouts. */
export function BatchActions({ batch, mayPayOut }: BatchActionsProps) {
  return (
    <>
      {batch.approvalCount > 0 && <Approval batch={batch} />}
      {mayPayOut && isCancellable(batch) && <Cancellation batch={batch} />}
    </>
  );
}

function isCancellable({ status, cancellableCount }: BatchDetailView): boolean {
  return status === "checked" || (status !== "cancelled" && cancellableCount > 0);
}

function Approval({ batch }: { batch: BatchDetailView }) {
  const { id, approvalCount, blocker } = batch;
  const title = `${counted(approvalCount, "payout")} ${approvalCount === 1 ? "needs" : "need"} approval`;
  if (blocker !== null)
    return (
      <Notice tone="waiting" title={title}>
        {BLOCKERS[blocker]}
      </Notice>
    );
  const approve = async () => {
    const { refusals } = await rpc.payoutBatches.approve.mutate({ id });
    for (const refusal of refusals) toast.error(refusal);
  };
  return (
    <Notice tone="waiting" title={title}>
      <p className="mb-2">
        {batch.uploadedBy} submitted them.{" "}
        <TextLink href={`${routes.payoutBatch(id)}?rows=waiting`}>Review the rows awaiting approval</TextLink>, then
        approve them all at once.
      </p>
      <DialogButton label="Approve all…" variant="primary">
        {(close) => (
          <ConfirmDialog
            title={`Approve ${counted(approvalCount, "payout")}?`}
            description="They are sent to the addresses in the rows below. Look-alike addresses are decided one by one."
            noWayBack="Signed transactions can't be cancelled."
            leave="Cancel"
            act="Approve all"
            send={approve}
            done="Approved. Follow them in the rows below."
            onClose={close}
          >
            <DefinitionList items={batch.debits.map(takenItem)} />
          </ConfirmDialog>
        )}
      </DialogButton>
    </Notice>
  );
}

function takenItem({ currency, amount }: BatchDetailView["debits"][number]): Definition {
  return {
    term: `From the ${currency} balance`,
    value: <Money amount={amount} currency={currency} />,
    note: "used for this batch so far, fees included",
  };
}

function Cancellation({ batch }: { batch: BatchDetailView }) {
  const { id, status, cancellableCount } = batch;
  const isUnordered = status === "checked";
  return (
    <DialogButton
      label={isUnordered ? "Discard…" : "Cancel unsigned payouts…"}
      variant={isUnordered ? "secondary" : "danger"}
      size="normal"
    >
      {(close) => (
        <ConfirmDialog
          title={isUnordered ? "Discard this batch?" : `Cancel ${counted(cancellableCount, "row")}?`}
          description={
            isUnordered
              ? "Nothing has been sent. To use the file later, upload it again."
              : "No further rows are processed, and the money for unsigned payouts returns to your balance. Signed payouts continue."
          }
          noWayBack={
            isUnordered ? undefined : "Cancelled rows can't be resumed: upload them in another file to pay them."
          }
          leave="Cancel"
          act={isUnordered ? "Discard batch" : "Cancel payouts"}
          tone="danger"
          send={() => rpc.payoutBatches.cancel.mutate({ id })}
          done={isUnordered ? "Batch discarded." : "Cancelled. The money for unsigned payouts returns in a moment."}
          onClose={close}
        />
      )}
    </DialogButton>
  );
}
