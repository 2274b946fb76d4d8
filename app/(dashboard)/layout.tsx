import type { ReactNode } from "react";
import { Shell } from "@/components/shell/shell";
import { getPasskeyPlace } from "@/lib/accounts/second-factor-queries";
import { requirePerson } from "@/lib/dashboard/require-member";
import { shownMembership } from "@/lib/dashboard/shown-memberships";
import { env } from "@/lib/env";

/** The frame only: each page and each operation checks for itself who may see it, because a layout does not run again on navigation. */
export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const { session, memberships, chosen } = await requirePerson();
  return (
    <Shell
      person={session.user}
      current={chosen && shownMembership(chosen, session)}
      memberships={memberships.map((one) => shownMembership(one, session))}
      isSandbox={env().SANDBOX}
      passkeyPlace={getPasskeyPlace()}
    >
      {children}
    </Shell>
  );
}
