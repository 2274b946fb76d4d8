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
  /** Stable coins away from a dollar. They are quoted at what they are worth. */
  readonly depegged: readonly string[];
  /** Why the source gave nothing; null when it answered. */
  readonly failure: string | null;
};

/**
 * Asks each source once and stores what passes. Sources are independent: one that is down or talks
 * nonsense leaves its old prices to grow stale and costs the others nothing. Safe to run again and
 * beside itself.
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
    // Before asking: a price is as old as the question, not as the moment of storing it.
    const observedAt = await readDatabaseTime();
    const prices = toUsdPrices(
      await source.fetchPrices(wantedPairs({ crypto: codes("crypto"), fiat: codes("fiat") }), signal),
    );
    // In one order, so that two workers writing at once cannot wait for each other.
    const judged = [...prices]
      .sort(([first], [second]) => (first < second ? -1 : 1))
      .map(([currency, usdPrice]): EvaluatedRate => {
        const before = known.find((rate) => rate.source === source.name && rate.currency === currency) ?? null;
        // The sandbox's prices are whatever its file says.
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
 * Refreshes one source and adds itself for the next time. A source that is no longer asked ends its
 * own chain.
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
 * Starts the chain of every source, or wakes it up: at the start of a worker, and now and then in
 * case a chain broke.
 */
export async function startRateRefresh(tx: Tx): Promise<void> {
  for (const { source } of scheduledSources()) await enqueueRefresh(tx, source.name, new Date());
}

async function enqueueRefresh(tx: Tx, source: string, runAt: Date): Promise<void> {
  await enqueue(tx, refreshRatesJob, { source }, { key: `refresh-rates:${source}`, runAt });
}
