"use client";

import { PageFailure, type PageFailureProps } from "@/components/fronts/shell/page-failure";

/** Error boundary for a page inside the intact layout. */
export default function DashboardError(props: PageFailureProps) {
  return (
    <div className="grid min-h-[50dvh] place-items-center">
      <PageFailure {...props} />
    </div>
  );
}
