import type { ReactNode } from "react";
import { OperatorNavigation } from "@/components/operator/operator-navigation";

/** What the operator's pages share below the frame. Each page checks for itself who asks. */
export default function OperatorPagesLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <OperatorNavigation />
      {children}
    </>
  );
}
