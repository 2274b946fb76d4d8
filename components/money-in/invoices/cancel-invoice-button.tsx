"use client";

import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { DialogButton } from "@/components/ui/dialog-button";
import { rpc } from "@/lib/fronts/client/rpc";

export type CancelInvoiceButtonProps = { readonly id: string; readonly orderId: string; readonly hasWebhook: boolean };

/** For an open invoice. */
export function CancelInvoiceButton({ id, orderId, hasWebhook }: CancelInvoiceButtonProps) {
  return (
    <DialogButton label="Cancel…" variant="danger">
      {(close) => (
        <ConfirmDialog
          title={`Cancel ${orderId}?`}
          description={`The payment page immediately shows that it can no longer be paid${hasWebhook ? ", and your shop receives a webhook with the status cancel" : ""}.`}
          noWayBack="It can't be reopened here, but your shop can renew it through the API."
          leave="Keep invoice open"
          act="Cancel invoice"
          tone="danger"
          send={() => rpc.invoices.cancel.mutate({ id })}
          done={hasWebhook ? "Cancelled. Your shop will receive a webhook." : "Cancelled."}
          onClose={close}
        >
          <p className="text-small text-ink-soft">
            The address is still monitored: anything sent to it becomes a case for your decision.
          </p>
        </ConfirmDialog>
      )}
    </DialogButton>
  );
}
