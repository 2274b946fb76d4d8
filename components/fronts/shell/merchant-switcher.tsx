"use client";

import { useMutation } from "@tanstack/react-query";
import { ChevronsUpDown, Store } from "lucide-react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { Menu, MenuItem, MenuLabel } from "@/components/ui/menu";
import { openMerchant } from "@/lib/fronts/client/account";
import { leaveIfConfirmed } from "@/lib/fronts/client/unsaved";
import type { ShownMembership } from "@/lib/fronts/dashboard/shown-memberships";

export type MerchantSwitcherProps = {
  readonly current: ShownMembership;
  readonly memberships: readonly ShownMembership[];
};

/** The current merchant, and a menu to switch. With a single merchant it is only a name. */
export function MerchantSwitcher({ current, memberships }: MerchantSwitcherProps) {
  const choose = useMutation({
    mutationFn: (merchantId: string) => openMerchant(merchantId),
    onError: (error) => toast.error(error.message),
  });
  if (memberships.length < 2) {
    return (
      <p className="flex items-center gap-2.5 px-3 text-small text-ink-soft">
        <Store aria-hidden className="size-4 shrink-0" />
        <span className="truncate">{current.merchantName}</span>
      </p>
    );
  }
  return (
    <Menu
      align="start"
      trigger={
        <Button className="w-full !justify-start" isBusy={choose.isPending}>
          <Store aria-hidden className="size-4 shrink-0 text-ink-quiet" />
          <span className="flex-1 truncate text-left">{current.merchantName}</span>
          <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-ink-quiet" />
        </Button>
      }
    >
      <MenuLabel>Merchants</MenuLabel>
      {memberships.map((membership) => (
        <MenuItem
          key={membership.merchantId}
          isChosen={membership.merchantId === current.merchantId}
          onSelect={() => leaveIfConfirmed(() => choose.mutate(membership.merchantId))}
        >
          {membership.merchantName}
          {membership.waits && (
            <span className="block text-label text-ink-quiet">requires two-factor authentication</span>
          )}
        </MenuItem>
      ))}
    </Menu>
  );
}
