"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { PayoutTable } from "@/components/payouts/payout-table";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { SearchedList } from "@/components/ui/searched-list";
import { useListFilter } from "@/components/ui/use-list-filter";
import { payoutQueries } from "@/lib/client/payouts";
import { routes } from "@/lib/client/routes";
import { PAYOUT_GROUPS, type PayoutGroup } from "@/lib/payouts/dashboard-schema";

const GROUPS: readonly { value: PayoutGroup; label: string }[] = [
  { value: "moving", label: "On their way" },
  { value: "waiting", label: "Waiting" },
  { value: "paid", label: "Paid" },
  { value: "failed", label: "Failed" },
  { value: "cancelled", label: "Cancelled" },
];

/** The merchant's payouts, newest first. */
export function PayoutList({ mayPayOut }: { mayPayOut: boolean }) {
  const filter = useListFilter(PAYOUT_GROUPS);
  const query = useInfiniteQuery({ ...payoutQueries.list(filter.asked), placeholderData: keepPreviousData });
  return (
    <SearchedList
      one="payout"
      many="payouts"
      filter={filter}
      groups={GROUPS}
      searchable="Order, id, transaction, address"
      searchHint="Part of an order id is enough; ids, transactions and addresses must be whole."
      query={query}
      empty={<NoPayouts mayPayOut={mayPayOut} />}
    >
      {(rows) => <PayoutTable rows={rows} />}
    </SearchedList>
  );
}

function NoPayouts({ mayPayOut }: { mayPayOut: boolean }) {
  return (
    <EmptyState
      icon={Send}
      title="No payouts yet"
      action={mayPayOut && <ButtonLink href={routes.newPayout()}>Pay out</ButtonLink>}
    >
      A payout sends coins from your balance to any address. Make one here, or over the API with your payout key.
    </EmptyState>
  );
}
