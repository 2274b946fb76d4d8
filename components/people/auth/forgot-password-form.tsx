"use client";

import { AuthForm } from "@/components/people/auth/auth-form";
import { useAuthForm } from "@/components/people/auth/use-auth-form";
import { FormFields } from "@/components/ui/form-fields";
import { Notice } from "@/components/ui/notice";
import { askForReset } from "@/lib/fronts/client/account";
import { forgotPasswordInput } from "@/lib/people/identity/schema";

/** Requests a reset link. The message afterwards does not reveal whether the account exists. */
export function ForgotPasswordForm() {
  const reset = useAuthForm(forgotPasswordInput, () => ({ email: "" }), askForReset);
  if (reset.isSuccess) {
    return (
      <Notice tone="good" title="Check your inbox">
        If an account exists for <span className="wrap-anywhere">{reset.form.email.trim()}</span>, we have sent a link.
        It works once and expires in an hour. Unconfirmed addresses don't receive links: ask the operator of this
        gateway for one. Nothing there? Check your spam folder, or try another address.
      </Notice>
    );
  }
  return (
    <AuthForm act="Send link" {...reset.sending}>
      <FormFields {...reset} fields={[{ name: "email", kind: "username", label: "E-mail" }]} />
    </AuthForm>
  );
}
