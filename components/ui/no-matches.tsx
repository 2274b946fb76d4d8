import { SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";

export type NoMatchesProps = { readonly title: string; readonly onClear: () => void; readonly children: ReactNode };

/** Shown if rows exist but the filter matches none. */
export function NoMatches({ title, onClear, children }: NoMatchesProps) {
  return (
    <EmptyState icon={SearchX} title={title} action={<Button onClick={onClear}>Clear filter</Button>}>
      {children}
    </EmptyState>
  );
}
