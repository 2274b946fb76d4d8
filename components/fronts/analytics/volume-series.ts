import { SERIES_MAX } from "@/components/fronts/analytics/series-fill";
import type { VolumeView } from "@/lib/fronts/analytics/schema";
import { Decimal } from "@/lib/kernel/money/decimal";

export const OTHERS = "Others";

/**
 * Returns the coins with their own series, highest value first; then one series for all others, if
 * any.
 */
export function seriesOf({ coins }: Pick<VolumeView, "coins">): readonly string[] {
  const names = coins.map(({ currency }) => currency);
  return names.length <= SERIES_MAX + 1 ? names : [...names.slice(0, SERIES_MAX), OTHERS];
}

/** Returns the exact value of each series in a bucket, in the order of the series. */
export function worthOf(bucket: VolumeView["buckets"][number], series: readonly string[]): readonly string[] {
  return series.map((name) => {
    const isOwn = (currency: string) => (name === OTHERS ? !series.includes(currency) : currency === name);
    return Decimal.sum("0", ...bucket.coins.filter(({ currency }) => isOwn(currency)).map(({ usd }) => usd)).toFixed(
      2,
      Decimal.ROUND_HALF_EVEN,
    );
  });
}
