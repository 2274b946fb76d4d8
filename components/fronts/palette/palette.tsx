"use client";

import { Command } from "cmdk";
import { Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { Dialog } from "radix-ui";
import { useState } from "react";
import { FoundItem } from "@/components/fronts/palette/found-item";
import { Keys } from "@/components/fronts/palette/keys";
import { fittingCommands, type PaletteCommand } from "@/components/fronts/palette/palette-commands";
import { useFound } from "@/components/ui/use-found";
import { leaveIfConfirmed } from "@/lib/fronts/client/unsaved";
import { useSettled } from "@/lib/fronts/client/use-settled";
import type { SearchKind } from "@/lib/fronts/dashboard/search-schema";
import { routes } from "@/lib/fronts/paths/routes";

export type PaletteProps = {
  readonly commands: readonly PaletteCommand[];
  readonly hasMerchant: boolean;
  readonly onClose: () => void;
  readonly onShortcuts: () => void;
};

const PAGES: Readonly<Record<SearchKind, (id: string) => string>> = {
  invoice: routes.invoice,
  wallet: routes.wallet,
  recurrence: routes.recurrence,
  payout: routes.payout,
};

const GROUPS = ["Go to", "Create", "Operator"] as const;

const ITEM_CLASSES =
  "flex cursor-pointer items-center justify-between gap-3 rounded-md px-2.5 py-2 text-body data-[selected=true]:bg-sunken";
const GROUP_CLASSES =
  "[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-3 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-label [&_[cmdk-group-heading]]:text-ink-quiet";

/** Finds every page, action and object by typing a part of its name. */
export function Palette({ commands, hasMerchant, onClose, onShortcuts }: PaletteProps) {
  const router = useRouter();
  const [typed, setTyped] = useState("");
  const settled = useSettled(typed);
  const { data, isFetching } = useFound(hasMerchant ? (settled ?? "") : "");
  const found = data?.items ?? [];
  const fitting = fittingCommands(commands, typed);
  const go = (href: string) => {
    onClose();
    leaveIfConfirmed(() => router.push(href));
  };
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-black/45" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-x-3 top-[10dvh] z-50 mx-auto flex max-h-[75dvh] max-w-xl flex-col overflow-hidden rounded-card border border-line bg-surface shadow-raised"
        >
          <Dialog.Title className="sr-only">Search and commands</Dialog.Title>
          <Command shouldFilter={false} loop label="Search and commands" className="flex min-h-0 flex-col">
            <div className="flex items-center gap-2.5 border-b border-line px-4">
              <Search aria-hidden className="size-4 shrink-0 text-ink-quiet" />
              <Command.Input
                value={typed}
                onValueChange={setTyped}
                placeholder="Search pages, order IDs, UUIDs, addresses, transactions"
                className="h-12 w-full min-w-0 bg-transparent text-base outline-none placeholder:text-ink-quiet md:text-body"
              />
            </div>
            <Command.List className="overflow-y-auto p-1.5">
              {!isFetching && (
                <Command.Empty className="px-2.5 py-8 text-center text-small text-ink-soft">
                  No results. Enter UUIDs, addresses and transaction IDs in full.
                </Command.Empty>
              )}
              {found.length > 0 && (
                <Command.Group heading="Results" className={GROUP_CLASSES}>
                  {found.map((one) => (
                    <Command.Item
                      key={one.id}
                      value={one.id}
                      className={ITEM_CLASSES}
                      onSelect={() => go(PAGES[one.kind](one.id))}
                    >
                      <FoundItem found={one} />
                    </Command.Item>
                  ))}
                </Command.Group>
              )}
              {GROUPS.map((group) => {
                const ofGroup = fitting.filter((command) => command.group === group);
                return (
                  ofGroup.length > 0 && (
                    <Command.Group key={group} heading={group} className={GROUP_CLASSES}>
                      {ofGroup.map(({ label, href, keys }) => (
                        <Command.Item key={href} value={href} className={ITEM_CLASSES} onSelect={() => go(href)}>
                          {label}
                          {keys && <Keys keys={keys} />}
                        </Command.Item>
                      ))}
                    </Command.Group>
                  )
                );
              })}
              {typed === "" && (
                <Command.Group heading="Help" className={GROUP_CLASSES}>
                  <Command.Item value="shortcuts" className={ITEM_CLASSES} onSelect={onShortcuts}>
                    Keyboard shortcuts
                    <Keys keys={["?"]} />
                  </Command.Item>
                </Command.Group>
              )}
            </Command.List>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
