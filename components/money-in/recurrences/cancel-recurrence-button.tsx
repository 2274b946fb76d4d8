"use client";

import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { DialogButton } from "@/components/ui/dialog-button";
import { rpc } from "@/lib/fronts/client/rpc";

export type CancelRecurrenceButtonProps = { readonly id: string; readonly name: string; readonly hasWebhook: boolean };

/** For a plan that has not ended. */
export function CancelRecurrenceButton({ id, name, hasWebhook }: CancelRecurrenceButtonProps) {
  return (
    <DialogButton label="End…" variant="danger">
      {(close) => (
        <ConfirmDialog
          title={`End ${name}?`}
          description="No further payments are requested. An open payment is cancelled if nothing was detected for it; a payment in progress is credited as usual. The payer gets an e-mail."
          noWayBack="An ended plan can't be started again. Create a new one for the payer to accept."
          leave="Keep plan"
          act="End plan"
          tone="danger"
          send={() => rpc.recurrences.cancel.mutate({ id })}
          done={hasWebhook ? "Ended. Your shop will receive a webhook." : "Ended."}
          onClose={close}
        />
      )}
    </DialogButton>
  );
}
