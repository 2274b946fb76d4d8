import type { ReactNode } from "react";
import { Shell } from "@/components/fronts/shell/shell";
import { SecondFactorNotice } from "@/components/people/account/second-factor-notice";
import { requireOperator, requirePerson } from "@/lib/fronts/dashboard/require-member";
import { shownMembership } from "@/lib/fronts/dashboard/shown-memberships";
import { env } from "@/lib/kernel/env";
import { getPasskeyPlace } from "@/lib/people/identity/second-factor-prove";

/**
 * Renders the frame only; see the merchant's layout. An operator need not be a member of any
 * merchant.
 */
export default async function OperatorLayout({ children }: { children: ReactNode }) {
  const session = await requireOperator();
  const { memberships, chosen } = await requirePerson();
  return (
    <Shell
      person={session.user}
      current={chosen && shownMembership(chosen, session)}
      memberships={memberships.map((one) => shownMembership(one, session))}
      isSandbox={env().SANDBOX}
      passkeyPlace={getPasskeyPlace()}
    >
      {session.secondFactorAt === null && <SecondFactorNotice isSandbox={env().SANDBOX} />}
      {children}
    </Shell>
  );
}
