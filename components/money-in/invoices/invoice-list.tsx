"use client";

import { FileText } from "lucide-react";
import { InvoiceTable } from "@/components/money-in/invoices/invoice-table";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { SearchedList } from "@/components/ui/searched-list";
import { useListCounts } from "@/components/ui/use-list-counts";
import { useListFilter } from "@/components/ui/use-list-filter";
import { useLiveList } from "@/components/ui/use-live-list";
import { withSearch } from "@/lib/fronts/client/fetch-json";
import { rpc } from "@/lib/fronts/client/rpc";
import type { ListChoices } from "@/lib/fronts/dashboard/list-filter";
import { routes } from "@/lib/fronts/paths/routes";
import { VALUE_SORTS } from "@/lib/kernel/paging/list-schema";
import { INVOICE_GROUPS, type InvoiceGroup } from "@/lib/money-in/invoices/dashboard-schema";

const GROUPS: readonly { value: InvoiceGroup; label: string }[] = [
  { value: "open", label: "Open" },
  { value: "paid", label: "Paid" },
  { value: "short", label: "Underpaid" },
  { value: "expired", label: "Expired, cancelled" },
  { value: "failed", label: "Failed" },
  { value: "refunds", label: "Refunds" },
  { value: "locked", label: "Held" },
];

/** The merchant's invoices. */
export function InvoiceList({ choices }: { choices: ListChoices }) {
  const filter = useListFilter(INVOICE_GROUPS, { sorts: VALUE_SORTS });
  const { asked } = filter;
  const { query, news } = useLiveList({
    queryKey: rpc.invoices.list.infiniteQueryKey(asked),
    readPage: (place, signal) => rpc.invoices.list.query({ ...asked, ...place }, { signal }),
  });
  const { sort: _sort, ...counted } = asked;
  const counts = useListCounts(rpc.invoices.counts.queryOptions(counted));
  return (
    <SearchedList
      many="invoices"
      filter={filter}
      groups={GROUPS}
      searchable="Order, ID, transaction, address"
      searchHint="Enter the start of an order ID, or at least eight characters of an ID, transaction or address."
      ways={{ coin: choices.coins, network: choices.networks, currency: choices.currencies }}
      exportHref={withSearch("/api/invoices/export", asked)}
      news={news}
      counts={counts}
      totalsLabel="Amount"
      query={query}
      empty={<NoInvoices />}
    >
      {(rows) => <InvoiceTable rows={rows} sorting={filter.sorting} />}
    </SearchedList>
  );
}

function NoInvoices() {
  return (
    <EmptyState
      icon={FileText}
      title="No invoices yet"
      action={<ButtonLink href={routes.newInvoice()}>Create an invoice</ButtonLink>}
    >
      Create one here, or through the API with a key from the Developers page.
    </EmptyState>
  );
}
