import { queryOptions } from "@tanstack/react-query";
import { fetchJson } from "@/lib/fronts/client/fetch-json";
import { standingView } from "@/lib/people/guards/standing-schema";

/** A block seldom comes, and whoever works on should hear of it before they press something. */
const REFRESH_MS = 60_000;

/** What the merchant cannot do at the moment. */
export function standingQuery() {
  return queryOptions({
    queryKey: ["merchant", "standing"],
    queryFn: ({ signal }) => fetchJson("/api/merchant/standing", standingView, { signal }),
    refetchInterval: REFRESH_MS,
  });
}
