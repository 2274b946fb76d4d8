import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { RequireSecondFactorCard } from "@/components/people/account/require-second-factor-card";
import { InvitationsCard } from "@/components/people/members/invitations-card";
import { InviteButton } from "@/components/people/members/invite-button";
import { MembersCard } from "@/components/people/members/members-card";
import { RolesCard } from "@/components/people/members/roles-card";
import { createQueryClient } from "@/lib/fronts/client/query-client";
import { rpc } from "@/lib/fronts/client/rpc";
import { requireAllowed } from "@/lib/fronts/dashboard/require-member";
import { listMembers } from "@/lib/people/members/queries";
import { isAllowed } from "@/lib/people/merchants/role";
import { isSecondFactorRequired } from "@/lib/people/settings/change-merchant-settings";

export const metadata: Metadata = { title: "Members" };

export default async function MembersPage() {
  const { merchantId, role, session } = await requireAllowed("member.read");
  const queries = createQueryClient();
  const queryFn = () => listMembers(merchantId, { userId: session.user.id, role });
  const [isRequired] = await Promise.all([
    isSecondFactorRequired(merchantId),
    queries.prefetchQuery({ ...rpc.members.list.queryOptions(), queryFn }),
  ]);
  const mayChange = isAllowed(role, "member.change");
  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <div className="flex flex-col gap-5">
        <MembersCard mayChange={mayChange} action={mayChange && <InviteButton />} />
        <InvitationsCard mayChange={mayChange} />
        <RequireSecondFactorCard isRequired={isRequired} mayChange={mayChange} />
        <RolesCard />
      </div>
    </HydrationBoundary>
  );
}
