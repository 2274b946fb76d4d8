"use client";

import { FormDialog } from "@/components/ui/form-dialog";
import { useFormCommand } from "@/components/ui/use-form-command";
import { rpc } from "@/lib/fronts/client/rpc";
import { changeEmailInput } from "@/lib/people/identity/schema";

/**
 * Requests a change of the e-mail address, which takes effect when the link mailed to it is opened.
 */
export function ChangeEmailDialog({ onClose }: { readonly onClose: () => void }) {
  const command = useFormCommand(changeEmailInput, () => ({ email: "", password: "" }), {
    send: rpc.account.changeEmail.mutate,
    done: "We sent a link to the new address. Open it to confirm the change.",
    onDone: onClose,
  });
  return (
    <FormDialog
      command={command}
      title="Change e-mail address"
      description="We send a link to the new address. Nothing changes until it is opened. Your current address is notified now."
      act="Send link"
      fields={[
        { name: "email", kind: "email", label: "New e-mail" },
        { name: "password", kind: "password", label: "Your password" },
      ]}
      onClose={onClose}
    />
  );
}
