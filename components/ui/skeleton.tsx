import { classNames } from "@/components/ui/class-names";

export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden className={classNames("block motion-safe:animate-pulse rounded-control bg-sunken", className)} />
  );
}

/** Placeholder of a loading list, of about its height, so that nothing shifts. */
export function ListSkeleton({ rows = 6 }: { rows?: number }) {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col divide-y divide-line">
      {Array.from({ length: rows }, (_, index) => `row-${index}`).map((row) => (
        <div key={row} className="flex items-center gap-4 px-5 py-3.5">
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="h-4 w-1/5" />
          <Skeleton className="ml-auto h-4 w-20" />
        </div>
      ))}
    </div>
  );
}
