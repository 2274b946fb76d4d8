import { createHash, timingSafeEqual } from "node:crypto";
import { env } from "@/lib/env";
import { readMetrics } from "@/lib/metrics-repo";

/** Whether the request carries METRICS_TOKEN; in the sandbox everyone may read. Compared in constant time. */
export function mayReadMetrics(headers: Headers): boolean {
  const { METRICS_TOKEN: token, SANDBOX: isSandbox } = env();
  if (token === undefined) return isSandbox;
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(headers.get("authorization") ?? ""), digest(`Bearer ${token}`));
}

/** Gauges read from the database at the moment of asking, in Prometheus' text format; the same from every web process. */
export async function renderMetrics(): Promise<string> {
  const facts = await readMetrics();
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
  ];
  return `${lines.join("\n")}\n`;
}

function gauge(name: string, help: string, values: readonly (readonly [string, bigint | number])[]): string[] {
  return [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} gauge`,
    ...values.map(([labels, value]) => `${name}${labels ? `{${labels}}` : ""} ${value}`),
  ];
}
