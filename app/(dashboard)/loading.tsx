import { Card } from "@/components/ui/card";
import { ListSkeleton, Skeleton } from "@/components/ui/skeleton";

/** What stands for a page until the server has it. */
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
