import type { UseQueryResult } from "@tanstack/react-query";
import { WifiOff } from "lucide-react";

/**
 * A query that waits for the network with nothing of its own to show: no data, or that of another
 * choice.
 */
export function isOfflineWithoutData(
  query: Pick<UseQueryResult, "data" | "isPlaceholderData" | "fetchStatus">,
): boolean {
  return query.fetchStatus === "paused" && (query.data === undefined || query.isPlaceholderData);
}

/**
 * In place of rows that cannot be fetched. It needs no button: what is paused is fetched as soon as
 * there is a network.
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
