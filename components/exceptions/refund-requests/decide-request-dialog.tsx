"use client";

import { useState } from "react";
import { RefundFigures, RefundWarnings } from "@/components/exceptions/refunds/refund-figures";
import { Address } from "@/components/ui/address";
import { AskDialog } from "@/components/ui/ask-dialog";
import { TextArea } from "@/components/ui/text-area";
import { useCommand } from "@/components/ui/use-command";
import { type LivePreview, useLivePreview } from "@/components/ui/use-live-preview";
import type { RefundRequestRow } from "@/lib/exceptions/refund-requests/schema";
import type { RefundPreview } from "@/lib/exceptions/refunds/dashboard-schema";
import { RequestFailure } from "@/lib/fronts/client/fetch-json";
import { rpc } from "@/lib/fronts/client/rpc";

export type DecideRequestDialogProps = {
  readonly row: RefundRequestRow;
  readonly decision: "approve" | "refuse";
  readonly onClose: () => void;
};

const REQUEST_PREVIEW: LivePreview<string, RefundPreview> = {
  name: ["refundRequests", "preview"],
  read: (id, signal) => rpc.refundRequests.preview.query({ id }, { signal }),
};

/** Says what a decision about a payer's wish does, and asks once. */
export function DecideRequestDialog({ row, decision, onClose }: DecideRequestDialogProps) {
  const [note, setNote] = useState("");
  const isApproval = decision === "approve";
  const state = useLivePreview(REQUEST_PREVIEW, isApproval ? row.id : null);
  const done = isApproval ? "The refund is ordered." : "The payer reads your answer.";
  const decide = useCommand(rpc.refundRequests.decide.mutate, { done, onDone: onClose });
  const fields = decide.error instanceof RequestFailure ? decide.error.fields : {};
  return (
    <AskDialog
      title={isApproval ? "Approve this refund?" : "Refuse this refund?"}
      description={
        isApproval
          ? "It is sent to the payer's address, less the network fee."
          : "Nothing is sent. The payer reads your answer on the payment page and can ask again."
      }
      noWayBack={isApproval ? "Signed transactions can't be cancelled." : undefined}
      staysOnOutsideClick={decide.isPending}
      leave="Cancel"
      act={isApproval ? "Refund payment" : "Refuse refund"}
      tone="danger"
      isBlocked={isApproval && (state.kind !== "known" || state.preview.missing !== null)}
      isBusy={decide.isPending || decide.isSuccess}
      failure={fields["note"] === undefined ? decide.error?.message : undefined}
      by={{ onAct: () => decide.mutate({ id: row.id, decision, note }) }}
      onClose={onClose}
    >
      {isApproval && (
        <>
          <Address value={row.address} what="address" explorerUrl={row.addressUrl} />
          <RefundFigures
            state={state}
            source={row.kind === "case" ? "From held funds" : "From your balance"}
            blank=""
          />
          <RefundWarnings state={state} />
        </>
      )}
      <TextArea
        label="Message to payer"
        isOptional
        hint="Shown on the payment page."
        error={fields["note"]}
        isReadOut
        value={note}
        onChange={setNote}
      />
    </AskDialog>
  );
}
