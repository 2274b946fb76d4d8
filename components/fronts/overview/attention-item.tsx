import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { RowLink } from "@/components/ui/row-link";

export type AttentionItemProps = {
  readonly icon: LucideIcon;
  readonly href: string;
  readonly count: number;
  readonly children: ReactNode;
};

/** A number of things that wait, with the way to them. Renders nothing if the count is zero. */
export function AttentionItem({ icon: Icon, href, count, children }: AttentionItemProps) {
  if (count === 0) return null;
  return (
    <li className="relative flex items-center gap-3 rounded-control px-2 py-2 hover:bg-sunken">
      <span className="grid size-9 shrink-0 place-items-center rounded-full bg-waiting-soft text-waiting">
        <Icon aria-hidden className="size-4.5" />
      </span>
      <span className="min-w-0">
        <RowLink href={href}>
          {count} {children}
        </RowLink>
      </span>
    </li>
  );
}
