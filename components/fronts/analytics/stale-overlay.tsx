import type { ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";

/** Keeps the old range visible, marked as outdated, while another one loads. */
export function StaleOverlay({ isBehind, children }: { isBehind: boolean; children: ReactNode }) {
  return (
    <div aria-busy={isBehind} className={classNames("motion-safe:transition-opacity", isBehind && "opacity-60")}>
      {children}
    </div>
  );
}
