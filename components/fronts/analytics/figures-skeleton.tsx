import { Skeleton } from "@/components/ui/skeleton";

/** Placeholders of the same height as the content. */
export function FiguresSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-5">
      <MetricCardsSkeleton />
      <ChartSkeleton />
      <div className="grid gap-5 lg:grid-cols-2">
        <ChartSkeleton />
        <ChartSkeleton />
      </div>
    </div>
  );
}

export function MetricCardsSkeleton() {
  return (
    <div className="grid gap-3 sm:grid-cols-2 sm:gap-5 xl:grid-cols-4">
      {["received", "paid", "success", "time"].map((name) => (
        <Skeleton key={name} className="h-33 rounded-card" />
      ))}
    </div>
  );
}

export function ChartSkeleton() {
  return <Skeleton className="h-96 rounded-card" />;
}
