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
    done: "The authenticator app is taken off.",
    onDone: onClose,
  });
  const { form, wrong, change } = command;
  return (
    <FormDialog
      command={command}
      title="Take the authenticator app off?"
      description="Its codes are no longer asked for. Without a passkey, your password alone opens your account, and your recovery codes end."
      leave="Keep it"
      act="Take it off"
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
      <Field label="Code" hint="Of the app, or a recovery code when the app is lost." error={wrong["code"]}>
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
