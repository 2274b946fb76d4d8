import type { ReactNode } from "react";
import { Shell } from "@/components/shell/shell";
import { getPasskeyPlace } from "@/lib/accounts/second-factor-queries";
import { requirePerson } from "@/lib/dashboard/require-member";
import { env } from "@/lib/env";

/** The frame only: each page and each operation checks for itself who may see it, because a layout does not run again on navigation. */
export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const { session, member } = await requirePerson();
  const current = member && { merchantId: member.merchantId, merchantName: member.merchantName, role: member.role };
  return (
    <Shell
      person={session.user}
      current={current}
      memberships={member?.memberships ?? []}
      isSandbox={env().SANDBOX}
      passkeyPlace={getPasskeyPlace()}
    >
      {children}
    </Shell>
  );
}
