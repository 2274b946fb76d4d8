import type { ReactNode } from "react";
import { SecondFactorNotice } from "@/components/account/second-factor-notice";
import { Shell } from "@/components/shell/shell";
import { getPasskeyPlace } from "@/lib/accounts/second-factor-queries";
import { requireOperator } from "@/lib/dashboard/require-member";
import { env } from "@/lib/env";
import { listMemberships } from "@/lib/merchants/session-queries";

/** The frame only; see the merchant's. An operator need not be a member of any merchant. */
export default async function OperatorLayout({ children }: { children: ReactNode }) {
  const session = await requireOperator();
  const memberships = await listMemberships(session.user.id);
  return (
    <Shell
      person={session.user}
      current={memberships[0] ?? null}
      memberships={memberships}
      isSandbox={env().SANDBOX}
      passkeyPlace={getPasskeyPlace()}
    >
      {session.secondFactorAt === null && <SecondFactorNotice />}
      {children}
    </Shell>
  );
}
