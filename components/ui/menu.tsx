"use client";

import { Check, type LucideIcon } from "lucide-react";
import { DropdownMenu as Primitive } from "radix-ui";
import type { ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";

const ITEM_CLASSES =
  "flex cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-2 text-body outline-none data-[highlighted]:bg-sunken";

export type MenuProps = { readonly trigger: ReactNode; readonly children: ReactNode; readonly align?: "start" | "end" };

export function Menu({ trigger, children, align = "end" }: MenuProps) {
  return (
    <Primitive.Root>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          align={align}
          sideOffset={6}
          className="z-50 max-w-[min(22rem,calc(100vw-1.5rem))] min-w-52 rounded-card border border-line bg-surface p-1.5 shadow-raised"
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

export type MenuItemProps = {
  readonly icon?: LucideIcon;
  readonly isChosen?: boolean;
  /** For what cannot be undone, or takes something from somebody. */
  readonly tone?: "plain" | "danger";
  readonly onSelect: () => void;
  readonly children: ReactNode;
};

export function MenuItem({ icon: Icon, isChosen = false, tone = "plain", onSelect, children }: MenuItemProps) {
  return (
    <Primitive.Item
      className={classNames(ITEM_CLASSES, tone === "danger" ? "text-wrong" : "text-ink")}
      onSelect={onSelect}
    >
      {Icon && <Icon aria-hidden className={classNames("size-4", tone === "plain" && "text-ink-quiet")} />}
      <span className="wrap-anywhere min-w-0 flex-1">{children}</span>
      {isChosen && <Check aria-label="chosen" className="size-4 text-accent" />}
    </Primitive.Item>
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return (
    <Primitive.Label className="wrap-anywhere px-2.5 pt-2 pb-1 text-label text-ink-quiet">{children}</Primitive.Label>
  );
}

export function MenuSeparator() {
  return <Primitive.Separator className="my-1.5 h-px bg-line" />;
}
