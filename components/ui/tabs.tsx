"use client";

import { Tabs as Primitive } from "radix-ui";
import type { ReactNode } from "react";

export type Tab = { readonly id: string; readonly label: string; readonly content: ReactNode };
export type TabsProps = { readonly label: string; readonly tabs: readonly Tab[] };

export function Tabs({ label, tabs }: TabsProps) {
  return (
    <Primitive.Root defaultValue={tabs[0]?.id ?? ""} className="min-w-0">
      <Primitive.List aria-label={label} className="flex gap-1 overflow-x-auto border-b border-line">
        {tabs.map((tab) => (
          <Primitive.Trigger
            key={tab.id}
            value={tab.id}
            className="-mb-px whitespace-nowrap border-b-2 border-transparent px-3 py-2 text-small font-medium text-ink-soft hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink"
          >
            {tab.label}
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      {tabs.map((tab) => (
        <Primitive.Content key={tab.id} value={tab.id} className="pt-4">
          {tab.content}
        </Primitive.Content>
      ))}
    </Primitive.Root>
  );
}
