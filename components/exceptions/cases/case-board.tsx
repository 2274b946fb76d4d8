"use client";

import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { LifeBuoy } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { FocusKeeper } from "@/components/ui/focus-keeper";
import { PagedList, type Pages } from "@/components/ui/query-states";
import type { CaseGroup } from "@/lib/exceptions/refund-requests/schema";

/** A constant, so that its identity is stable. */
const NOTHING: readonly unknown[] = [];

const EMPTY_TITLES = { open: "No open cases", closed: "No decided cases yet", all: "No cases yet" } as const;

/** A case under decision, and the kind of decision. */
export type CaseDecision<Row, How = "credit" | "refund"> = { readonly row: Row; readonly how: How };

export type CaseBoardProps<Row, How> = {
  readonly status: CaseGroup;
  readonly query: UseInfiniteQueryResult<Pages<Row>>;
  /** Explains the list while it is empty. */
  readonly emptyText: string;
  /** Shown instead if a filter matches nothing. */
  readonly empty?: ReactNode;
  readonly item: (row: Row, decide: (how: How) => void) => ReactNode;
  readonly dialog: (decision: CaseDecision<Row, How>, close: () => void) => ReactNode;
};

/** Cases for a member to decide, each with its dialogs. */
export function CaseBoard<Row, How = "credit" | "refund">({
  status,
  query,
  emptyText,
  empty,
  item,
  dialog,
}: CaseBoardProps<Row, How>) {
  const [deciding, setDeciding] = useState<CaseDecision<Row, How> | null>(null);
  const nothing = (
    <EmptyState icon={LifeBuoy} title={EMPTY_TITLES[status]}>
      {emptyText}
    </EmptyState>
  );
  return (
    <>
      <FocusKeeper rows={query.data?.pages ?? NOTHING} isDeciding={deciding !== null}>
        <Card isPadded={false}>
          <PagedList query={query} failure="The cases could not be loaded" empty={empty ?? nothing}>
            {(rows) => (
              <ul aria-label="Cases" className="divide-y divide-line">
                {rows.map((row) => item(row, (how) => setDeciding({ row, how })))}
              </ul>
            )}
          </PagedList>
        </Card>
      </FocusKeeper>
      {deciding && dialog(deciding, () => setDeciding(null))}
    </>
  );
}
