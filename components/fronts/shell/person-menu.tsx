"use client";

import { CircleUserRound, LogOut, UserRoundCog } from "lucide-react";
import { useRouter } from "next/navigation";
import { signOut } from "next-auth/react";
import { Button } from "@/components/ui/button";
import { Menu, MenuItem, MenuLabel, MenuSeparator } from "@/components/ui/menu";
import { clearShownMerchant } from "@/lib/fronts/client/shown-merchant";
import { leaveIfConfirmed } from "@/lib/fronts/client/unsaved";
import { routes } from "@/lib/fronts/paths/routes";

export type PersonMenuProps = { readonly name: string; readonly email: string };

export function PersonMenu({ name, email }: PersonMenuProps) {
  const router = useRouter();
  const leave = async () => {
    await signOut({ redirect: false });
    clearShownMerchant();
    // A full page load: nothing of this user stays in memory.
    window.location.assign(routes.signIn());
  };
  return (
    <Menu
      trigger={
        <Button variant="quiet" size="icon" aria-label={`Account of ${name}`}>
          <CircleUserRound aria-hidden className="size-5" />
        </Button>
      }
    >
      <MenuLabel>
        <span className="block text-body font-medium text-ink">{name}</span>
        {email}
      </MenuLabel>
      <MenuSeparator />
      <MenuItem icon={UserRoundCog} onSelect={() => leaveIfConfirmed(() => router.push(routes.account()))}>
        Your account
      </MenuItem>
      <MenuItem icon={LogOut} onSelect={() => leaveIfConfirmed(() => void leave())}>
        Sign out
      </MenuItem>
    </Menu>
  );
}
