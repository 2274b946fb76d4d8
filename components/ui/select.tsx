"use client";

import { ChevronDown } from "lucide-react";
import { type ComponentProps, useEffect, useRef } from "react";
import { classNames } from "@/components/ui/class-names";
import { CONTROL_CLASSES } from "@/components/ui/input";

/**
 * The browser's own select: on a phone nothing drawn by a page is as quick to use. What was chosen
 * before the page's script came is heard.
 */
export function Select({ className, children, ...attributes }: Omit<ComponentProps<"select">, "ref">) {
  const element = useRef<HTMLSelectElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, when the script takes the field over
  useEffect(() => {
    const select = element.current;
    const given = attributes.value;
    // React leaves what was chosen where it is, but does not know of it. What it was given and is
    // no choice says nothing about that.
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
