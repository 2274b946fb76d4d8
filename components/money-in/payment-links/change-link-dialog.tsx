"use client";

import { LimitFields } from "@/components/money-in/payment-links/limit-fields";
import { FormDialog } from "@/components/ui/form-dialog";
import { useFormCommand } from "@/components/ui/use-form-command";
import { rpc } from "@/lib/fronts/client/rpc";
import {
  type ChangeLinkForm,
  changeLinkInput,
  type LinkDetailView,
} from "@/lib/money-in/payment-links/dashboard-schema";

export type ChangeLinkDialogProps = { readonly link: LinkDetailView; readonly onClose: () => void };

/** Switches a link on or off, and changes how much it sells. */
export function ChangeLinkDialog({ link, onClose }: ChangeLinkDialogProps) {
  const initial = (): ChangeLinkForm => ({
    id: link.id,
    isActive: link.isActive,
    stock: link.stock === null ? "" : String(link.stock),
    useLimit: link.useLimit === null ? "" : String(link.useLimit),
    endsAt: link.endsAt ?? "",
  });
  const command = useFormCommand<ChangeLinkForm>(changeLinkInput, initial, {
    send: rpc.paymentLinks.change.mutate,
    done: "The payment link was changed.",
    onDone: onClose,
  });
  return (
    <FormDialog
      command={command}
      title="Change payment link"
      description="Existing invoices of the link can still be paid."
      act="Save"
      isGrid
      fields={[{ name: "isActive", kind: "check", label: "Active", isWide: true }]}
      onClose={onClose}
    >
      <LimitFields part={command} />
    </FormDialog>
  );
}
