"use client";

import { useQuery } from "@tanstack/react-query";
import { ReceiptText } from "lucide-react";
import { BillTable } from "@/components/money-in/bills/bill-table";
import { ButtonLink } from "@/components/ui/button-link";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Money } from "@/components/ui/money";
import { SearchedList } from "@/components/ui/searched-list";
import { useListFilter } from "@/components/ui/use-list-filter";
import { useLiveList } from "@/components/ui/use-live-list";
import { rpc } from "@/lib/fronts/client/rpc";
import { routes } from "@/lib/fronts/paths/routes";
import { moneyText } from "@/lib/kernel/money/format";
import { TIME_SORTS } from "@/lib/kernel/paging/list-schema";
import { BILL_STATES, type BillState } from "@/lib/money-in/bills/bill-rules";
import type { BillsDueView } from "@/lib/money-in/bills/dashboard-schema";

const GROUPS: readonly { value: BillState; label: string }[] = [
  { value: "draft", label: "Drafts" },
  { value: "sent", label: "Sent" },
  { value: "overdue", label: "Overdue" },
  { value: "paid", label: "Paid" },
  { value: "cancelled", label: "Cancelled" },
];

/** The merchant's bills, and what customers still owe. */
export function BillList({ mayCreate }: { mayCreate: boolean }) {
  const filter = useListFilter(BILL_STATES, { sorts: TIME_SORTS });
  const { currency: _currency, coin: _coin, network: _network, ...asked } = filter.asked;
  const { query, news } = useLiveList({
    queryKey: rpc.bills.list.infiniteQueryKey(asked),
    readPage: (place, signal) => rpc.bills.list.query({ ...asked, ...place }, { signal }),
  });
  return (
    <>
      <Owed />
      <SearchedList
        many="bills"
        filter={filter}
        groups={GROUPS}
        searchable="Number, customer"
        searchHint="Enter the start of a number, a customer's name or an e-mail address."
        news={news}
        query={query}
        empty={<NoBills mayCreate={mayCreate} />}
      >
        {(rows) => <BillTable rows={rows} sorting={filter.sorting} />}
      </SearchedList>
    </>
  );
}

/** What customers still owe; nothing while they owe nothing. */
function Owed() {
  const { data } = useQuery(rpc.bills.due.queryOptions(undefined));
  if (data === undefined || data.items.length === 0) return null;
  return (
    <div className="mb-5 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {data.items.map((item) => (
        <Card key={item.currency} title={`Still to be paid, ${item.currency}`}>
          <Money amount={item.due} currency={item.currency} size="large" />
          <p className="mt-1 text-small text-ink-soft">{owedText(item)}</p>
        </Card>
      ))}
    </div>
  );
}

function owedText({ bills, overdueBills, overdue, currency }: BillsDueView["items"][number]): string {
  const open = bills === 1 ? "1 open bill" : `${bills} open bills`;
  return overdueBills === 0 ? open : `${open}, ${overdueBills} overdue (${moneyText(overdue, currency)})`;
}

function NoBills({ mayCreate }: { mayCreate: boolean }) {
  return (
    <EmptyState
      icon={ReceiptText}
      title="No bills yet"
      action={mayCreate && <ButtonLink href={routes.newBill()}>Write a bill</ButtonLink>}
    >
      A bill lists what a customer owes you. It is sent by mail with a link to a page where it can be printed and paid,
      and customers are reminded of what is still due.
    </EmptyState>
  );
}
