"use client";

import type { MemberDialogProps } from "@/components/members/change-role-dialog";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { rpc } from "@/lib/fronts/client/rpc";
import { routes } from "@/lib/fronts/paths/routes";

export function RemoveMemberDialog({ member, onClose }: MemberDialogProps) {
  const { userId, name } = member;
  return (
    <ConfirmDialog
      title={`Remove ${name}?`}
      description="They can no longer see or do anything of this merchant, from now on. What they did stays as it is. Keys that they have seen still work: replace those under Developers."
      act="Remove them"
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
    // A whole new page: nothing of this merchant stays in memory.
    window.location.assign(routes.home());
  };
  return (
    <ConfirmDialog
      title="Leave this merchant?"
      description="You can no longer see or do anything of it, from now on. Only an owner can let you in again."
      act="Leave it"
      leave="Stay"
      tone="danger"
      send={leave}
      done="You have left."
      onClose={onClose}
    />
  );
}
