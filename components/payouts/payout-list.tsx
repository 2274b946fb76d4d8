"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { SearchX, Send } from "lucide-react";
import Link from "next/link";
import { parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { PayoutTable } from "@/components/payouts/payout-table";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterBar } from "@/components/ui/filter-bar";
import { PagedList } from "@/components/ui/query-states";
import { payoutQueries } from "@/lib/client/payouts";
import { routes } from "@/lib/client/routes";
import { PAYOUT_GROUPS, type PayoutGroup } from "@/lib/payouts/dashboard-schema";

const CHOICES: readonly { value: PayoutGroup | "all"; label: string }[] = [
  { value: "all", label: "All" },
  { value: "moving", label: "On their way" },
  { value: "waiting", label: "Waiting" },
  { value: "paid", label: "Paid" },
  { value: "failed", label: "Failed" },
  { value: "cancelled", label: "Cancelled" },
];

/** The merchant's payouts, newest first. */
export function PayoutList({ mayPayOut }: { mayPayOut: boolean }) {
  const [{ status, q }, setFilter] = useQueryStates({
    status: parseAsStringLiteral(PAYOUT_GROUPS),
    q: parseAsString.withDefault(""),
  });
  const filter = { ...(status && { status }), ...(q.trim() !== "" && { q: q.trim() }) };
  const query = useInfiniteQuery({ ...payoutQueries.list(filter), placeholderData: keepPreviousData });
  const isFiltered = status !== null || q !== "";
  return (
    <>
      <FilterBar
        tabs={{
          label: "Status",
          value: status ?? "all",
          choices: CHOICES,
          onChange: (value) => void setFilter({ status: value === "all" ? null : value }),
        }}
        search={{
          label: "Search payouts",
          placeholder: "Order, id, transaction, address",
          value: q,
          onChange: (value, options) => void setFilter({ q: value }, options),
        }}
      />
      <Card isPadded={false}>
        <PagedList
          query={query}
          failure="The payouts could not be loaded"
          empty={
            isFiltered ? <NothingFound onClear={() => void setFilter(null)} /> : <NoPayouts mayPayOut={mayPayOut} />
          }
        >
          {(rows) => <PayoutTable rows={rows} />}
        </PagedList>
      </Card>
    </>
  );
}

function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState icon={SearchX} title="No payout fits" action={<Button onClick={onClear}>Clear the filter</Button>}>
      Part of an order id is enough; ids, transactions and addresses must be whole.
    </EmptyState>
  );
}

function NoPayouts({ mayPayOut }: { mayPayOut: boolean }) {
  return (
    <EmptyState
      icon={Send}
      title="No payouts yet"
      action={
        mayPayOut && (
          <Button asChild variant="primary">
            <Link href={routes.newPayout()}>Pay out</Link>
          </Button>
        )
      }
    >
      A payout sends coins from your balance to any address. Make one here, or over the API with your payout key.
    </EmptyState>
  );
}
