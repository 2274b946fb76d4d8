import type { ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";

/** While another range is on its way the old one stays, and says that it is old. */
export function StaleOverlay({ isBehind, children }: { isBehind: boolean; children: ReactNode }) {
  return (
    <div aria-busy={isBehind} className={classNames("motion-safe:transition-opacity", isBehind && "opacity-60")}>
      {children}
    </div>
  );
}
