"use client";

import { classNames } from "@/components/ui/class-names";
import { useTimeZone } from "@/components/ui/use-time-zone";

/**
 * A quiet line under fields for days: in which time zone they are. Nothing until the browser has
 * said so.
 */
export function DayZone({ className }: { readonly className?: string }) {
  const zone = useTimeZone(null);
  return (
    <p className={classNames("min-h-5 text-label text-ink-quiet", className)}>
      {zone !== null && `Days start and end at midnight in ${zone.replaceAll("_", " ")}, the time zone of this device.`}
    </p>
  );
}
