import { ChangeNote } from "@/components/fronts/analytics/change-note";
import { BigNumber, Figure } from "@/components/fronts/analytics/figure";
import { beforeLabel, durationText } from "@/components/fronts/analytics/metric-labels";
import { Money } from "@/components/ui/money";
import { changeOf, pointsOf } from "@/lib/fronts/analytics/change-format";
import { FIGURES_CURRENCY, type PaymentsView, successPercent, type VolumeView } from "@/lib/fronts/analytics/schema";
import { groupDigits } from "@/lib/kernel/money/format";

export type MetricCardsProps = { readonly volume: VolumeView; readonly payments: PaymentsView };

/** The four key metrics of a merchant. */
export function MetricCards({ volume, payments }: MetricCardsProps) {
  const than = beforeLabel(volume.range);
  const { totals, previous } = payments;
  const [success, successBefore] = [successPercent(totals), successPercent(previous)];
  return (
    <div className="grid gap-3 sm:grid-cols-2 sm:gap-5 xl:grid-cols-4">
      <Figure
        name="Received"
        value={<Money amount={volume.totals.usd} currency={FIGURES_CURRENCY} size="hero" />}
        note={<ChangeNote change={changeOf(volume.totals.usd, volume.previous.usd)} than={than} isMoreGood />}
      />
      <Figure
        name="Paid invoices"
        value={<BigNumber text={groupDigits(`${totals.paid}`)} unit={`of ${groupDigits(`${totals.created}`)}`} />}
        note={<ChangeNote change={changeOf(totals.paid, previous.paid)} than={than} isMoreGood />}
      />
      <Figure
        name="Success rate"
        value={success === null ? <None /> : <BigNumber text={`${success}%`} />}
        note={
          success === null || successBefore === null ? (
            <p className="text-label text-ink-quiet">
              {totals.ended === 0
                ? "No finished invoices in this range"
                : `Of ${groupDigits(`${totals.ended}`)} finished invoices; none in the previous period`}
            </p>
          ) : (
            <ChangeNote change={pointsOf(success, successBefore)} than={than} isMoreGood unit=" points" />
          )
        }
      />
      <Figure
        name="Time to pay, median"
        value={totals.medianSeconds === null ? <None /> : <BigNumber text={durationText(totals.medianSeconds)} />}
        note={
          totals.p90Seconds === null ? (
            <p className="text-label text-ink-quiet">No payments in this range</p>
          ) : (
            <p className="text-label text-ink-soft">
              90% within <span className="font-medium text-ink">{durationText(totals.p90Seconds)}</span>
            </p>
          )
        }
      />
    </div>
  );
}

function None() {
  return <span className="text-hero font-semibold text-ink-quiet">–</span>;
}
