import { type Check, errorFinding, type Finding, okFinding, warningFinding } from "@/lib/fronts/doctor/check";
import { countText, durationText } from "@/lib/fronts/doctor/format-text";
import { loadCatalog } from "@/lib/pricing/catalog/queries";
import { findFreshRate } from "@/lib/pricing/rates/queries";
import { USD } from "@/lib/pricing/rates/rate-source";
import { ageLimitMs, readRates, type StoredRate } from "@/lib/pricing/rates/repo";

const sources: Check = {
  id: "rates",
  group: "prices",
  name: "Price sources",
  needsDatabase: true,
  run: async () => checkPriceSources(await readRates()),
};

type CheckedRate = Pick<StoredRate, "source" | "currency" | "ageMs" | "observedAt" | "held">;

/**
 * Checks the age of each source's newest price; without a fresh one, a source quotes nothing. Pure.
 */
export function checkPriceSources(
  rates: readonly CheckedRate[],
  limitOf: (source: string) => number = ageLimitMs,
): Finding[] {
  const remedy = "Check the source's responses in the worker's log, and that this machine reaches it.";
  if (rates.length === 0) return [errorFinding(sources, "No prices yet: nothing can be quoted.", remedy)];
  const names = [...new Set(rates.map(({ source }) => source))].sort();
  const isFresh = (source: string) => newestOf(rates, source).ageMs <= limitOf(source);
  const isAnyFresh = names.some(isFresh);
  return names.map((source) => {
    const subject = { id: `rates:${source}`, name: `Prices of ${source}` };
    const newest = newestOf(rates, source);
    const own = rates.filter((rate) => rate.source === source);
    const held = own.filter((rate) => rate.held !== null).map(({ currency }) => currency);
    const measured = `${countText(own.length, "price", "prices")}, the newest ${durationText(newest.ageMs)} old`;
    if (!isFresh(source)) {
      const extras = { measured, since: newest.observedAt };
      return isAnyFresh
        ? warningFinding(subject, "It is not responding; the other sources cover it.", remedy, extras)
        : errorFinding(subject, "No source is responding: new prices are refused.", remedy, extras);
    }
    if (held.length === 0) return okFinding(subject, "Prices are current.", { measured });
    const summary = `The price of ${held.join(", ")} jumped and is held until it is confirmed.`;
    return warningFinding(
      subject,
      summary,
      "Compare with another market. It is resolved automatically within minutes.",
      {
        measured,
      },
    );
  });
}

function newestOf(rates: readonly CheckedRate[], source: string): CheckedRate {
  const [first, ...others] = rates.filter((rate) => rate.source === source);
  if (first === undefined) throw new Error(`no price of ${source}`);
  return others.reduce((newest, rate) => (rate.ageMs < newest.ageMs ? rate : newest), first);
}

const coins: Check = {
  id: "quotes",
  group: "prices",
  name: "Coins offered",
  needsDatabase: true,
  run: async () => {
    const codes = [...new Set((await loadCatalog()).paymentServices().map(({ currency }) => currency.code))];
    const rates = await Promise.all(codes.map((from) => findFreshRate({ from, to: USD })));
    return [
      checkCoinPrices(
        codes,
        codes.filter((_, index) => rates[index] === null),
      ),
    ];
  },
};

/** Checks that each offered coin has a price. Pure. */
export function checkCoinPrices(offered: readonly string[], unpriced: readonly string[]): Finding {
  if (offered.length === 0)
    return errorFinding(
      coins,
      "No coins are offered.",
      "Enable a network with a node, and payments in its coins, under Networks.",
    );
  const extras = { measured: countText(offered.length, "coin", "coins") };
  if (unpriced.length === 0) return okFinding(coins, "Every offered coin has a price.", extras);
  const summary = `No current price of ${unpriced.join(", ")}: it can't be used for payments in other currencies.`;
  const remedy = "Find out why its sources are not responding, or stop offering it under Networks.";
  return unpriced.length === offered.length
    ? errorFinding(coins, summary, remedy, extras)
    : warningFinding(coins, summary, remedy, extras);
}

export const priceChecks: readonly Check[] = [sources, coins];
