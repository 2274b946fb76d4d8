import { SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";

export type NothingFitsProps = { readonly title: string; readonly onClear: () => void; readonly children: ReactNode };

/** There is something, but the filter leaves none of it. */
export function NothingFits({ title, onClear, children }: NothingFitsProps) {
  return (
    <EmptyState icon={SearchX} title={title} action={<Button onClick={onClear}>Clear filter</Button>}>
      {children}
    </EmptyState>
  );
}
