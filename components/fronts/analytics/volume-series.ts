import { SERIES_MAX } from "@/components/fronts/analytics/series-fill";
import type { VolumeView } from "@/lib/fronts/analytics/schema";
import { Decimal } from "@/lib/kernel/money/decimal";

export const OTHERS = "Others";

/**
 * The coins that have a colour of their own, the most valuable first; behind them all others as one
 * where there are any.
 */
export function seriesOf({ coins }: Pick<VolumeView, "coins">): readonly string[] {
  const names = coins.map(({ currency }) => currency);
  return names.length <= SERIES_MAX + 1 ? names : [...names.slice(0, SERIES_MAX), OTHERS];
}

/** What each series is worth in a bucket, in the order of the series; exact. */
export function worthOf(bucket: VolumeView["buckets"][number], series: readonly string[]): readonly string[] {
  return series.map((name) => {
    const isOwn = (currency: string) => (name === OTHERS ? !series.includes(currency) : currency === name);
    return Decimal.sum("0", ...bucket.coins.filter(({ currency }) => isOwn(currency)).map(({ usd }) => usd)).toFixed(
      2,
      Decimal.ROUND_HALF_EVEN,
    );
  });
}
