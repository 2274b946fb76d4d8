"use client";

import { useQuery } from "@tanstack/react-query";
import { InvitationActions, InvitationBadge } from "@/components/people/members/invitation-actions";
import { Card } from "@/components/ui/card";
import { Moment } from "@/components/ui/moment";
import { Loaded } from "@/components/ui/query-states";
import { rpc } from "@/lib/fronts/client/rpc";
import type { InvitationView } from "@/lib/people/identity/schema";

/** Pending invitations to open a merchant; renders nothing if there are none. */
export function MerchantInvitations() {
  const query = useQuery(rpc.operator.invitations.list.queryOptions());
  return (
    <Loaded query={query} failure="The invitations could not be loaded" skeleton={null}>
      {({ items }) =>
        items.length > 0 && (
          <Card title="Invited to open a merchant" isPadded={false} className="mb-5">
            <ul aria-label="Invitations" className="divide-y divide-line">
              {items.map((invitation) => (
                <InvitedItem key={invitation.id} invitation={invitation} />
              ))}
            </ul>
          </Card>
        )
      }
    </Loaded>
  );
}

function InvitedItem({ invitation }: { invitation: InvitationView }) {
  const { email, invitedBy, expiresAt, state } = invitation;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
      <div className="min-w-0 flex-1 basis-56">
        <p className="truncate font-medium" title={email}>
          {email}
        </p>
        <p className="text-label text-ink-quiet">
          by {invitedBy}, until <Moment at={expiresAt} />
        </p>
      </div>
      <InvitationBadge state={state} />
      <InvitationActions from="operator" invitation={invitation} />
    </li>
  );
}
