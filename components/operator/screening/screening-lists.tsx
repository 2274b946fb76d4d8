"use client";

import { useQuery } from "@tanstack/react-query";
import { ListChecks, Power, Upload } from "lucide-react";
import { useState } from "react";
import { ImportListDialog, SwitchListDialog } from "@/components/operator/screening/list-dialogs";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { MenuItem } from "@/components/ui/menu";
import { Moment } from "@/components/ui/moment";
import { Loaded } from "@/components/ui/query-states";
import { RowMenu } from "@/components/ui/row-menu";
import type { Column } from "@/components/ui/table-column";
import { rpc } from "@/lib/fronts/client/rpc";
import { groupDigits } from "@/lib/kernel/money/format";
import type { ScreeningListView } from "@/lib/people/screening/schema";

/** Screening lists in all their versions. */
export function ScreeningLists() {
  const query = useQuery(rpc.operator.screening.lists.queryOptions());
  const [isImporting, setImporting] = useState(false);
  const [switching, setSwitching] = useState<ScreeningListView | null>(null);
  return (
    <Card
      title="Lists"
      description="Senders of deposits and addresses of payouts and refunds are checked against one version of every list that is on."
      action={
        <Button size="small" variant="primary" onClick={() => setImporting(true)}>
          <Upload aria-hidden className="size-3.5" />
          Import list
        </Button>
      }
      isPadded={false}
    >
      <Loaded query={query} failure="The lists could not be loaded">
        {(lists) =>
          lists.length === 0 ? (
            <EmptyState icon={ListChecks} title="No lists yet">
              Screening starts when you import a list: addresses, each with an optional note.
            </EmptyState>
          ) : (
            <DataTable label="Lists" columns={columnsOf(setSwitching)} rows={lists} keyOf={(row) => row.id} />
          )
        }
      </Loaded>
      {isImporting && <ImportListDialog names={namesOf(query.data)} onClose={() => setImporting(false)} />}
      {switching && <SwitchListDialog list={switching} onClose={() => setSwitching(null)} />}
    </Card>
  );
}

function namesOf(lists: readonly ScreeningListView[] | undefined): readonly string[] {
  return [...new Set(lists?.map(({ name }) => name))];
}

function columnsOf(onSwitch: (list: ScreeningListView) => void): readonly Column<ScreeningListView>[] {
  return [
    {
      id: "name",
      header: "List",
      sortBy: { kind: "text", read: (row) => row.name },
      phone: "title",
      cell: (row) => (
        <span className="break-words">
          <span className="font-medium">{row.name}</span>{" "}
          <span className="text-small text-ink-quiet">version {row.version}</span>
        </span>
      ),
    },
    {
      id: "state",
      header: "Status",
      phone: "corner",
      cell: (row) => <Badge tone={row.isActive ? "good" : "neutral"}>{row.isActive ? "On" : "Off"}</Badge>,
    },
    {
      id: "entries",
      header: "Addresses",
      sortBy: { kind: "number", read: (row) => row.entryCount },
      align: "end",
      cell: (row) => <span className="tabular-nums">{groupDigits(row.entryCount.toString())}</span>,
    },
    {
      id: "imported",
      header: "Imported",
      sortBy: { kind: "moment", read: (row) => row.importedAt },
      cell: (row) => (
        <span className="text-small text-ink-soft">
          <Moment at={row.importedAt} />
          {row.importedBy && `, ${row.importedBy}`}
        </span>
      ),
    },
    {
      id: "switch",
      header: "Actions",
      align: "end",
      cell: (row) => (
        <RowMenu label={`Actions for ${row.name} version ${row.version}`}>
          <MenuItem icon={Power} tone={row.isActive ? "danger" : "plain"} onSelect={() => onSwitch(row)}>
            {row.isActive ? "Switch off…" : "Switch on…"}
          </MenuItem>
        </RowMenu>
      ),
    },
  ];
}
