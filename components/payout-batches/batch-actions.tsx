"use client";

import { toast } from "sonner";
import { counted } from "@/components/payout-batches/batch-words";
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

const HINDRANCES = {
  own: "You ordered them: another owner or manager has to agree. Send them the address of this page.",
  role: "An owner or a manager of the merchant has to agree.",
} as const;

/** Agreeing as the second person, and calling off what is not signed. */
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
  const { id, approvalCount, hindrance } = batch;
  const title = `${counted(approvalCount, "payout")} ${approvalCount === 1 ? "waits" : "wait"} for a second person`;
  if (hindrance !== null)
    return (
      <Notice tone="waiting" title={title}>
        {HINDRANCES[hindrance]}
      </Notice>
    );
  const approve = async () => {
    const { refusals } = await rpc.payoutBatches.approve.mutate({ id });
    for (const refusal of refusals) toast.error(refusal);
  };
  return (
    <Notice tone="waiting" title={title}>
      <p className="mb-2">
        {batch.uploadedBy} ordered them.{" "}
        <TextLink href={`${routes.payoutBatch(id)}?rows=waiting`}>Look at the rows that wait</TextLink>, then agree to
        all of them at once.
      </p>
      <DialogButton label="Agree to all…" variant="primary">
        {(close) => (
          <ConfirmDialog
            title={`Agree to ${counted(approvalCount, "payout")}?`}
            description="They leave for the addresses in the rows below. Addresses that look like another one are decided one by one."
            noWayBack="What is signed nobody can call back."
            leave="Decide later"
            act="Agree to all"
            send={approve}
            done="Agreed. Follow them in the rows below."
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
    note: "taken for the file so far, fees included",
  };
}

function Cancellation({ batch }: { batch: BatchDetailView }) {
  const { id, status, cancellableCount } = batch;
  const isUnordered = status === "checked";
  return (
    <DialogButton
      label={isUnordered ? "Discard…" : "Cancel what is not signed…"}
      variant={isUnordered ? "secondary" : "danger"}
      size="normal"
    >
      {(close) => (
        <ConfirmDialog
          title={isUnordered ? "Discard this file?" : `Cancel ${counted(cancellableCount, "row")}?`}
          description={
            isUnordered
              ? "Nothing was ordered of it. To order it after all it has to be uploaded again."
              : "No further row is ordered, and the money of what is not signed returns to your balance. What is signed goes its way."
          }
          noWayBack={isUnordered ? undefined : "Rows that are cancelled end for good: pay them by another file."}
          leave="Leave it"
          act={isUnordered ? "Discard it" : "Cancel them"}
          tone="danger"
          send={() => rpc.payoutBatches.cancel.mutate({ id })}
          done={isUnordered ? "Discarded." : "Cancelled. What is not signed comes back within a moment."}
          onClose={close}
        />
      )}
    </DialogButton>
  );
}
