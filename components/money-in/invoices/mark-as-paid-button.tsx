"use client";

import { DialogButton } from "@/components/ui/dialog-button";
import { FormDialog } from "@/components/ui/form-dialog";
import { useFormCommand } from "@/components/ui/use-form-command";
import { rpc } from "@/lib/fronts/client/rpc";
import { type MarkAsPaidForm, markAsPaidForm } from "@/lib/money-in/invoices/dashboard-schema";

export type MarkAsPaidButtonProps = { readonly id: string; readonly orderId: string; readonly hasWebhook: boolean };

/** For an unpaid or underpaid invoice that the shop was paid for in another way. */
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
      description={`The invoice is marked as paid manually${hasWebhook ? ", and your shop receives the same webhook as for a payment" : ""}. Nothing is credited: your balance does not change.`}
      noWayBack="This can't be undone. Anything sent to the address later becomes a case for your decision."
      leave="Cancel"
      act="Mark as paid"
      fields={[
        {
          name: "reason",
          label: "How was it paid?",
          hint: "Recorded in the timeline and the audit log with your name.",
        },
      ]}
      onClose={onClose}
    />
  );
}
