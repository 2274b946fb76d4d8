"use client";

import { toast } from "sonner";
import { useSilentForm } from "@/components/people/account/use-silent-form";
import { makePasskey } from "@/components/people/auth/passkey-browser";
import { FormDialog } from "@/components/ui/form-dialog";
import { rpc } from "@/lib/fronts/client/rpc";
import { passkeyNameInput } from "@/lib/people/identity/second-factor-schema";

export type AddPasskeyDialogProps = {
  readonly onCodes: (codes: readonly string[] | null) => void;
  readonly onClose: () => void;
};

/** Creates a passkey on a device, under a distinguishing name. */
export function AddPasskeyDialog({ onCodes, onClose }: AddPasskeyDialogProps) {
  const command = useSilentForm(
    passkeyNameInput,
    () => ({ name: "" }),
    async ({ name }) => {
      const request = await rpc.account.passkeys.start.mutate();
      const response = await makePasskey(request);
      if (response === null) throw new Error("No passkey was created. Try again when you are ready.");
      const { recoveryCodes } = await rpc.account.passkeys.add.mutate({ name, step: request.step, response });
      onCodes(recoveryCodes);
      onClose();
      if (recoveryCodes === null) toast.success("Passkey added.");
    },
  );
  return (
    <FormDialog
      command={command}
      title="Add a passkey"
      description="Your browser asks where to save it: on this device, your phone or a security key."
      act="Continue"
      fields={[{ name: "name", label: "Name", hint: "To recognise it later, such as Phone or Office laptop." }]}
      onClose={onClose}
    />
  );
}
