import { database } from "@/lib/kernel/db";

export type OpenAlarms = { readonly kind: string; readonly count: number; readonly since: Date };

/** Alarms that are open, by kind, with the oldest of each. */
export function readOpenAlarms(): Promise<OpenAlarms[]> {
  return database().$queryRaw<OpenAlarms[]>`
    SELECT kind, count(*)::int AS count, min(raised_at) AS since FROM alarms WHERE cleared_at IS NULL
    GROUP BY kind ORDER BY count DESC, kind`;
}
