import { COUNTED_MAX, type InboxCountsView } from "@/lib/fronts/dashboard/inbox-schema";
import { routes } from "@/lib/fronts/paths/routes";

/** A number beside an entry of the navigation. */
export type NavigationBadge = {
  /** "3", or "99+". */
  readonly text: string;
  /** What the number counts, after the entry's label: "3 open". */
  readonly meaning: string;
};

/**
 * Returns the badges of the navigation by the path of their entry; entries without work have none.
 */
export function badgesOf({ cases, requests, reviews }: InboxCountsView): ReadonlyMap<string, NavigationBadge> {
  const counts = [
    [routes.inbox(), cases + requests + reviews, "to decide"],
    [routes.cases(), cases + requests, "open"],
    [routes.payouts(), reviews, "awaiting approval"],
  ] as const;
  return new Map(
    counts
      .filter(([, count]) => count > 0)
      .map(([path, count, meaning]) => {
        const text = count > COUNTED_MAX ? `${COUNTED_MAX}+` : `${count}`;
        return [path, { text, meaning: `${text} ${meaning}` }];
      }),
  );
}
