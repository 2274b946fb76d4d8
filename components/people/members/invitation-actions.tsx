"use client";

import { Clock, ClockAlert } from "lucide-react";
import { useState } from "react";
import { HandOverDialog } from "@/components/people/members/invite-dialog";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { DialogButton } from "@/components/ui/dialog-button";
import { useCommand } from "@/components/ui/use-command";
import { rpc } from "@/lib/fronts/client/rpc";
import type { InvitationView } from "@/lib/people/identity/schema";

/** Whether the link is still valid. */
export function InvitationBadge({ state }: Pick<InvitationView, "state">) {
  return state === "expired" ? (
    <Badge tone="waiting" icon={ClockAlert}>
      Expired
    </Badge>
  ) : (
    <Badge tone="moving" icon={Clock}>
      Open
    </Badge>
  );
}

const WAYS = {
  merchant: { resend: rpc.members.resendInvitation.mutate, revoke: rpc.members.revokeInvitation.mutate },
  operator: { resend: rpc.operator.invitations.resend.mutate, revoke: rpc.operator.invitations.revoke.mutate },
} as const;

export type InvitationActionsProps = {
  readonly from: keyof typeof WAYS;
  readonly invitation: Pick<InvitationView, "id" | "email">;
};

/** Resends or revokes a pending invitation: a merchant's own, or one to open a merchant. */
export function InvitationActions({ from, invitation: { id, email } }: InvitationActionsProps) {
  const [link, setLink] = useState<string | null>(null);
  const resend = useCommand(async () => setLink((await WAYS[from].resend({ id })).link), {
    done: "A new link was created. The previous one no longer works.",
  });
  return (
    <div className="flex gap-2">
      <Button size="small" isBusy={resend.isPending} onClick={() => resend.mutate(undefined)}>
        Send again
      </Button>
      <DialogButton label="Revoke…">
        {(close) => (
          <ConfirmDialog
            title="Revoke this invitation?"
            description={`The link sent to ${email} will no longer work.`}
            act="Revoke invitation"
            tone="danger"
            send={() => WAYS[from].revoke({ id })}
            done="Invitation revoked."
            onClose={close}
          />
        )}
      </DialogButton>
      {link !== null && <HandOverDialog link={link} onClose={() => setLink(null)} />}
    </div>
  );
}
