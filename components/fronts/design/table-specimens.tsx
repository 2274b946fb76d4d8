"use client";

import { CircleCheck } from "lucide-react";
import { Specimen } from "@/components/fronts/design/specimen";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { DataTable } from "@/components/ui/data-table";
import { EmptyCell } from "@/components/ui/empty-cell";
import { createdColumn, orderColumn } from "@/components/ui/list-columns";
import { Money } from "@/components/ui/money";
import { SortChoice } from "@/components/ui/sort-choice";
import { SortHeader } from "@/components/ui/sort-header";
import type { Column } from "@/components/ui/table-column";
import { TABLE_ROLES } from "@/components/ui/table-roles";
import { routes } from "@/lib/fronts/paths/routes";

type Example = { readonly id: string; readonly orderId: string; readonly amount: string; readonly createdAt: string };

const HERE = routes.operatorDesign();
const ROWS: readonly Example[] = [
  { id: "1", orderId: "order-1", amount: "25", createdAt: "2026-03-01T09:30:00.000Z" },
  {
    id: "2",
    orderId: "an-order-id-that-is-as-long-as-they-come",
    amount: "1234567.12345678",
    createdAt: "2026-02-01T09:30:00.000Z",
  },
];

const COLUMNS: readonly Column<Example>[] = [
  orderColumn<Example>(() => HERE),
  {
    id: "state",
    header: "Status",
    phone: "corner",
    cell: () => (
      <Badge tone="good" icon={CircleCheck}>
        Paid
      </Badge>
    ),
  },
  {
    id: "amount",
    header: "Amount",
    align: "end",
    cell: (row) => <Money amount={row.amount} currency="USDT" align="end" />,
    sortBy: { kind: "amount", read: (row) => row.amount },
  },
  { id: "note", header: "Note", cell: () => <EmptyCell /> },
  { ...createdColumn<Example>(), sortBy: { kind: "moment", read: (row) => row.createdAt } },
];

const SORTED = { id: "amount", desc: true };
const nothing = () => undefined;

/** Tables and their sort order. */
export function TableSpecimens() {
  return (
    <>
      <Specimen name="DataTable, orderColumn, createdColumn" note="On phones a list of cards, from the same markup.">
        <Card isPadded={false}>
          <div className="overflow-x-auto">
            <DataTable label="Examples" columns={COLUMNS} rows={ROWS} keyOf={(row) => row.id} />
          </div>
        </Card>
      </Specimen>
      <Specimen name="SortHeader" note="Not sortable, not sorted, ascending, descending.">
        <div className="overflow-x-auto">
          <table {...TABLE_ROLES.table} aria-label="Headers">
            <thead>
              <tr {...TABLE_ROLES.row}>
                <SortHeader column={{ header: "Note" }} direction={false} onPress={null} />
                <SortHeader column={{ header: "Order" }} direction={false} onPress={nothing} />
                <SortHeader column={{ header: "Created" }} direction="asc" onPress={nothing} />
                <SortHeader column={{ header: "Amount", align: "end" }} direction="desc" onPress={nothing} />
              </tr>
            </thead>
          </table>
        </div>
      </Specimen>
      <Specimen name="SortChoice" note="On phones only, in place of the headers.">
        <SortChoice columns={COLUMNS} sorted={SORTED} onSort={nothing} isRemovable />
      </Specimen>
    </>
  );
}
