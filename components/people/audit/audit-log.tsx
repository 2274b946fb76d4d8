"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { ScrollText } from "lucide-react";
import { AuditChanges } from "@/components/people/audit/audit-changes";
import { AuditFilterBar } from "@/components/people/audit/audit-filter-bar";
import { AuditTarget } from "@/components/people/audit/audit-target";
import { useAuditFilter } from "@/components/people/audit/use-audit-filter";
import { Card } from "@/components/ui/card";
import { DataTable } from "@/components/ui/data-table";
import { DownloadLink } from "@/components/ui/download-link";
import { EmptyState } from "@/components/ui/empty-state";
import { Moment } from "@/components/ui/moment";
import { NoMatches } from "@/components/ui/no-matches";
import { PagedList } from "@/components/ui/query-states";
import type { Column } from "@/components/ui/table-column";
import { type AuditScope, auditExport, auditQueries } from "@/lib/fronts/client/files";
import type { NamedAuditEntry } from "@/lib/fronts/dashboard/named-audit-schema";
import type { AuditPerson } from "@/lib/kernel/audit-log/schema";

export type AuditLogProps = { readonly scope: AuditScope; readonly people: readonly AuditPerson[] };

/** Who changed what, newest first. */
export function AuditLog({ scope, people }: AuditLogProps) {
  const filter = useAuditFilter();
  const query = useInfiniteQuery(auditQueries.list(scope, filter.asked));
  return (
    <>
      <AuditFilterBar filter={filter} people={people} />
      <Card
        title="Audit log"
        description="Every change with its previous values. Entries can't be edited or deleted."
        action={<DownloadLink href={auditExport(scope, filter.asked)}>Export CSV</DownloadLink>}
        isPadded={false}
      >
        <PagedList
          query={query}
          failure="The audit log could not be loaded"
          empty={
            filter.isFiltered ? (
              <NoMatches title="No matching entries" onClear={filter.clear}>
                Enter the full ID. Dates are in your time zone.
              </NoMatches>
            ) : (
              <EmptyState icon={ScrollText} title="No changes yet">
                Changes made from now on are recorded here.
              </EmptyState>
            )
          }
        >
          {(rows) => <DataTable label="Audit log" columns={COLUMNS} rows={rows} keyOf={({ id }) => id} />}
        </PagedList>
      </Card>
    </>
  );
}

const COLUMNS: readonly Column<NamedAuditEntry>[] = [
  { id: "when", header: "When", cell: ({ at }) => <Moment at={at} /> },
  { id: "who", header: "Who", cell: (entry) => <Who entry={entry} /> },
  { id: "what", header: "What", phone: "title", cell: (entry) => <What entry={entry} /> },
];

function Who({ entry: { who, ip, merchant } }: { readonly entry: NamedAuditEntry }) {
  return (
    <div className="min-w-0 text-right md:w-48 md:text-left lg:w-60">
      <p className="font-medium max-md:wrap-anywhere md:truncate" title={who.email ?? who.name}>
        {who.name}
      </p>
      {merchant !== null && (
        <p className="truncate text-label text-ink-soft" title={merchant}>
          {merchant}
        </p>
      )}
      {ip !== null && <p className="text-label text-ink-quiet max-md:wrap-anywhere md:truncate">from {ip}</p>}
    </div>
  );
}

function What({ entry }: { readonly entry: NamedAuditEntry }) {
  return (
    <div className="min-w-0">
      <p className="font-medium">{entry.label}</p>
      <AuditChanges changes={entry.changes} facts={entry.facts} />
      <AuditTarget entry={entry} />
    </div>
  );
}
