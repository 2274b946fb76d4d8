"use client";

import { useState } from "react";
import { roleField } from "@/components/people/members/role-field";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";
import { FormDialog } from "@/components/ui/form-dialog";
import { useFormCommand } from "@/components/ui/use-form-command";
import { rpc } from "@/lib/fronts/client/rpc";
import { type InviteMemberInput, inviteMemberInput, type SentInvitation } from "@/lib/people/identity/schema";

/** Invites a person. If the gateway sends no mails, the link is shown to be passed on. */
export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const [link, setLink] = useState<string | null>(null);
  const take = (sent: SentInvitation) => (sent.link === null ? onClose() : setLink(sent.link));
  if (link !== null) return <HandOverDialog link={link} onClose={onClose} />;
  return <InviteForm onSent={take} onClose={onClose} />;
}

function InviteForm({ onSent, onClose }: { onSent: (sent: SentInvitation) => void; onClose: () => void }) {
  const command = useFormCommand<InviteMemberInput>(inviteMemberInput, () => ({ email: "", role: "viewer" }), {
    send: async (form) => onSent(await rpc.members.invite.mutate(form)),
    done: "Invitation created.",
  });
  return (
    <FormDialog
      title="Invite member"
      description="They get a single-use link. People with an account sign in; others create one."
      act="Invite"
      command={command}
      fields={[{ name: "email", kind: "otherEmail", label: "E-mail" }, roleField(command.form.role)]}
      onClose={onClose}
    />
  );
}

/** Shows an invitation link once: no mail delivers it. */
export function HandOverDialog({ link, onClose }: { readonly link: string; readonly onClose: () => void }) {
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      staysOnOutsideClick
      title="Share this link"
      description="This installation does not send e-mail. Anyone with the link can accept the invitation once. The link is not shown again."
      footer={<CopyButton text={link} what="link" label="Copy link" />}
    >
      <p className="break-all rounded-control bg-sunken px-3 py-2.5 font-mono text-small">{link}</p>
    </Dialog>
  );
}
