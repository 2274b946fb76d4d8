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
          description={`The payment page says at once that it can no longer be paid${hasWebhook ? ", and your shop receives a webhook with the status cancel" : ""}.`}
          noWayBack="Nobody can open it again on this page; your shop can renew it through the API."
          leave="Keep it open"
          act="Cancel the invoice"
          tone="danger"
          send={() => rpc.invoices.cancel.mutate({ id })}
          done={hasWebhook ? "Cancelled. Your shop will receive a webhook." : "Cancelled."}
          onClose={close}
        >
          <p className="text-small text-ink-soft">
            Its address stays watched: what is sent to it all the same waits as a case for your decision.
          </p>
        </ConfirmDialog>
      )}
    </DialogButton>
  );
}
