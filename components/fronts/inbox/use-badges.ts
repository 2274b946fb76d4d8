import { useQuery } from "@tanstack/react-query";
import { badgesOf, type NavigationBadge } from "@/components/fronts/inbox/inbox-counts";
import { rpc } from "@/lib/fronts/client/rpc";

/** As the lists. */
const REFRESH_MS = 8_000;
const NONE: ReadonlyMap<string, NavigationBadge> = new Map();

/**
 * Returns the badges of the navigation; none for a role that decides nothing, which does not ask.
 */
export function useBadges(mayDecide: boolean): ReadonlyMap<string, NavigationBadge> {
  const { data } = useQuery({
    ...rpc.inbox.counts.queryOptions(undefined, { refetchInterval: REFRESH_MS }),
    enabled: mayDecide,
  });
  return mayDecide && data !== undefined ? badgesOf(data) : NONE;
}
