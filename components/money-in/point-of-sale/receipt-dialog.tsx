"use client";

import { FormDialog } from "@/components/ui/form-dialog";
import { useFormCommand } from "@/components/ui/use-form-command";
import { rpc } from "@/lib/fronts/client/rpc";
import { type ReceiptForm, receiptInput } from "@/lib/money-in/point-of-sale/dashboard-schema";

/** Mails the receipt of a sale. */
export function ReceiptDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const command = useFormCommand<ReceiptForm>(receiptInput, () => ({ id, email: "" }), {
    send: rpc.pointOfSale.mailReceipt.mutate,
    done: "The receipt is on its way.",
    onDone: onClose,
  });
  return (
    <FormDialog
      command={command}
      title="Mail the receipt"
      description="The address is used for this mail only. At most three receipts of a sale can be sent."
      act="Send"
      fields={[{ name: "email", kind: "otherEmail", label: "E-mail address" }]}
      onClose={onClose}
    />
  );
}
