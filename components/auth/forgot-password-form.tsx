"use client";

import { AuthForm } from "@/components/auth/auth-form";
import { useAuthForm } from "@/components/auth/use-auth-form";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { askForReset } from "@/lib/fronts/client/lost-password";
import { forgotPasswordInput } from "@/lib/people/identity/schema";

/** Asks for a link. What is said afterwards does not tell whether anybody has the address. */
export function ForgotPasswordForm() {
  const { form, wrong, change, isSuccess, sending } = useAuthForm(
    forgotPasswordInput,
    () => ({ email: "" }),
    askForReset,
  );
  if (isSuccess) {
    return (
      <Notice tone="good" title="Look into your mailbox">
        If there is an account with <span className="wrap-anywhere">{form.email.trim()}</span>, a mail with a link is on
        its way. The link works once, for an hour. An address that was never confirmed gets none: whoever runs this
        gateway can hand you one. Nothing there? Look among unwanted mails, and whether you have signed up with another
        address.
      </Notice>
    );
  }
  return (
    <AuthForm act="Send a link" {...sending}>
      <Field label="Email" error={wrong["email"]}>
        {(control) => (
          <Input
            {...control}
            type="email"
            autoComplete="username"
            required
            value={form.email}
            onChange={(event) => change({ email: event.target.value })}
          />
        )}
      </Field>
    </AuthForm>
  );
}
