import { createHash, timingSafeEqual } from "node:crypto";
import { readMetrics, readSendMetrics } from "@/lib/fronts/doctor/metrics-repo";
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
