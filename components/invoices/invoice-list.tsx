"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { FileText, SearchX } from "lucide-react";
import Link from "next/link";
import { parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { InvoiceTable } from "@/components/invoices/invoice-table";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterBar } from "@/components/ui/filter-bar";
import { PagedList } from "@/components/ui/query-states";
import { invoiceQueries } from "@/lib/client/invoices";
import { routes } from "@/lib/client/routes";
import { INVOICE_GROUPS, type InvoiceGroup } from "@/lib/invoices/dashboard-schema";

const CHOICES: readonly { value: InvoiceGroup | "all"; label: string }[] = [
  { value: "all", label: "All" },
  { value: "open", label: "Open" },
  { value: "paid", label: "Paid" },
  { value: "short", label: "Underpaid" },
  { value: "expired", label: "Expired" },
  { value: "failed", label: "Failed" },
  { value: "refunds", label: "Refunds" },
  { value: "locked", label: "Held" },
];

export function InvoiceList() {
  const [{ status, q }, setFilter] = useQueryStates({
    status: parseAsStringLiteral(INVOICE_GROUPS),
    q: parseAsString.withDefault(""),
  });
  const filter = { ...(status && { status }), ...(q.trim() !== "" && { q: q.trim() }) };
  const query = useInfiniteQuery({ ...invoiceQueries.list(filter), placeholderData: keepPreviousData });
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
          label: "Search invoices",
          placeholder: "Order, id, transaction, address",
          value: q,
          onChange: (value, options) => void setFilter({ q: value }, options),
        }}
      />
      <Card isPadded={false}>
        <PagedList
          query={query}
          failure="The invoices could not be loaded"
          empty={isFiltered ? <NothingFound onClear={() => void setFilter(null)} /> : <NoInvoices />}
        >
          {(rows) => <InvoiceTable rows={rows} />}
        </PagedList>
      </Card>
    </>
  );
}

function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState icon={SearchX} title="No invoice fits" action={<Button onClick={onClear}>Clear the filter</Button>}>
      Part of an order id is enough; ids, transactions and addresses must be whole.
    </EmptyState>
  );
}

function NoInvoices() {
  return (
    <EmptyState
      icon={FileText}
      title="No invoices yet"
      action={
        <Button asChild variant="primary">
          <Link href={routes.newInvoice()}>Create an invoice</Link>
        </Button>
      }
    >
      Create one here, or let your shop create them over the API with a key from the developers' page.
    </EmptyState>
  );
}
