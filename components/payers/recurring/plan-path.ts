import type { Locale } from "@/lib/kernel/locales/locales";

type PlanQuery = {
  /** The secret of a mailed link. */
  readonly token?: string | undefined;
  /** A link was requested. */
  readonly sent?: "1";
  readonly lang: Locale | null;
};

/** Paths of the page of a plan; relative to the origin, so that they work behind any proxy. */
export function planPath(uuid: string, part: "" | "/link" | "/accept" | "/cancel", query: PlanQuery): string {
  const search = new URLSearchParams();
  if (query.token !== undefined) search.set("token", query.token);
  if (query.sent !== undefined) search.set("sent", query.sent);
  if (query.lang !== null) search.set("lang", query.lang);
  return `/recurring/${uuid}${part}${search.size === 0 ? "" : `?${search}`}`;
}
