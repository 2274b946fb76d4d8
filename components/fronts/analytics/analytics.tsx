"use client";

import { tableAddress, usePayments, useVolume } from "@/components/fronts/analytics/analytics-filter";
import { ExceptionsCard } from "@/components/fronts/analytics/exceptions-card";
import { CoinsCard, SendingCard } from "@/components/fronts/analytics/figure-tables";
import { FiguresSkeleton } from "@/components/fronts/analytics/figures-skeleton";
import { FunnelCard } from "@/components/fronts/analytics/funnel-card";
import { HowCounted } from "@/components/fronts/analytics/how-counted";
import { MetricCards } from "@/components/fronts/analytics/metric-cards";
import { RangeBar } from "@/components/fronts/analytics/range-bar";
import { StaleOverlay } from "@/components/fronts/analytics/stale-overlay";
import { SuccessCard } from "@/components/fronts/analytics/success-card";
import { TimesCard } from "@/components/fronts/analytics/times-card";
import { useFigures } from "@/components/fronts/analytics/use-figures";
import { VolumeCard } from "@/components/fronts/analytics/volume-card";
import { Notice } from "@/components/ui/notice";
import { isOfflineWithoutData } from "@/components/ui/offline-state";
import { Loaded } from "@/components/ui/query-states";

/**
 * A merchant's payments in a range. `zone`: the time zone the server rendered with; null if
 * unknown.
 */
export function Analytics({ zone }: { zone: string | null }) {
  const figures = useFigures(zone);
  const { asked } = figures;
  const [volume, payments] = [useVolume(asked), usePayments(asked)];
  const isBehind = volume.isPlaceholderData || payments.isPlaceholderData;
  const failure = "Analytics could not be loaded";
  return (
    <>
      <RangeBar figures={figures} volume={isOfflineWithoutData(volume) ? undefined : volume.data} />
      {asked === null && figures.filter.range === "custom" ? (
        <Notice tone="neutral">Choose the first and last day.</Notice>
      ) : (
        <StaleOverlay isBehind={isBehind}>
          <Loaded query={volume} failure={failure} skeleton={<FiguresSkeleton />}>
            {(sums) => (
              <Loaded query={payments} failure={failure} skeleton={<FiguresSkeleton />}>
                {(counts) =>
                  asked && (
                    <div className="flex flex-col gap-5">
                      <MetricCards volume={sums} payments={counts} />
                      <VolumeCard volume={sums} fileHref={tableAddress("volume", asked)} />
                      <div className="grid gap-5 lg:grid-cols-2">
                        <FunnelCard payments={counts} fileHref={tableAddress("funnel", asked)} />
                        <TimesCard payments={counts} fileHref={tableAddress("times", asked)} />
                      </div>
                      <SuccessCard payments={counts} fileHref={tableAddress("success", asked)} />
                      <CoinsCard volume={sums} asked={asked} />
                      <ExceptionsCard payments={counts} asked={asked} />
                      <SendingCard volume={sums} asked={asked} />
                      <HowCounted range={sums.range} />
                    </div>
                  )
                }
              </Loaded>
            )}
          </Loaded>
        </StaleOverlay>
      )}
    </>
  );
}
