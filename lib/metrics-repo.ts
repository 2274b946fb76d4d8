import { database } from "@/lib/db";

type Count = { count: bigint };

/** Counts behind the metrics. */
export async function readMetrics() {
  const db = database();
  const [invoices, webhooks, jobs, chains, addresses, cases, alarms] = await Promise.all([
    db.$queryRaw<
      (Count & { status: string })[]
    >`SELECT status::text AS status, count(*) AS count FROM invoices GROUP BY 1 ORDER BY 1`,
    db.$queryRaw<
      (Count & { state: string })[]
    >`SELECT state::text AS state, count(*) AS count FROM webhook_deliveries GROUP BY 1 ORDER BY 1`,
    db.$queryRaw<Count[]>`SELECT count(*) AS count FROM graphile_worker.jobs`,
    db.$queryRaw<
      { code: string; behind: bigint }[]
    >`SELECT network_code AS code, greatest(head_height - height, 0) AS behind FROM chain_cursors ORDER BY 1`,
    db.$queryRaw<
      (Count & { family: string })[]
    >`SELECT family, count(*) AS count FROM addresses WHERE taken_at IS NULL GROUP BY 1 ORDER BY 1`,
    db.case.count({ where: { status: "open" } }),
    db.alarm.count({ where: { clearedAt: null } }),
  ]);
  return { invoices, webhooks, jobs: jobs[0]?.count ?? 0n, chains, addresses, cases, alarms };
}
