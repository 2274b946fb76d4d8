import type { Metadata } from "next";
import { AuthFrame } from "@/components/people/auth/auth-frame";
import { ConfirmEmailForm } from "@/components/people/auth/confirm-email-form";
import { ButtonLink } from "@/components/ui/button-link";
import { Notice } from "@/components/ui/notice";
import { routes } from "@/lib/fronts/paths/routes";
import { readEmailToConfirm } from "@/lib/people/identity/confirm-email";

/** The URL of this page is a secret. */
export const metadata: Metadata = { title: "Confirm your address", referrer: "no-referrer", robots: "noindex" };

type Params = Promise<{ readonly token: string }>;

export default async function ConfirmEmailPage({ params }: { params: Params }) {
  const { token } = await params;
  const link = await readEmailToConfirm(token, new Date());
  if (link === null) {
    return (
      <AuthFrame title="Confirm your address" description="This link is no longer valid.">
        <div className="flex flex-col gap-4">
          <Notice tone="wrong">
            It was already used, expired after a day, or was replaced by a newer one. If your address is already
            confirmed, there is nothing to do.
          </Notice>
          <ButtonLink href={routes.account()}>Go to your account</ButtonLink>
        </div>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame
      title="Confirm your address"
      description={
        <>
          Confirm that you receive e-mail at <span className="wrap-anywhere text-ink">{link.email}</span>.
        </>
      }
    >
      <ConfirmEmailForm token={token} email={link.email} />
    </AuthFrame>
  );
}
