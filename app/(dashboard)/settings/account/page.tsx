import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { EmailCard } from "@/components/people/account/email-card";
import { NotificationsCard } from "@/components/people/account/notifications-card";
import { SecondFactorCard } from "@/components/people/account/second-factor-card";
import { SecondFactorRequired } from "@/components/people/account/second-factor-required";
import { SessionsCard } from "@/components/people/account/sessions-card";
import { PasswordCard } from "@/components/people/settings/password-card";
import { ProfileCard } from "@/components/people/settings/profile-card";
import { ReferralCard } from "@/components/people/settings/referral-card";
import { Notice } from "@/components/ui/notice";
import { createQueryClient } from "@/lib/fronts/client/query-client";
import { rpc } from "@/lib/fronts/client/rpc";
import { isFactorMissing } from "@/lib/fronts/dashboard/current-session";
import { requirePerson } from "@/lib/fronts/dashboard/require-member";
import { getEmailStanding } from "@/lib/people/identity/change-email";
import { getSecondFactor } from "@/lib/people/identity/second-factor-prove";
import { listSessions } from "@/lib/people/identity/session-queries";
import { listNotificationPreferences } from "@/lib/people/notifications/queries";
import { getReferrals } from "@/lib/people/referrals/referrals";

export const metadata: Metadata = { title: "Account" };

/** Shows the user's own account; also available to users who are a member of no merchant. */
export default async function AccountPage() {
  const { session, memberships, chosen, member } = await requirePerson();
  const { user } = session;
  const queries = createQueryClient();
  const sessions = () => listSessions(user.id, session.id, new Date());
  const [referrals, email] = await Promise.all([
    getReferrals(user.id),
    getEmailStanding(user.id, new Date()),
    queries.prefetchQuery({ ...rpc.account.sessions.list.queryOptions(), queryFn: sessions }),
    queries.prefetchQuery({
      ...rpc.account.notifications.choices.queryOptions(),
      queryFn: () => listNotificationPreferences(user),
    }),
    queries.prefetchQuery({ ...rpc.account.secondFactor.read.queryOptions(), queryFn: () => getSecondFactor(user.id) }),
  ]);
  return (
    <>
      {chosen !== null && member === null && (
        <SecondFactorRequired
          merchantName={chosen.merchantName}
          others={memberships.filter((one) => !isFactorMissing(one, session)).map(({ merchantName }) => merchantName)}
        />
      )}
      {chosen === null && !user.isOperator && (
        <div className="mb-5">
          <Notice tone="neutral" title="You are not a member of any merchant">
            Ask an owner to invite you. Until then you can only use your own account.
          </Notice>
        </div>
      )}
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-5">
          <ProfileCard name={user.name} />
          <EmailCard {...email} />
          <PasswordCard />
          <HydrationBoundary state={dehydrate(queries)}>
            <NotificationsCard />
          </HydrationBoundary>
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          <HydrationBoundary state={dehydrate(queries)}>
            <SecondFactorCard />
            <SessionsCard />
          </HydrationBoundary>
          <ReferralCard referrals={referrals} />
        </div>
      </div>
    </>
  );
}
