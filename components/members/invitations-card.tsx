"use client";

import { useQuery } from "@tanstack/react-query";
import { Clock, ClockAlert, MailPlus } from "lucide-react";
import { useState } from "react";
import { HandOverDialog } from "@/components/members/invite-dialog";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { DialogButton } from "@/components/ui/dialog-button";
import { EmptyState } from "@/components/ui/empty-state";
import { Moment } from "@/components/ui/moment";
import { Loaded } from "@/components/ui/query-states";
import { useCommand } from "@/components/ui/use-command";
import type { InvitationView } from "@/lib/accounts/schema";
import { invitationQueries, resendInvitation, revokeInvitation } from "@/lib/client/invitations";
import { ROLE_WORDS } from "@/lib/merchants/role";

/** Who was invited and has not come yet. */
export function InvitationsCard({ mayChange }: { readonly mayChange: boolean }) {
  const query = useQuery(invitationQueries.merchant());
  return (
    <Card title="Invitations" isPadded={false}>
      <Loaded query={query} failure="The invitations could not be loaded">
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState icon={MailPlus} title="Nobody is invited">
              Whoever you invite is listed here until they accept.
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
        <p className="truncate font-medium" title={email}>
          {email}
        </p>
        <p className="text-label text-ink-quiet">
          {role === null ? "" : `${ROLE_WORDS[role].name}, invited`} by {invitedBy}, until <Moment at={expiresAt} />
        </p>
      </div>
      {state === "expired" ? (
        <Badge tone="waiting" icon={ClockAlert}>
          Expired
        </Badge>
      ) : (
        <Badge tone="moving" icon={Clock}>
          Open
        </Badge>
      )}
      {mayChange && <InvitationActions invitation={invitation} />}
    </li>
  );
}

function InvitationActions({ invitation: { id, email } }: Pick<InvitationItemProps, "invitation">) {
  const [link, setLink] = useState<string | null>(null);
  const resend = useCommand(async () => setLink((await resendInvitation({ from: "merchant", id })).link), {
    done: "A new link is made. The one before no longer works.",
  });
  return (
    <div className="flex gap-2">
      <Button size="small" isBusy={resend.isPending} onClick={() => resend.mutate(undefined)}>
        Send again
      </Button>
      <DialogButton label="Take back…">
        {(close) => (
          <ConfirmDialog
            title="Take the invitation back?"
            description={`The link that ${email} has will no longer work.`}
            act="Take it back"
            tone="danger"
            send={() => revokeInvitation({ from: "merchant", id })}
            done="The invitation is taken back."
            onClose={close}
          />
        )}
      </DialogButton>
      {link !== null && <HandOverDialog link={link} onClose={() => setLink(null)} />}
    </div>
  );
}
