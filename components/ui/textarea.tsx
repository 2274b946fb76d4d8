import type { ComponentProps } from "react";
import { classNames } from "@/components/ui/class-names";
import { CONTROL_CLASSES } from "@/components/ui/input";

export function Textarea({ className, rows = 3, ...attributes }: ComponentProps<"textarea">) {
  return <textarea rows={rows} className={classNames(CONTROL_CLASSES, "py-2", className)} {...attributes} />;
}
