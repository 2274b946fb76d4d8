import type { Metadata } from "next";
import { AuthFrame } from "@/components/people/auth/auth-frame";
import { InvitationAnswer } from "@/components/people/auth/invitation-answer";
import { ButtonLink } from "@/components/ui/button-link";
import { Notice } from "@/components/ui/notice";
import { pageSession } from "@/lib/fronts/dashboard/require-member";
import { routes } from "@/lib/fronts/paths/routes";
import { INVALID_INVITATION_MESSAGES, type InvitationPage, readInvitationPage } from "@/lib/people/members/queries";
import { ROLE_LABELS } from "@/lib/people/merchants/role";

/** The URL of this page is a secret. */
export const metadata: Metadata = { title: "Invitation", referrer: "no-referrer", robots: "noindex" };

type Params = Promise<{ readonly token: string }>;

export default async function InvitationRoute({ params }: { params: Params }) {
  const { token } = await params;
  const [invitation, session] = await Promise.all([readInvitationPage(token, new Date()), pageSession()]);
  if (invitation.state !== "open") {
    return (
      <AuthFrame title="Invitation" description="This link is no longer valid.">
        <div className="flex flex-col gap-4">
          <Notice tone={invitation.state === "used" ? "neutral" : "wrong"}>
            {INVALID_INVITATION_MESSAGES[invitation.state]}
          </Notice>
          <ButtonLink href={routes.signIn()}>Sign in</ButtonLink>
        </div>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={titleOf(invitation)} description={descriptionOf(invitation)}>
      <InvitationAnswer token={token} invitation={invitation} signedInAs={session?.user.email ?? null} />
    </AuthFrame>
  );
}

type Open = Extract<InvitationPage, { state: "open" }>;

function titleOf({ to }: Open): string {
  return to === null ? "Open a shop" : `Join ${to.merchantName}`;
}

function descriptionOf({ to, invitedBy }: Open): string {
  if (to === null)
    return `${invitedBy} invites you to take payments here, in a shop of your own. You become its owner.`;
  return `${invitedBy} invites you as ${ROLE_LABELS[to.role].article}. ${ROLE_LABELS[to.role].summary}`;
}
