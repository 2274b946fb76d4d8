import { createHash, timingSafeEqual } from "node:crypto";
import { database } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { loadHotWallets } from "@/lib/sending/treasury/load-hot-wallets";

/** Whether the request carries METRICS_TOKEN; in the sandbox everyone may read. Compared in constant time. */
export function mayReadMetrics(headers: Headers): boolean {
  const { METRICS_TOKEN: token, SANDBOX: isSandbox } = env();
  if (token === undefined) return isSandbox;
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(headers.get("authorization") ?? ""), digest(`Bearer ${token}`));
}

/** Gauges read from the database at the moment of asking, in Prometheus' text format; the same from every web process. */
export async function renderMetrics(): Promise<string> {
  const [facts, sending] = await Promise.all([readMetrics(), sendGauges()]);
  const lines = [
    ...gauge(
      "chaintill_invoices",
      "Invoices by status",
      facts.invoices.map((row) => [`status="${row.status}"`, row.count]),
    ),
    ...gauge(
      "chaintill_webhooks",
      "Webhook events by state",
      facts.webhooks.map((row) => [`state="${row.state}"`, row.count]),
    ),
    ...gauge("chaintill_jobs", "Jobs waiting", [["", facts.jobs]]),
    ...gauge(
      "chaintill_chain_blocks_behind",
      "Blocks between the node's head and what was read",
      facts.chains.map((row) => [`network="${row.code}"`, row.behind]),
    ),
    ...gauge(
      "chaintill_addresses_ready",
      "Addresses in the pool",
      facts.addresses.map((row) => [`family="${row.family}"`, row.count]),
    ),
    ...gauge("chaintill_open_cases", "Cases that wait for a decision", [["", facts.cases]]),
    ...gauge("chaintill_open_alarms", "Alarms that wait for the operator", [["", facts.alarms]]),
    ...sending,
  ];
  return `${lines.join("\n")}\n`;
}

/** What leaves the gateway, and what hinders it. */
async function sendGauges(): Promise<string[]> {
  const [facts, forecasts] = await Promise.all([readSendMetrics(), readSweepForecasts()]);
  return [
    ...gauge(
      "chaintill_sends",
      "Sends that are not final, by network and status",
      facts.sends.map((row) => [`network="${row.network}",status="${row.status}"`, row.count]),
    ),
    ...gauge(
      "chaintill_sends_waiting",
      "Sends that something hinders, by network and reason",
      facts.waiting.map((row) => [`network="${row.network}",reason="${row.reason}"`, row.count]),
    ),
    ...gauge(
      "chaintill_transactions_in_flight",
      "Signed transactions that are not settled",
      facts.transactions.map((row) => [`network="${row.network}"`, row.count]),
    ),
    ...gauge(
      "chaintill_hot_balance",
      "What the books have in the hot wallets",
      facts.hot.map((row) => [`network="${row.network}",currency="${row.currency}"`, row.amount]),
    ),
    ...gauge(
      "chaintill_sweeps_of_gas_left",
      "For about how many sweeps of tokens a hot wallet has gas",
      forecasts.map((row) => [`network="${row.network}"`, row.sweeps]),
    ),
    ...gauge(
      "chaintill_send_stops",
      "Kill switches that are set, and networks that stopped by themselves",
      facts.stops.map((row) => [`scope="${row.scope}"`, row.count]),
    ),
    ...gauge(
      "chaintill_open_reviews",
      "Payouts and refunds that wait for a decision",
      facts.reviews.map((row) => [`reason="${row.reason}"`, row.count]),
    ),
  ];
}

async function readSweepForecasts(): Promise<{ network: string; sweeps: number }[]> {
  const wallets = await loadHotWallets();
  return wallets.flatMap(({ networkCode, sweepsLeft }) =>
    sweepsLeft === null ? [] : [{ network: networkCode, sweeps: sweepsLeft }],
  );
}

function gauge(name: string, help: string, values: readonly (readonly [string, bigint | number | string])[]): string[] {
  return [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} gauge`,
    ...values.map(([labels, value]) => `${name}${labels ? `{${labels}}` : ""} ${value}`),
  ];
}

type Count = { count: bigint };
/** An exact amount as PostgreSQL writes it: a metric is for looking at, and never goes back into the books. */
type Held = { network: string; currency: string; amount: string };

/** Counts behind the metrics. */
async function readMetrics() {
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
async function readSendMetrics() {
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
