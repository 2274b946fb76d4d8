"use client";

import { useQuery } from "@tanstack/react-query";
import { Clock, ClockAlert } from "lucide-react";
import { useState } from "react";
import { HandOverDialog } from "@/components/members/invite-dialog";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { DialogButton } from "@/components/ui/dialog-button";
import { Moment } from "@/components/ui/moment";
import { Loaded } from "@/components/ui/query-states";
import { useCommand } from "@/components/ui/use-command";
import type { InvitationView } from "@/lib/accounts/schema";
import { invitationQueries, resendInvitation, revokeInvitation } from "@/lib/client/invitations";

/** Who was invited to open a merchant and has not come yet; nothing where nobody was. */
export function MerchantInvitations() {
  const query = useQuery(invitationQueries.operator());
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
  const { id, email, invitedBy, expiresAt, state } = invitation;
  const [link, setLink] = useState<string | null>(null);
  const resend = useCommand(async () => setLink((await resendInvitation({ from: "operator", id })).link), {
    done: "A new link is made. The one before no longer works.",
  });
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
      <Badge tone={state === "expired" ? "waiting" : "moving"} icon={state === "expired" ? ClockAlert : Clock}>
        {state === "expired" ? "Expired" : "Open"}
      </Badge>
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
              send={() => revokeInvitation({ from: "operator", id })}
              done="The invitation is taken back."
              onClose={close}
            />
          )}
        </DialogButton>
      </div>
      {link !== null && <HandOverDialog link={link} onClose={() => setLink(null)} />}
    </li>
  );
}
