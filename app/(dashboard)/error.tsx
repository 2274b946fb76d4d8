"use client";

import { ErrorState } from "@/components/ui/error-state";

/** A page that failed while the frame around it stands. The digest is what the server's log calls the same failure. */
export default function DashboardError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  const reference = error.digest ? ` Reference: ${error.digest}` : "";
  return (
    <div className="grid min-h-[50dvh] place-items-center">
      <ErrorState
        title="This page could not be shown"
        message={`Something went wrong on our side; nothing was changed.${reference}`}
        onRetry={reset}
      />
    </div>
  );
}
