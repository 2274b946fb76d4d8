"use client";

import { roleField } from "@/components/people/members/role-field";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { FormDialog } from "@/components/ui/form-dialog";
import { useFormCommand } from "@/components/ui/use-form-command";
import { rpc } from "@/lib/fronts/client/rpc";
import { routes } from "@/lib/fronts/paths/routes";
import { type MemberView, memberRoleInput } from "@/lib/people/members/members-schema";
import type { MemberRole } from "@/lib/people/merchants/role";

export type MemberDialogProps = { readonly member: MemberView; readonly onClose: () => void };

type Form = { readonly role: MemberRole };

export function ChangeRoleDialog({ member, onClose }: MemberDialogProps) {
  const { userId, name } = member;
  const command = useFormCommand<Form>(memberRoleInput, () => ({ role: member.role }), {
    send: ({ role }) => rpc.members.changeRole.mutate({ id: userId, role }),
    done: `Role of ${name} changed.`,
    onDone: onClose,
  });
  const { form } = command;
  return (
    <FormDialog
      title={`Role of ${name}`}
      description="The change applies immediately. They are notified by e-mail."
      act="Change role"
      isBlocked={form.role === member.role}
      command={command}
      fields={[roleField(form.role)]}
      onClose={onClose}
    />
  );
}

export function RemoveMemberDialog({ member, onClose }: MemberDialogProps) {
  const { userId, name } = member;
  return (
    <ConfirmDialog
      title={`Remove ${name}?`}
      description="They immediately lose access to this merchant. What they did remains. API keys they have seen still work: rotate them under Developers."
      act="Remove member"
      tone="danger"
      send={() => rpc.members.remove.mutate({ id: userId })}
      done={`${name} is no longer a member.`}
      onClose={onClose}
    />
  );
}

export function LeaveDialog({ onClose }: Pick<MemberDialogProps, "onClose">) {
  const leave = async () => {
    await rpc.members.leave.mutate();
    // A full page load: nothing of this merchant stays in memory.
    window.location.assign(routes.home());
  };
  return (
    <ConfirmDialog
      title="Leave this merchant?"
      description="You immediately lose access. Only an owner can invite you again."
      act="Leave merchant"
      tone="danger"
      send={leave}
      done="You have left the merchant."
      onClose={onClose}
    />
  );
}
