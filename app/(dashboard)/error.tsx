"use client";

import { PageFailure, type PageFailureProps } from "@/components/fronts/shell/page-failure";

/** A page that failed while the frame around it stands. */
export default function DashboardError(props: PageFailureProps) {
  return (
    <div className="grid min-h-[50dvh] place-items-center">
      <PageFailure {...props} />
    </div>
  );
}
