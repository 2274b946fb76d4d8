"use client";

import { NEW_PASSWORD } from "@/components/people/auth/auth-fields";
import { AuthForm } from "@/components/people/auth/auth-form";
import { useAuthForm } from "@/components/people/auth/use-auth-form";
import { ButtonLink } from "@/components/ui/button-link";
import { FormFields } from "@/components/ui/form-fields";
import { Notice } from "@/components/ui/notice";
import { resetPassword } from "@/lib/fronts/client/account";
import { routes } from "@/lib/fronts/paths/routes";
import { resetPasswordInput } from "@/lib/people/identity/schema";

/** Sets a new password with the link's token. */
export function ResetPasswordForm({ token, email }: { token: string; email: string }) {
  const reset = useAuthForm(resetPasswordInput, () => ({ token, password: "" }), resetPassword);
  if (reset.isSuccess) {
    return (
      <div className="flex flex-col gap-4">
        <Notice tone="good" title="Your new password is set">
          All browsers have been signed out. Payouts are on hold for 24 hours for every merchant you can pay out from.
        </Notice>
        <ButtonLink href={routes.signIn()}>Sign in</ButtonLink>
      </div>
    );
  }
  return (
    <AuthForm act="Set password" {...reset.sending}>
      {/* For password managers: whose password it is. */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <FormFields {...reset} fields={[{ ...NEW_PASSWORD, label: "New password" }]} />
    </AuthForm>
  );
}
