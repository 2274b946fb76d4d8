import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { classNames } from "@/components/ui/class-names";
import { CONTROL_CLASSES } from "@/components/ui/input";

/** The browser's own select: on a phone nothing drawn by a page is as quick to use. */
export function Select({ className, children, ...attributes }: ComponentProps<"select">) {
  return (
    <div className={classNames("relative min-w-0", className)}>
      <select className={classNames(CONTROL_CLASSES, "h-10 appearance-none truncate pr-8 md:h-9")} {...attributes}>
        {children}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-ink-quiet"
      />
    </div>
  );
}
