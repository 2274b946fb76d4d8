"use client";

import { InviteDialog } from "@/components/people/members/invite-dialog";
import { DialogButton } from "@/components/ui/dialog-button";

export function InviteButton() {
  return (
    <DialogButton label="Invite member…" variant="primary">
      {(close) => <InviteDialog onClose={close} />}
    </DialogButton>
  );
}
