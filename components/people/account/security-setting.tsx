import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

export type SecuritySettingProps = {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly action?: ReactNode;
  readonly children: ReactNode;
};

/** One security setting: name, status and actions. */
export function SecuritySetting({ icon: Icon, title, action, children }: SecuritySettingProps) {
  return (
    <section aria-label={title} className="flex items-start gap-3 py-4 first:pt-0 last:pb-0">
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-ink-quiet" />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-2">
          <h3 className="font-medium">{title}</h3>
          {action}
        </div>
        <div className="text-small text-ink-soft">{children}</div>
      </div>
    </section>
  );
}
