"use client";

import { useState } from "react";
import { HandOverDialog } from "@/components/people/members/invite-dialog";
import { DialogButton } from "@/components/ui/dialog-button";
import { FormDialog } from "@/components/ui/form-dialog";
import { useFormCommand } from "@/components/ui/use-form-command";
import { rpc } from "@/lib/fronts/client/rpc";
import { type InviteMerchantInput, inviteMerchantInput } from "@/lib/people/identity/schema";

/** Invites a person to open a merchant. */
export function InviteMerchantButton() {
  return (
    <DialogButton label="Invite merchant…" variant="primary" size="normal">
      {(close) => <InviteMerchantDialog onClose={close} />}
    </DialogButton>
  );
}

function InviteMerchantDialog({ onClose }: { onClose: () => void }) {
  const [link, setLink] = useState<string | null>(null);
  const invite = useFormCommand<InviteMerchantInput>(inviteMerchantInput, () => ({ email: "" }), {
    send: async (form) => {
      const sent = await rpc.operator.invitations.create.mutate(form);
      if (sent.link === null) onClose();
      else setLink(sent.link);
    },
    done: "Invitation created.",
  });
  if (link !== null) return <HandOverDialog link={link} onClose={onClose} />;
  return (
    <FormDialog
      command={invite}
      title="Invite merchant"
      description="They get a single-use link, choose a password and name the shop they will own."
      act="Invite"
      leave="Cancel"
      fields={[{ name: "email", kind: "otherEmail", label: "E-mail" }]}
      onClose={onClose}
    />
  );
}
