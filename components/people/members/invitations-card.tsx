"use client";

import { useQuery } from "@tanstack/react-query";
import { MailPlus } from "lucide-react";
import { InvitationActions, InvitationBadge } from "@/components/people/members/invitation-actions";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Moment } from "@/components/ui/moment";
import { Loaded } from "@/components/ui/query-states";
import { rpc } from "@/lib/fronts/client/rpc";
import type { InvitationView } from "@/lib/people/identity/schema";
import { ROLE_LABELS } from "@/lib/people/merchants/role";

/** Pending invitations. */
export function InvitationsCard({ mayChange }: { readonly mayChange: boolean }) {
  const query = useQuery(rpc.members.invitations.queryOptions());
  return (
    <Card title="Invitations" isPadded={false}>
      <Loaded query={query} failure="The invitations could not be loaded">
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState icon={MailPlus} title="No pending invitations">
              People you invite are listed here until they accept.
            </EmptyState>
          ) : (
            <ul className="divide-y divide-line">
              {items.map((invitation) => (
                <InvitationItem key={invitation.id} invitation={invitation} mayChange={mayChange} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}

type InvitationItemProps = { readonly invitation: InvitationView; readonly mayChange: boolean };

function InvitationItem({ invitation, mayChange }: InvitationItemProps) {
  const { email, role, invitedBy, expiresAt, state } = invitation;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-medium max-md:wrap-anywhere md:truncate" title={email}>
          {email}
        </p>
        <p className="text-label text-ink-quiet">
          {role === null ? "" : `${ROLE_LABELS[role].name}, invited`} by {invitedBy}, until <Moment at={expiresAt} />
        </p>
      </div>
      <InvitationBadge state={state} />
      {mayChange && <InvitationActions from="merchant" invitation={invitation} />}
    </li>
  );
}
