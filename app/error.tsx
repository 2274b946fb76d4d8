"use client";

import { ErrorState } from "@/components/ui/error-state";

/** A page that failed on the server. The digest is what the server's log calls the same failure. */
export default function PageError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  const reference = error.digest ? ` Reference: ${error.digest}` : "";
  return (
    <main className="grid min-h-[60dvh] place-items-center">
      <ErrorState
        title="This page could not be shown"
        message={`Something went wrong on our side; nothing was changed.${reference}`}
        onRetry={reset}
      />
    </main>
  );
}
