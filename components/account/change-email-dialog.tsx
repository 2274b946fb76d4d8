"use client";

import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Input } from "@/components/ui/input";
import { useFormCommand } from "@/components/ui/use-form-command";
import { changeEmailInput } from "@/lib/accounts/schema";
import { askToChangeEmail } from "@/lib/client/lost-password";

/** Asks for another address; it changes when the link that goes there is opened. */
export function ChangeEmailDialog({ onClose }: { readonly onClose: () => void }) {
  const command = useFormCommand(changeEmailInput, () => ({ email: "", password: "" }), {
    send: askToChangeEmail,
    done: "A link was sent to the new address. Open it to make the change.",
    onDone: onClose,
  });
  const { form, wrong, change } = command;
  return (
    <FormDialog
      command={command}
      title="Change your e-mail"
      description="We send a link to the new address. Nothing changes before it is opened. Your present address is told at once."
      act="Send the link"
      onClose={onClose}
    >
      <Field label="New e-mail" error={wrong["email"]}>
        {(control) => (
          <Input
            {...control}
            type="email"
            autoComplete="email"
            value={form.email}
            onChange={(event) => change({ email: event.target.value })}
          />
        )}
      </Field>
      <Field label="Your password" error={wrong["password"]}>
        {(control) => (
          <Input
            {...control}
            type="password"
            autoComplete="current-password"
            value={form.password}
            onChange={(event) => change({ password: event.target.value })}
          />
        )}
      </Field>
    </FormDialog>
  );
}
