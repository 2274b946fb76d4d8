"use client";

import { AuthForm } from "@/components/people/auth/auth-form";
import { useAuthForm } from "@/components/people/auth/use-auth-form";
import { ButtonLink } from "@/components/ui/button-link";
import { Notice } from "@/components/ui/notice";
import { confirmEmail } from "@/lib/fronts/client/account";
import { routes } from "@/lib/fronts/paths/routes";
import { confirmEmailInput } from "@/lib/people/identity/schema";

/** Only a button: mail scanners open links, and must not confirm anything by that. */
export function ConfirmEmailForm({ token, email }: { token: string; email: string }) {
  const { isSuccess, sending } = useAuthForm(confirmEmailInput, () => ({ token }), confirmEmail);
  if (!isSuccess) return <AuthForm act="Confirm address" {...sending} />;
  return (
    <div className="flex flex-col gap-4">
      <Notice tone="good" title="Your address is confirmed">
        You now sign in with <span className="wrap-anywhere">{email}</span>, and receive e-mails about your account
        there.
      </Notice>
      <ButtonLink href={routes.account()}>Go to your account</ButtonLink>
    </div>
  );
}
