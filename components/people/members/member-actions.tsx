"use client";

import { LogOut, UserCog, UserMinus } from "lucide-react";
import { useState } from "react";
import { ChangeRoleDialog, LeaveDialog, RemoveMemberDialog } from "@/components/people/members/member-dialogs";
import { MenuItem } from "@/components/ui/menu";
import { RowMenu } from "@/components/ui/row-menu";
import type { MemberView } from "@/lib/people/members/members-schema";

export type MemberActionsProps = { readonly member: MemberView; readonly mayChange: boolean };

/** The viewer's actions for a member; renders nothing if there are none. */
export function MemberActions({ member, mayChange }: MemberActionsProps) {
  const [open, setOpen] = useState<"role" | "remove" | "leave" | null>(null);
  const onClose = () => setOpen(null);
  if (!mayChange && !member.isYou) return null;
  return (
    <>
      <RowMenu label={`Actions for ${member.name}`}>
        {mayChange && (
          <MenuItem icon={UserCog} onSelect={() => setOpen("role")}>
            Change role…
          </MenuItem>
        )}
        {member.isYou ? (
          <MenuItem icon={LogOut} onSelect={() => setOpen("leave")}>
            Leave merchant…
          </MenuItem>
        ) : (
          <MenuItem icon={UserMinus} tone="danger" onSelect={() => setOpen("remove")}>
            Remove…
          </MenuItem>
        )}
      </RowMenu>
      {open === "role" && <ChangeRoleDialog member={member} onClose={onClose} />}
      {open === "remove" && <RemoveMemberDialog member={member} onClose={onClose} />}
      {open === "leave" && <LeaveDialog onClose={onClose} />}
    </>
  );
}
