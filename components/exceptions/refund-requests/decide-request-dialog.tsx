"use client";

import { RefundFigures, RefundWarnings } from "@/components/exceptions/refunds/refund-figures";
import { Address } from "@/components/ui/address";
import { FormDialog } from "@/components/ui/form-dialog";
import { useFormCommand } from "@/components/ui/use-form-command";
import { type LivePreview, useLivePreview } from "@/components/ui/use-live-preview";
import {
  type DecideRequestForm,
  decideRequestForm,
  type RefundRequestRow,
} from "@/lib/exceptions/refund-requests/schema";
import type { RefundPreview } from "@/lib/exceptions/refunds/dashboard-schema";
import { rpc } from "@/lib/fronts/client/rpc";

export type DecideRequestDialogProps = {
  readonly row: RefundRequestRow;
  readonly decision: DecideRequestForm["decision"];
  readonly onClose: () => void;
};

const REQUEST_PREVIEW: LivePreview<string, RefundPreview> = {
  name: ["refundRequests", "preview"],
  read: (id, signal) => rpc.refundRequests.preview.query({ id }, { signal }),
};

/** Shows the effect of a decision about a payer's refund request, and asks for confirmation. */
export function DecideRequestDialog({ row, decision, onClose }: DecideRequestDialogProps) {
  const isApproval = decision === "approve";
  const state = useLivePreview(REQUEST_PREVIEW, isApproval ? row.id : null);
  const initial = () => ({ id: row.id, decision, note: "" });
  const decide = useFormCommand<DecideRequestForm>(decideRequestForm, initial, {
    send: rpc.refundRequests.decide.mutate,
    done: isApproval ? "Refund created." : "Refund refused. The payer sees your message.",
    onDone: onClose,
  });
  return (
    <FormDialog
      command={decide}
      title={isApproval ? "Approve this refund?" : "Refuse this refund?"}
      description={
        isApproval
          ? "It is sent to the payer's address, less the network fee."
          : "Nothing is sent. The payer sees your message on the payment page and can ask again."
      }
      noWayBack={isApproval ? "Signed transactions can't be cancelled." : undefined}
      staysOnOutsideClick={decide.isPending}
      act={isApproval ? "Refund payment" : "Refuse refund"}
      tone="danger"
      isBlocked={isApproval && (state.kind !== "known" || state.preview.missing !== null)}
      before={
        isApproval && (
          <>
            <Address value={row.address} what="address" explorerUrl={row.addressUrl} />
            <RefundFigures
              state={state}
              source={row.kind === "case" ? "From held funds" : "From your balance"}
              blank=""
            />
            <RefundWarnings state={state} />
          </>
        )
      }
      fields={[
        {
          name: "note",
          kind: "paragraph",
          label: "Message to payer",
          isOptional: true,
          hint: "Shown on the payment page.",
        },
      ]}
      onClose={onClose}
    />
  );
}
