import { withTimeLimit } from "@/lib/chains/limits";
import { type Check, errorFinding, type Finding, okFinding, warningFinding } from "@/lib/fronts/doctor/check";
import { causeText, countText } from "@/lib/fronts/doctor/format-text";
import { outboundRequest } from "@/lib/kernel/http/outbound-request";
import { REVIEWED_CURRENCIES } from "@/lib/pricing/catalog/data/currencies";
import { wantedPairs } from "@/lib/pricing/rates/rate-source";
import { scheduledSources, sourceOrigins } from "@/lib/pricing/rates/sources";

const OUTSIDE_MS_MAX = 4_000;

/** How many prices a source returned, or why it returned none. */
export type SourceAnswer = { readonly source: string; readonly prices: number } | SourceFailure;
type SourceFailure = { readonly source: string; readonly failure: string };

/** Asks each price source once, as a worker does, and stores nothing. */
export const priceSourcesCheck: Check = {
  id: "rates",
  group: "prices",
  name: "Price sources",
  needsDatabase: false,
  run: async ({ signal }) => {
    const codes = (kind: string) => REVIEWED_CURRENCIES.filter((one) => one.kind === kind).map(({ code }) => code);
    const pairs = wantedPairs({ crypto: codes("crypto"), fiat: codes("fiat") });
    const answers = scheduledSources().map(async ({ source }): Promise<SourceAnswer> => {
      try {
        const found = await withTimeLimit(OUTSIDE_MS_MAX, signal, (limited) => source.fetchPrices(pairs, limited));
        return { source: source.name, prices: found.length };
      } catch (error) {
        return { source: source.name, failure: causeText(error) };
      }
    });
    return checkSourceAnswers(await Promise.all(answers));
  },
};

/** One source is enough to take payments. Pure. */
export function checkSourceAnswers(answers: readonly SourceAnswer[]): Finding[] {
  const isFailure = (answer: SourceAnswer): answer is SourceFailure => "failure" in answer;
  const isAnyWell = answers.some((answer) => !isFailure(answer));
  return answers.map((answer) => {
    const subject = { id: `rates:${answer.source}`, name: `Prices of ${answer.source}` };
    if (!isFailure(answer))
      return okFinding(subject, "It responds.", { measured: countText(answer.prices, "price", "prices") });
    const remedy = "Let this machine reach it over https, or set RATE_SOURCES_URL to a proxy that does.";
    return isAnyWell
      ? warningFinding(subject, `It does not respond: ${answer.failure}. Others do.`, remedy)
      : errorFinding(subject, `It does not respond: ${answer.failure}. Without prices there are no payments.`, remedy);
  });
}

/** A response says when it was made, to the second. */
const DATE_STEP_MS = 1_000;
/** An expiry time, a second factor's code or a signed call is then often judged wrongly. */
const SKEW_WARNING_MS = 2_000;
/** Half of a code's lifetime, and a quarter of the age up to which prices are quoted. */
const SKEW_ERROR_MS = 30_000;
const HEAD_BYTES_MAX = 1_024;

/**
 * Compares this machine's clock with those of the price sources: the database's may be the same
 * clock. The source that agrees most counts, because a wrong clock agrees with none.
 */
export const clockCheck: Check = {
  id: "clock:outside",
  group: "database",
  name: "Clock of this machine",
  needsDatabase: false,
  run: async ({ signal }) => {
    const origins = sourceOrigins();
    if (origins.length === 0) return [];
    const skews = await Promise.all(origins.map((origin) => readSkew(origin, signal).catch(() => null)));
    return [checkSkews(skews.flatMap((skew) => skew ?? []))];
  },
};

/** @param skews in milliseconds, positive where this machine is ahead. Pure. */
export function checkSkews(skews: readonly number[]): Finding {
  const [first, ...others] = skews;
  if (first === undefined) {
    const remedy = "Synchronise this machine with NTP, and check the connection to the price sources.";
    return warningFinding(clockCheck, "No price source could be asked for the time.", remedy);
  }
  const skew = others.reduce((least, one) => (Math.abs(one) < Math.abs(least) ? one : least), first);
  const extras = { measured: `${Math.round(Math.abs(skew) / DATE_STEP_MS)} s off` };
  if (Math.abs(skew) <= SKEW_WARNING_MS) return okFinding(clockCheck, "It agrees with the price sources.", extras);
  const summary = `It is ${skew > 0 ? "ahead of" : "behind"} the clocks of all price sources.`;
  const remedy = "Synchronise it with NTP, for example chrony.";
  return Math.abs(skew) > SKEW_ERROR_MS
    ? errorFinding(clockCheck, `${summary} Expiry times, codes and signed calls depend on it.`, remedy, extras)
    : warningFinding(clockCheck, summary, remedy, extras);
}

/** Returns the least difference that the response allows; null if it has no usable time. */
async function readSkew(origin: string, signal: AbortSignal): Promise<number | null> {
  const begunMs = Date.now();
  const { headers } = await outboundRequest({
    url: origin,
    method: "GET",
    timeoutMs: OUTSIDE_MS_MAX,
    responseBytesMax: HEAD_BYTES_MAX,
    longBody: "cut",
    // The operator's own proxy may have a private address.
    allowPrivate: true,
    signal,
  });
  const endedMs = Date.now();
  const saidMs = Date.parse(headers.get("date") ?? "");
  // A cache repeats the time of the original response.
  const isCached = (headers.get("age") ?? "0") !== "0";
  return Number.isNaN(saidMs) || isCached ? null : skewOf(saidMs, begunMs, endedMs);
}

/**
 * Returns by how much this clock is ahead at least, in milliseconds: the response was made at some
 * time of the call, and its time is rounded down to the second. Pure.
 */
export function skewOf(saidMs: number, begunMs: number, endedMs: number): number {
  if (saidMs > endedMs) return endedMs - saidMs;
  return Math.max(begunMs - saidMs - DATE_STEP_MS, 0);
}
