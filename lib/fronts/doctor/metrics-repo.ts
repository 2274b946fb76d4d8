import { database } from "@/lib/kernel/db";

type Count = { count: bigint };
/** An exact amount as PostgreSQL writes it: a metric is for looking at, and never goes back into the books. */
type Held = { network: string; currency: string; amount: string };

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

/** Counts and amounts of what leaves the gateway. */
export async function readSendMetrics() {
  const db = database();
  const [sends, waiting, transactions, hot, stops, reviews] = await Promise.all([
    db.$queryRaw<(Count & { network: string; status: string })[]>`
      SELECT network_code AS network, status::text AS status, count(*) AS count FROM sends
      WHERE status IN ('queued', 'sending') GROUP BY 1, 2 ORDER BY 1, 2`,
    db.$queryRaw<(Count & { network: string; reason: string })[]>`
      SELECT network_code AS network, wait_reason AS reason, count(*) AS count FROM sends
      WHERE status = 'queued' AND wait_reason IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2`,
    db.$queryRaw<(Count & { network: string })[]>`
      SELECT network_code AS network, count(*) AS count FROM outgoing_transactions
      WHERE status IN ('signed', 'included') GROUP BY 1 ORDER BY 1`,
    db.$queryRaw<Held[]>`
      SELECT a.owner_id AS network, a.currency_code AS currency, trim_scale(sum(b.balance))::text AS amount
      FROM accounts a JOIN account_balances b ON b.account_id = a.id WHERE a.kind = 'hot' GROUP BY 1, 2 ORDER BY 1, 2`,
    db.$queryRaw<(Count & { scope: string })[]>`SELECT scope, count(*) AS count FROM send_stops GROUP BY 1 ORDER BY 1`,
    db.$queryRaw<(Count & { reason: string })[]>`
      SELECT r.reason::text AS reason, count(*) AS count FROM reviews r
        JOIN outflows o ON o.kind = r.kind AND o.subject_id = r.subject_id
      WHERE r.decision IS NULL AND o.returned_at IS NULL GROUP BY 1 ORDER BY 1`,
  ]);
  return { sends, waiting, transactions, hot, stops, reviews };
}
