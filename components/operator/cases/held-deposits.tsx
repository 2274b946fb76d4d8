"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { LifeBuoy } from "lucide-react";
import { OperatorCaseTable } from "@/components/operator/cases/operator-case-table";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { PagedList } from "@/components/ui/query-states";
import { TextLink } from "@/components/ui/text-link";
import { rpc } from "@/lib/fronts/client/rpc";
import { routes } from "@/lib/fronts/paths/routes";

const REFRESH_MS = 10_000;

/** Deposits whose senders a list names, as long as nobody has decided. */
export function HeldDeposits() {
  const held = { group: "locked", status: "open" } as const;
  const query = useInfiniteQuery(rpc.operator.cases.list.infiniteQueryOptions(held, { refetchInterval: REFRESH_MS }));
  return (
    <Card
      title="Held deposits"
      description="What came from somebody whom a list names. Open one to see who, and to decide."
      action={<TextLink href={routes.operatorCases({ group: "locked", status: "closed" })}>Decided ones</TextLink>}
      isPadded={false}
    >
      <PagedList
        query={query}
        failure="The held deposits could not be loaded"
        empty={
          <EmptyState icon={LifeBuoy} title="Nothing is held">
            A deposit whose sender is on a list waits here until you decide.
          </EmptyState>
        }
      >
        {(rows) => <OperatorCaseTable label="Held deposits" rows={rows} />}
      </PagedList>
    </Card>
  );
}
