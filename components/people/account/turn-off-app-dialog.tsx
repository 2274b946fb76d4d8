"use client";

import { FormDialog } from "@/components/ui/form-dialog";
import { useFormCommand } from "@/components/ui/use-form-command";
import { rpc } from "@/lib/fronts/client/rpc";
import { turnOffTotpInput } from "@/lib/people/identity/second-factor-schema";

/** Takes the authenticator app off, for who has both: password and a code. */
export function TurnOffAppDialog({ onClose }: { readonly onClose: () => void }) {
  const command = useFormCommand(turnOffTotpInput, () => ({ password: "", code: "" }), {
    send: rpc.account.secondFactor.turnOffTotp.mutate,
    done: "Authenticator app turned off.",
    onDone: onClose,
  });
  return (
    <FormDialog
      command={command}
      title="Turn off the authenticator app?"
      description="Its codes are no longer required. Without a passkey, your account is protected by your password only, and your recovery codes stop working."
      act="Turn off"
      tone="danger"
      fields={[
        { name: "password", kind: "password", label: "Password" },
        { name: "code", kind: "anyCode", label: "Code", hint: "From the app, or a recovery code if you lost the app." },
      ]}
      onClose={onClose}
    />
  );
}
