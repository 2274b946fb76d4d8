import { Skeleton } from "@/components/ui/skeleton";

/** As high as what comes. */
export function FiguresSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-5">
      <div className="grid gap-3 sm:grid-cols-2 sm:gap-5 xl:grid-cols-4">
        {["received", "paid", "success", "time"].map((name) => (
          <Skeleton key={name} className="h-33 rounded-card" />
        ))}
      </div>
      <Skeleton className="h-98 rounded-card" />
      <div className="grid gap-5 lg:grid-cols-2">
        <Skeleton className="h-90 rounded-card" />
        <Skeleton className="h-90 rounded-card" />
      </div>
    </div>
  );
}
