import { AcceptForm } from "@/components/people/auth/accept-form";
import { SignOutButton } from "@/components/people/auth/sign-out-button";
import { SignUpForm } from "@/components/people/auth/sign-up-form";
import { ButtonLink } from "@/components/ui/button-link";
import { Notice } from "@/components/ui/notice";
import { routes } from "@/lib/fronts/paths/routes";
import type { InvitationPage } from "@/lib/people/members/queries";

export type InvitationAnswerProps = {
  readonly token: string;
  readonly invitation: Extract<InvitationPage, { state: "open" }>;
  /** The address of the signed-in user; null if signed out. */
  readonly signedInAs: string | null;
};

/** Options for an invitation: sign up, sign in, accept, or sign out first. */
export function InvitationAnswer({ token, invitation, signedInAs }: InvitationAnswerProps) {
  const { email, hasAccount, to } = invitation;
  const opensMerchant = to === null;
  if (signedInAs === email) return <AcceptForm token={token} opensMerchant={opensMerchant} />;
  if (signedInAs !== null) {
    return (
      <div className="flex flex-col gap-4">
        <Notice tone="waiting" title="This invitation is for someone else">
          The invitation is for <span className="wrap-anywhere">{email}</span>, and you are signed in as{" "}
          <span className="wrap-anywhere">{signedInAs}</span>. Sign out to continue as the invited person.
        </Notice>
        <SignOutButton />
      </div>
    );
  }
  if (!hasAccount) return <SignUpForm token={token} email={email} opensMerchant={opensMerchant} />;
  return (
    <div className="flex flex-col gap-4">
      <Notice tone="neutral" title="You have an account">
        Sign in as <span className="wrap-anywhere">{email}</span> to accept the invitation.
      </Notice>
      <ButtonLink href={routes.signIn({ return: routes.invitation(token) })}>Sign in</ButtonLink>
    </div>
  );
}
