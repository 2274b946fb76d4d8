"use client";

import { roleField } from "@/components/people/members/role-field";
import { FormDialog } from "@/components/ui/form-dialog";
import { useFormCommand } from "@/components/ui/use-form-command";
import { rpc } from "@/lib/fronts/client/rpc";
import { type MemberView, memberRoleInput } from "@/lib/people/members/members-schema";
import type { MemberRole } from "@/lib/people/merchants/role";

export type MemberDialogProps = { readonly member: MemberView; readonly onClose: () => void };

type Form = { readonly role: MemberRole };

export function ChangeRoleDialog({ member, onClose }: MemberDialogProps) {
  const { userId, name } = member;
  const command = useFormCommand<Form>(memberRoleInput, () => ({ role: member.role }), {
    send: ({ role }) => rpc.members.changeRole.mutate({ id: userId, role }),
    done: `The role of ${name} is changed.`,
    onDone: onClose,
  });
  const { form } = command;
  return (
    <FormDialog
      title={`Role of ${name}`}
      description="The change applies immediately. They are notified by mail."
      act="Change role"
      isBlocked={form.role === member.role}
      command={command}
      fields={[roleField(form.role)]}
      onClose={onClose}
    />
  );
}
