import type { UseQueryResult } from "@tanstack/react-query";
import { WifiOff } from "lucide-react";

/**
 * Returns whether a query waits for the network without data of its own: none, or that of another
 * filter.
 */
export function isOfflineWithoutData(
  query: Pick<UseQueryResult, "data" | "isPlaceholderData" | "fetchStatus">,
): boolean {
  return query.fetchStatus === "paused" && (query.data === undefined || query.isPlaceholderData);
}

/**
 * Replaces rows that cannot be fetched. It needs no button: a paused query resumes when the network
 * is back.
 */
export function OfflineState() {
  return (
    <div role="status" className="flex flex-col items-center gap-3 px-6 py-12 text-center">
      <span className="grid size-11 place-items-center rounded-full bg-waiting-soft text-waiting">
        <WifiOff aria-hidden className="size-5" />
      </span>
      <div className="max-w-sm">
        <p className="font-medium">You are offline</p>
        <p className="mt-1 text-small text-ink-soft">This page loads when you are back online.</p>
      </div>
    </div>
  );
}
