"use client";

import { ChevronDown } from "lucide-react";
import { type ComponentProps, useEffect, useRef } from "react";
import { classNames } from "@/components/ui/class-names";
import { CONTROL_CLASSES } from "@/components/ui/input";

/**
 * The browser's own select: on a phone no custom control is as quick to use. Reports a choice made
 * before the page's script has loaded.
 */
export function Select({ className, children, ...attributes }: Omit<ComponentProps<"select">, "ref">) {
  const element = useRef<HTMLSelectElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, when the script takes the field over
  useEffect(() => {
    const select = element.current;
    const given = attributes.value;
    // React keeps such a choice in the DOM but does not know of it. An initial value that is not
    // among the options proves nothing.
    const isChoice = [...(select?.options ?? [])].some(({ value }) => value === given);
    if (isChoice && select?.value !== given) select?.dispatchEvent(new Event("change", { bubbles: true }));
  }, []);
  return (
    <div className={classNames("relative min-w-0", className)}>
      <select
        ref={element}
        className={classNames(CONTROL_CLASSES, "h-10 appearance-none truncate pr-8 md:h-9")}
        {...attributes}
      >
        {children}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-ink-quiet"
      />
    </div>
  );
}
