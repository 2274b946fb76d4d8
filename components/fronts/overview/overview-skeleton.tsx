import { ChartSkeleton, MetricCardsSkeleton } from "@/components/fronts/analytics/figures-skeleton";

/** Placeholders of the same height as the content. */
export function OverviewSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-5">
      <MetricCardsSkeleton />
      {["volume", "funnel"].map((name) => (
        <div key={name} className="grid gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <ChartSkeleton />
          <ChartSkeleton />
        </div>
      ))}
    </div>
  );
}
