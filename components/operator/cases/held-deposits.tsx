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

/** Deposits held because a screening list names their sender, until the decision. */
export function HeldDeposits() {
  const held = { group: "locked", status: "open" } as const;
  const query = useInfiniteQuery(rpc.operator.cases.list.infiniteQueryOptions(held, { refetchInterval: REFRESH_MS }));
  return (
    <Card
      title="Held deposits"
      description="Deposits from listed senders. Open one to see the sender and decide."
      action={<TextLink href={routes.operatorCases({ group: "locked", status: "closed" })}>Decided cases</TextLink>}
      isPadded={false}
    >
      <PagedList
        query={query}
        failure="The held deposits could not be loaded"
        empty={
          <EmptyState icon={LifeBuoy} title="No held deposits">
            Deposits from listed senders wait here for your decision.
          </EmptyState>
        }
      >
        {(rows) => <OperatorCaseTable label="Held deposits" rows={rows} />}
      </PagedList>
    </Card>
  );
}
