import type { ReactNode } from "react";
import { Shell } from "@/components/fronts/shell/shell";
import { RestrictionBanner } from "@/components/people/restrictions/restriction-banner";
import { requirePerson } from "@/lib/fronts/dashboard/require-member";
import { shownMembership } from "@/lib/fronts/dashboard/shown-memberships";
import { env } from "@/lib/kernel/env";
import { readRestrictions } from "@/lib/people/guards/assert-may-pay-out";
import { getPasskeyPlace } from "@/lib/people/identity/second-factor-prove";

/**
 * Renders the frame only. Each page and each operation checks access on its own, because a layout
 * does not run again on navigation.
 */
export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const { session, memberships, chosen, member } = await requirePerson();
  const restrictions = member && (await readRestrictions(member.merchantId, new Date()));
  return (
    <Shell
      person={session.user}
      current={chosen && shownMembership(chosen, session)}
      memberships={memberships.map((one) => shownMembership(one, session))}
      isSandbox={env().SANDBOX}
      passkeyPlace={getPasskeyPlace()}
    >
      {restrictions && <RestrictionBanner initial={restrictions} />}
      {children}
    </Shell>
  );
}
