"use client";

import type { MemberDialogProps } from "@/components/people/members/change-role-dialog";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { rpc } from "@/lib/fronts/client/rpc";
import { routes } from "@/lib/fronts/paths/routes";

export function RemoveMemberDialog({ member, onClose }: MemberDialogProps) {
  const { userId, name } = member;
  return (
    <ConfirmDialog
      title={`Remove ${name}?`}
      description="They immediately lose access to this merchant. What they did stays as it is. API keys they have seen still work: rotate them under Developers."
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
    // A whole new page: nothing of this merchant stays in memory.
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
