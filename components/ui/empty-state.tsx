import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

export type EmptyStateProps = {
  readonly icon: LucideIcon;
  readonly title: string;
  /** The next step, in a sentence. */
  readonly children: ReactNode;
  readonly action?: ReactNode;
};

/** Shown for an empty list, with the way to fill it. */
export function EmptyState({ icon: Icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-3 px-6 py-12 text-center">
      <span className="grid size-11 place-items-center rounded-full bg-sunken text-ink-quiet">
        <Icon aria-hidden className="size-5" />
      </span>
      <div className="max-w-sm">
        <p className="font-medium">{title}</p>
        <p className="mt-1 text-small text-ink-soft">{children}</p>
      </div>
      {action}
    </div>
  );
}
