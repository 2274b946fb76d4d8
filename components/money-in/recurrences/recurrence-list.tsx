"use client";

import { Repeat } from "lucide-react";
import { RecurrenceTable } from "@/components/money-in/recurrences/recurrence-table";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { SearchedList } from "@/components/ui/searched-list";
import { useListFilter } from "@/components/ui/use-list-filter";
import { useLiveList } from "@/components/ui/use-live-list";
import { rpc } from "@/lib/fronts/client/rpc";
import { routes } from "@/lib/fronts/paths/routes";
import { TIME_SORTS } from "@/lib/kernel/paging/list-schema";
import { RECURRENCE_GROUPS } from "@/lib/money-in/recurrences/dashboard-schema";

const GROUPS: readonly { value: (typeof RECURRENCE_GROUPS)[number]; label: string }[] = [
  { value: "waiting", label: "Not accepted" },
  { value: "active", label: "Active" },
  { value: "ended", label: "Ended" },
];

/** The merchant's plans of recurring payments. */
export function RecurrenceList({ mayCreate }: { mayCreate: boolean }) {
  const filter = useListFilter(RECURRENCE_GROUPS, { sorts: TIME_SORTS });
  const { currency: _currency, coin: _coin, network: _network, ...asked } = filter.asked;
  const { query, news } = useLiveList({
    queryKey: rpc.recurrences.list.infiniteQueryKey(asked),
    readPage: (place, signal) => rpc.recurrences.list.query({ ...asked, ...place }, { signal }),
  });
  return (
    <SearchedList
      many="recurring payments"
      filter={filter}
      groups={GROUPS}
      searchable="Name, order, payer, ID"
      searchHint="Enter the start of a name, an order ID or a payer's e-mail address, or at least eight characters of an ID."
      news={news}
      query={query}
      empty={<NoPlans mayCreate={mayCreate} />}
    >
      {(rows) => <RecurrenceTable rows={rows} sorting={filter.sorting} />}
    </SearchedList>
  );
}

function NoPlans({ mayCreate }: { mayCreate: boolean }) {
  return (
    <EmptyState
      icon={Repeat}
      title="No recurring payments yet"
      action={mayCreate && <ButtonLink href={routes.newRecurrence()}>Create a recurring payment</ButtonLink>}
    >
      A payer accepts a plan once, and gets an e-mail with a payment link for each period. Nothing is taken from a
      wallet.
    </EmptyState>
  );
}
