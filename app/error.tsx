"use client";

import { PageFailure, type PageFailureProps } from "@/components/fronts/shell/page-failure";

export default function PageError(props: PageFailureProps) {
  return (
    <main className="grid min-h-[60dvh] place-items-center">
      <PageFailure {...props} />
    </main>
  );
}
