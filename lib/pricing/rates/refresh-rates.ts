import { z } from "zod";
import { type Tx, withTransaction } from "@/lib/kernel/db";
import { defineJob, type Job } from "@/lib/kernel/jobs/define-job";
import { enqueue } from "@/lib/kernel/jobs/enqueue";
import { log } from "@/lib/kernel/log";
import { loadCatalog } from "@/lib/pricing/catalog/queries";
import { evaluatePrice, isDepegged } from "@/lib/pricing/rates/evaluate-price";
import { type RateSource, wantedPairs } from "@/lib/pricing/rates/rate-source";
import { toUsdPrices } from "@/lib/pricing/rates/read-prices";
import { type EvaluatedRate, readDatabaseTime, readRates, type StoredRate, writeRates } from "@/lib/pricing/rates/repo";
import { SANDBOX_SOURCE } from "@/lib/pricing/rates/source-name";
import { scheduledSources } from "@/lib/pricing/rates/sources";

export type SourceReport = {
  readonly source: string;
  readonly accepted: readonly string[];
  /** Jumped beyond the limit; not quoted until the source has repeated it for a while. */
  readonly held: readonly string[];
  /** Stable coins off their dollar peg. They are quoted at their market price. */
  readonly depegged: readonly string[];
  /** Why the source failed; null when it responded. */
  readonly failure: string | null;
};

/**
 * Fetches each source once and stores accepted prices. Sources are independent: one that is down or
 * returns invalid data leaves its old prices to become stale and does not affect the others. Safe
 * to repeat and to run concurrently.
 */
export async function refreshRates(
  sources: readonly RateSource[],
  signal: AbortSignal,
): Promise<readonly SourceReport[]> {
  const known = await readRates();
  const reports = await Promise.all(sources.map((source) => refreshSource(source, known, signal)));
  for (const report of reports) {
    if (report.failure !== null)
      log().warn({ rateSource: report.source, failure: report.failure }, "rate source failed");
    if (report.held.length > 0)
      log().warn({ rateSource: report.source, held: report.held }, "prices jumped and are held");
    if (report.depegged.length > 0)
      log().warn({ rateSource: report.source, depegged: report.depegged }, "stable coins away from a dollar");
  }
  return reports;
}

async function refreshSource(
  source: RateSource,
  known: readonly StoredRate[],
  signal: AbortSignal,
): Promise<SourceReport> {
  try {
    const currencies = (await loadCatalog()).currencies();
    const codes = (kind: "crypto" | "fiat") =>
      currencies.filter((currency) => currency.kind === kind).map((currency) => currency.code);
    // Read before the request: a price is as old as the request, not as its storage.
    const observedAt = await readDatabaseTime();
    const prices = toUsdPrices(
      await source.fetchPrices(wantedPairs({ crypto: codes("crypto"), fiat: codes("fiat") }), signal),
    );
    // In a fixed order, so that two workers that write concurrently cannot deadlock.
    const judged = [...prices]
      .sort(([first], [second]) => (first < second ? -1 : 1))
      .map(([currency, usdPrice]): EvaluatedRate => {
        const before = known.find((rate) => rate.source === source.name && rate.currency === currency) ?? null;
        // Sandbox prices are always accepted as in the file.
        const verdict =
          source.name === SANDBOX_SOURCE
            ? { kind: "accepted" as const, price: usdPrice }
            : evaluatePrice(usdPrice, before, observedAt);
        return { currency, usdPrice, verdict };
      });
    await writeRates(source.name, observedAt, judged);
    const stable = new Set(currencies.filter((currency) => currency.isStable).map((currency) => currency.code));
    const namesOf = (picked: readonly EvaluatedRate[]) => picked.map((rate) => rate.currency);
    return {
      source: source.name,
      accepted: namesOf(judged.filter((rate) => rate.verdict.kind === "accepted")),
      held: namesOf(judged.filter((rate) => rate.verdict.kind === "held")),
      depegged: namesOf(judged.filter((rate) => stable.has(rate.currency) && isDepegged(rate.usdPrice))),
      failure: null,
    };
  } catch (error) {
    return {
      source: source.name,
      accepted: [],
      held: [],
      depegged: [],
      failure: error instanceof Error ? error.message : String(error),
    };
  }
}

const payload = z.object({ source: z.string() });

/**
 * Refreshes one source and reschedules itself. The chain of a source that is no longer used ends.
 */
export const refreshRatesJob: Job<typeof payload> = defineJob({
  name: "refresh-rates",
  payload,
  run: async ({ source: name }, { signal }) => {
    const scheduled = scheduledSources().find(({ source }) => source.name === name);
    if (scheduled === undefined) return;
    await refreshRates([scheduled.source], signal);
    await withTransaction((tx) => enqueueRefresh(tx, name, new Date(Date.now() + scheduled.pauseMs)));
  },
});

/**
 * Starts or restarts the job chain of every source: at the start of a worker, and periodically in
 * case a chain broke.
 */
export async function startRateRefresh(tx: Tx): Promise<void> {
  for (const { source } of scheduledSources()) await enqueueRefresh(tx, source.name, new Date());
}

async function enqueueRefresh(tx: Tx, source: string, runAt: Date): Promise<void> {
  await enqueue(tx, refreshRatesJob, { source }, { key: `refresh-rates:${source}`, runAt });
}
