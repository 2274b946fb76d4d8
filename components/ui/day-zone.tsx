"use client";

import { classNames } from "@/components/ui/class-names";
import { useTimeZone } from "@/components/ui/use-time-zone";

/**
 * A note below date fields that names their time zone. Renders nothing until the browser has
 * reported it.
 */
export function DayZone({ className }: { readonly className?: string }) {
  const zone = useTimeZone(null);
  return (
    <p className={classNames("min-h-5 text-label text-ink-quiet", className)}>
      {zone !== null && `Days start and end at midnight in ${zone.replaceAll("_", " ")}, the time zone of this device.`}
    </p>
  );
}
