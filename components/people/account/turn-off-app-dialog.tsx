"use client";

import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Input } from "@/components/ui/input";
import { TextField } from "@/components/ui/text-field";
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
  const { form, wrong, change } = command;
  return (
    <FormDialog
      command={command}
      title="Turn off the authenticator app?"
      description="Its codes are no longer required. Without a passkey, your account is protected by your password only, and your recovery codes stop working."
      leave="Cancel"
      act="Turn off"
      tone="danger"
      onClose={onClose}
    >
      <TextField
        label="Password"
        kind="password"
        error={wrong["password"]}
        value={form.password}
        onChange={(password) => change({ password })}
      />
      <Field label="Code" hint="From the app, or a recovery code if you lost the app." error={wrong["code"]}>
        {(control) => (
          <Input
            {...control}
            autoComplete="one-time-code"
            autoCapitalize="off"
            spellCheck={false}
            className="tabular-nums"
            value={form.code}
            onChange={(event) => change({ code: event.target.value })}
          />
        )}
      </Field>
    </FormDialog>
  );
}
