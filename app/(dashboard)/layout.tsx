import type { ReactNode } from "react";
import { Shell } from "@/components/shell/shell";
import { requireMember } from "@/lib/dashboard/require-member";
import { env } from "@/lib/env";

/** The frame only: each page and each operation checks for itself who may see it, because a layout does not run again on navigation. */
export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const member = await requireMember();
  const { merchantId, merchantName, role, memberships, session } = member;
  return (
    <Shell
      person={session.user}
      current={{ merchantId, merchantName, role }}
      memberships={memberships}
      isSandbox={env().SANDBOX}
    >
      {children}
    </Shell>
  );
}
