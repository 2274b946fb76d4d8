import { SearchX } from "lucide-react";
import Link from "next/link";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { routes } from "@/lib/fronts/paths/routes";

/** For a URL of nothing, or of another merchant's object: one message for both. */
export function NotFoundNotice() {
  return (
    <EmptyState
      icon={SearchX}
      title="Page not found"
      action={
        <Button asChild>
          <Link href={routes.overview()}>Go to overview</Link>
        </Button>
      }
    >
      The address is wrong, or the page belongs to another merchant.
    </EmptyState>
  );
}
