import type { ComponentProps } from "react";
import { classNames } from "@/components/ui/class-names";

/**
 * Classes shared by all inputs and selects. 16 px on phones: smaller text makes their browsers zoom
 * in.
 */
export const CONTROL_CLASSES = classNames(
  "w-full min-w-0 rounded-control border border-line-strong/70 bg-surface px-3 text-base text-ink shadow-xs md:text-body",
  "placeholder:text-ink-quiet focus-visible:border-accent focus-visible:outline-offset-0",
  "aria-invalid:border-wrong disabled:bg-sunken disabled:text-ink-quiet",
);

export function Input({ className, ...attributes }: ComponentProps<"input">) {
  return <input className={classNames(CONTROL_CLASSES, "h-10 md:h-9", className)} {...attributes} />;
}
