import type { Metadata } from "next";
import { AuthFrame } from "@/components/people/auth/auth-frame";
import { ResetPasswordForm } from "@/components/people/auth/reset-password-form";
import { ButtonLink } from "@/components/ui/button-link";
import { Notice } from "@/components/ui/notice";
import { routes } from "@/lib/fronts/paths/routes";
import { readResetLink } from "@/lib/people/identity/change-password";

/** The URL of this page is a secret. */
export const metadata: Metadata = { title: "Set a new password", referrer: "no-referrer", robots: "noindex" };

type Params = Promise<{ readonly token: string }>;

export default async function ResetPasswordPage({ params }: { params: Params }) {
  const { token } = await params;
  const link = await readResetLink(token, new Date());
  if (link === null) {
    return (
      <AuthFrame title="Set a new password" description="This link is no longer valid.">
        <div className="flex flex-col gap-4">
          <Notice tone="wrong">It was already used, or it expired after an hour. Request a new one.</Notice>
          <ButtonLink href={routes.forgotPassword()}>Request a new link</ButtonLink>
        </div>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame
      title="Set a new password"
      description={
        <>
          For <span className="wrap-anywhere text-ink">{link.email}</span>. Two-factor authentication stays on.
        </>
      }
    >
      <ResetPasswordForm token={token} email={link.email} />
    </AuthFrame>
  );
}
