import { createHash, timingSafeEqual } from "node:crypto";
import { Gauge, Registry } from "prom-client";
import { findOldestDue } from "@/lib/delivery/webhooks/reads-repo";
import { findLastBackup } from "@/lib/fronts/doctor/watch-backups";
import { alarmOf, SEVERITIES } from "@/lib/kernel/alarms/alarms";
import { database } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { loadHotWallets } from "@/lib/sending/treasury/load-hot-wallets";

/**
 * Whether the request carries METRICS_TOKEN; in the sandbox everybody may read. Compared in
 * constant time.
 */
export function mayReadMetrics(headers: Headers): boolean {
  const { METRICS_TOKEN: token, SANDBOX: isSandbox } = env();
  if (token === undefined) return isSandbox;
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(headers.get("authorization") ?? ""), digest(`Bearer ${token}`));
}

/**
 * Renders gauges read from the database at request time, in Prometheus' text format; every web
 * process returns the same.
 */
export async function renderMetrics(): Promise<string> {
  const registry = new Registry();
  const [facts, sending, forecasts] = await Promise.all([readMetrics(), readSendMetrics(), readSweepForecasts()]);
  addGauges(registry, facts);
  addSendGauges(registry, sending, forecasts);
  return await registry.metrics();
}

function addGauges(registry: Registry, facts: Awaited<ReturnType<typeof readMetrics>>): void {
  const gauge = gaugesOf(registry);
  const { invoices, webhooks, webhooksDueSince, jobs, chains, addresses, cases, alarms, backup, restores } = facts;
  gauge("chaintill_invoices", "Invoices by status", ["status"], invoices);
  gauge("chaintill_webhooks", "Webhook events by state", ["state"], webhooks);
  const overdue = webhooksDueSince === null ? 0 : (Date.now() - webhooksDueSince.getTime()) / 1_000;
  gauge(
    "chaintill_webhooks_overdue_seconds",
    "For how long the oldest due webhook has waited",
    [],
    [{ value: overdue }],
  );
  gauge("chaintill_jobs", "Jobs waiting", [], [{ value: jobs }]);
  gauge("chaintill_chain_blocks_behind", "Blocks between the node's head and what was read", ["network"], chains);
  gauge("chaintill_addresses_ready", "Addresses in the pool", ["family"], addresses);
  const backups = backup === null ? [] : [{ value: (Date.now() - backup.getTime()) / 1_000 }];
  gauge("chaintill_backup_age_seconds", "Age of the state that the last good backup holds", [], backups);
  gauge("chaintill_open_restores", "Restored backups whose chains are still scanned again", [], [{ value: restores }]);
  gauge("chaintill_open_cases", "Cases that wait for a decision", [], [{ value: cases }]);
  gauge("chaintill_open_alarms", "Alarms that wait for the operator, by severity", ["severity"], bySeverity(alarms));
}

/** Returns one row per severity, including those without open alarms. */
function bySeverity(kinds: readonly { readonly kind: string; readonly _count: number }[]) {
  return SEVERITIES.map((severity) => ({
    severity,
    value: kinds.reduce((sum, { kind, _count }) => sum + (alarmOf(kind).severity === severity ? _count : 0), 0),
  }));
}

/** Adds outgoing transfers and their blockers. */
function addSendGauges(
  registry: Registry,
  facts: Awaited<ReturnType<typeof readSendMetrics>>,
  forecasts: Awaited<ReturnType<typeof readSweepForecasts>>,
): void {
  const gauge = gaugesOf(registry);
  const { sends, waiting, transactions, hot, stops, reviews } = facts;
  const inFlight = "Signed transactions that are not settled";
  const gasLeft = "For about how many sweeps of tokens a hot wallet has gas";
  const stopped = "Kill switches that are set, and networks that stopped automatically";
  gauge("chaintill_sends", "Sends that are not final, by network and status", ["network", "status"], sends);
  const reasons = "Blocked sends, by network and reason";
  gauge("chaintill_sends_waiting", reasons, ["network", "reason"], waiting);
  gauge("chaintill_transactions_in_flight", inFlight, ["network"], transactions);
  gauge("chaintill_hot_balance", "Hot wallet balances according to the books", ["network", "currency"], hot);
  gauge("chaintill_gas_sweeps_remaining", gasLeft, ["network"], forecasts);
  gauge("chaintill_send_stops", stopped, ["scope"], stops);
  gauge("chaintill_open_reviews", "Payouts and refunds that wait for a decision", ["reason"], reviews);
}

/**
 * Each row has a value for every label. Amounts lose precision: metrics are for display only and
 * never return to the books.
 */
function gaugesOf(registry: Registry) {
  return <Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
    rows: readonly ({ readonly [name in Label]: string } & { readonly value: bigint | number | string })[],
  ): void => {
    const gauge = new Gauge({ name, help, labelNames, registers: [registry] });
    for (const row of rows) gauge.set(labelsOf(labelNames, row), Number(row.value));
  };
}

function labelsOf<Label extends string>(
  names: readonly Label[],
  row: { readonly [name in Label]: string },
): Record<Label, string> {
  return Object.fromEntries(names.map((name) => [name, row[name]])) as Record<Label, string>;
}

async function readSweepForecasts(): Promise<{ network: string; value: number }[]> {
  const wallets = await loadHotWallets();
  return wallets.flatMap(({ networkCode, sweepsLeft }) =>
    sweepsLeft === null ? [] : [{ network: networkCode, value: sweepsLeft }],
  );
}

type Count = { value: bigint };
type Held = { network: string; currency: string; value: string };

/** Reads the counts of the metrics. */
async function readMetrics() {
  const db = database();
  const [invoices, webhooks, webhooksDueSince, waiting, chains, addresses, cases, alarms, backup, restores] =
    await Promise.all([
      db.$queryRaw<
        (Count & { status: string })[]
      >`SELECT status::text AS status, count(*) AS value FROM invoices GROUP BY 1 ORDER BY 1`,
      db.$queryRaw<
        (Count & { state: string })[]
      >`SELECT state::text AS state, count(*) AS value FROM webhook_deliveries GROUP BY 1 ORDER BY 1`,
      findOldestDue(),
      db.$queryRaw<Count[]>`SELECT count(*) AS value FROM graphile_worker.jobs`,
      db.$queryRaw<
        { network: string; value: bigint }[]
      >`SELECT network_code AS network, greatest(head_height - height, 0) AS value FROM chain_cursors ORDER BY 1`,
      db.$queryRaw<
        (Count & { family: string })[]
      >`SELECT family, count(*) AS value FROM addresses WHERE assigned_at IS NULL GROUP BY 1 ORDER BY 1`,
      db.case.count({ where: { status: "open" } }),
      db.alarm.groupBy({ by: ["kind"], where: { clearedAt: null }, _count: true }),
      findLastBackup(),
      db.restore.count({ where: { finishedAt: null } }),
    ]);
  const jobs = waiting[0]?.value ?? 0n;
  return { invoices, webhooks, webhooksDueSince, jobs, chains, addresses, cases, alarms, backup, restores };
}

/** Reads counts and amounts of outgoing transfers. */
async function readSendMetrics() {
  const db = database();
  const [sends, waiting, transactions, hot, stops, reviews] = await Promise.all([
    db.$queryRaw<(Count & { network: string; status: string })[]>`
      SELECT network_code AS network, status::text AS status, count(*) AS value FROM sends
      WHERE status IN ('queued', 'sending') GROUP BY 1, 2 ORDER BY 1, 2`,
    db.$queryRaw<(Count & { network: string; reason: string })[]>`
      SELECT network_code AS network, wait_reason AS reason, count(*) AS value FROM sends
      WHERE status = 'queued' AND wait_reason IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2`,
    db.$queryRaw<(Count & { network: string })[]>`
      SELECT network_code AS network, count(*) AS value FROM outgoing_transactions
      WHERE status IN ('signed', 'included') GROUP BY 1 ORDER BY 1`,
    db.$queryRaw<Held[]>`
      SELECT a.owner_id AS network, a.currency_code AS currency, trim_scale(sum(b.balance))::text AS value
      FROM accounts a JOIN account_balances b ON b.account_id = a.id WHERE a.kind = 'hot' GROUP BY 1, 2 ORDER BY 1, 2`,
    db.$queryRaw<(Count & { scope: string })[]>`SELECT scope, count(*) AS value FROM send_stops GROUP BY 1 ORDER BY 1`,
    db.$queryRaw<(Count & { reason: string })[]>`
      SELECT r.reason::text AS reason, count(*) AS value FROM reviews r
        JOIN outflows o ON o.kind = r.kind AND o.subject_id = r.subject_id
      WHERE r.decision IS NULL AND o.returned_at IS NULL GROUP BY 1 ORDER BY 1`,
  ]);
  return { sends, waiting, transactions, hot, stops, reviews };
}
