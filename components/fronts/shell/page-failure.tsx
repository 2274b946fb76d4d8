import { ErrorState } from "@/components/ui/error-state";

export type PageFailureProps = { readonly error: Error & { digest?: string }; readonly reset: () => void };

/** A page that failed on the server. The digest identifies the failure in the server's log. */
export function PageFailure({ error, reset }: PageFailureProps) {
  const reference = error.digest ? ` Reference: ${error.digest}` : "";
  return (
    <ErrorState
      title="This page could not be loaded"
      message={`Something went wrong on our side. Nothing was changed.${reference}`}
      onRetry={reset}
    />
  );
}
