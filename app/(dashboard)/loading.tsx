import { Card } from "@/components/ui/card";
import { ListSkeleton, Skeleton } from "@/components/ui/skeleton";

/** Placeholder until the server has rendered the page. */
export default function Loading() {
  return (
    <>
      <Skeleton className="mb-6 h-8 w-48" />
      <Card isPadded={false}>
        <ListSkeleton rows={8} />
      </Card>
    </>
  );
}
