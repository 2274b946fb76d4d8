"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ChevronsUpDown, Store } from "lucide-react";
import { useRouter } from "next/navigation";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { Menu, MenuItem, MenuLabel } from "@/components/ui/menu";
import { chooseMerchant } from "@/lib/client/account";
import { routes } from "@/lib/client/routes";
import type { MembershipView } from "@/lib/merchants/schema";

export type MerchantSwitcherProps = {
  readonly current: MembershipView;
  readonly memberships: readonly MembershipView[];
};

/** The merchant at work, and the way to another. With one merchant it is a name and nothing more. */
export function MerchantSwitcher({ current, memberships }: MerchantSwitcherProps) {
  const router = useRouter();
  const queries = useQueryClient();
  const choose = useMutation({
    mutationFn: chooseMerchant,
    onSuccess: () => {
      // Nothing of one merchant may be seen under the name of another.
      queries.clear();
      router.push(routes.overview());
      router.refresh();
    },
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
          onSelect={() => choose.mutate(membership.merchantId)}
        >
          {membership.merchantName}
        </MenuItem>
      ))}
    </Menu>
  );
}
