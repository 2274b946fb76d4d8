import type { Metadata } from "next";
import { connection } from "next/server";
import { AuthFrame } from "@/components/people/auth/auth-frame";
import { ForgotPasswordForm } from "@/components/people/auth/forgot-password-form";
import { Notice } from "@/components/ui/notice";
import { TextLink } from "@/components/ui/text-link";
import { routes } from "@/lib/fronts/paths/routes";
import { mailSender } from "@/lib/kernel/mail/mail-settings";
import { MAIL_DISABLED_MESSAGE } from "@/lib/people/identity/send-reset-link";

export const metadata: Metadata = { title: "Forgot your password?" };

export default async function ForgotPasswordPage() {
  await connection();
  return (
    <AuthFrame title="Forgot your password?" description="We will send you a link to set a new one.">
      {mailSender() === null ? <Notice tone="neutral">{MAIL_DISABLED_MESSAGE}</Notice> : <ForgotPasswordForm />}
      <p className="mt-5 text-center text-small">
        <TextLink href={routes.signIn()}>Back to sign-in</TextLink>
      </p>
    </AuthFrame>
  );
}
