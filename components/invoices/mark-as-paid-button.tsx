"use client";

import { DialogButton } from "@/components/ui/dialog-button";
import { FormDialog } from "@/components/ui/form-dialog";
import { TextField } from "@/components/ui/text-field";
import { useFormCommand } from "@/components/ui/use-form-command";
import { rpc } from "@/lib/fronts/client/rpc";
import { type MarkAsPaidForm, markAsPaidForm } from "@/lib/money-in/invoices/dashboard-schema";

export type MarkAsPaidButtonProps = { readonly id: string; readonly orderId: string; readonly hasWebhook: boolean };

/** For an invoice that nothing paid, or too little, where the shop was paid in another way. */
export function MarkAsPaidButton(invoice: MarkAsPaidButtonProps) {
  return <DialogButton label="Mark as paid…">{(close) => <MarkDialog {...invoice} onClose={close} />}</DialogButton>;
}

function MarkDialog({ id, orderId, hasWebhook, onClose }: MarkAsPaidButtonProps & { readonly onClose: () => void }) {
  const mark = useFormCommand<MarkAsPaidForm>(markAsPaidForm, () => ({ id, reason: "" }), {
    send: rpc.invoices.markAsPaid.mutate,
    done: hasWebhook ? "Marked as paid. Your shop will receive a webhook." : "Marked as paid.",
    onDone: onClose,
  });
  return (
    <FormDialog
      command={mark}
      title={`Mark ${orderId} as paid?`}
      description={`The invoice becomes paid by your word${hasWebhook ? ", and your shop receives the webhook as if a payment had come" : ""}. Nothing is credited for it: your balance stays as it is.`}
      noWayBack="It stays paid. What is sent to its address all the same waits as a case for your decision."
      leave="Leave it as it is"
      act="Mark it as paid"
      onClose={onClose}
    >
      <TextField
        label="How was it paid?"
        hint="Kept in the time line and in the audit log, with your name."
        error={mark.wrong["reason"]}
        value={mark.form.reason}
        onChange={(reason) => mark.change({ reason })}
      />
    </FormDialog>
  );
}
