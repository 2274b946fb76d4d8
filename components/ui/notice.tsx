import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { Tone } from "@/components/ui/badge";
import { classNames } from "@/components/ui/class-names";

const STYLES: Record<Tone, { icon: LucideIcon; classes: string }> = {
  waiting: { icon: TriangleAlert, classes: "bg-waiting-soft text-waiting" },
  moving: { icon: Info, classes: "bg-moving-soft text-moving" },
  good: { icon: CircleCheck, classes: "bg-good-soft text-good" },
  wrong: { icon: CircleAlert, classes: "bg-wrong-soft text-wrong" },
  neutral: { icon: Info, classes: "bg-sunken text-ink-soft" },
};

export type NoticeProps = { readonly tone: Tone; readonly title?: string; readonly children?: ReactNode };

/** A message that must be read before continuing. Errors are announced at once. */
export function Notice({ tone, title, children }: NoticeProps) {
  const { icon: Icon, classes } = STYLES[tone];
  return (
    <div
      role={tone === "wrong" ? "alert" : "status"}
      className={classNames("flex gap-2.5 rounded-control px-3.5 py-3", classes)}
    >
      <Icon aria-hidden className="mt-0.5 size-4.5 shrink-0" />
      <div className="min-w-0">
        {title && <p className="font-medium">{title}</p>}
        {children && <div className="text-small text-ink">{children}</div>}
      </div>
    </div>
  );
}
