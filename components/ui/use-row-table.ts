"use client";

import {
  type ColumnDef,
  type ColumnSort,
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { useMemo, useState } from "react";
import { compareBy } from "@/components/ui/sort-key";
import type { Column, TableSorting } from "@/components/ui/table-column";

const FEATURES = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() });

type Held<Row> = { readonly row: Row };

export type RowTableInput<Row> = {
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly sorting: TableSorting | undefined;
};

/**
 * Rows in the selected order. Without `sorting` all rows are loaded and sorted here: a third press
 * of the same header restores the original order. With it the server has sorted them, and `onSort`
 * requests another order.
 */
export function useRowTable<Row>({ columns, rows, keyOf, sorting }: RowTableInput<Row>) {
  const [own, setOwn] = useState<ColumnSort[]>([]);
  const data = useMemo(() => rows.map((row) => ({ row })), [rows]);
  const definitions = useMemo(() => columns.map(toDefinition), [columns]);
  const { id, desc } = sorting?.sorted ?? { id: null, desc: false };
  // A stable array: it is compared by identity.
  const sorted = useMemo(() => (id === null ? own : [{ id, desc }]), [id, desc, own]);
  return useTable({
    features: FEATURES,
    columns: definitions,
    data,
    getRowId: ({ row }: Held<Row>) => keyOf(row),
    state: { sorting: sorted },
    onSortingChange: (change) => {
      const next = typeof change === "function" ? change(sorted) : change;
      if (sorting === undefined) return setOwn(next);
      if (next[0]) sorting.onSort(next[0]);
    },
    manualSorting: sorting !== undefined,
    enableMultiSort: false,
    enableSortingRemoval: sorting === undefined,
  });
}

function toDefinition<Row>({ id, header, sortBy }: Column<Row>): ColumnDef<typeof FEATURES, Held<Row>> {
  if (sortBy === undefined) return { id, header, enableSorting: false };
  return {
    id,
    header,
    accessorFn: ({ row }) => sortBy.read(row) ?? undefined,
    sortFn: (a, b) => compareBy(sortBy.kind, a.getValue(id), b.getValue(id)),
    sortUndefined: "last",
    // Descending first, except for names.
    sortDescFirst: sortBy.kind !== "text",
  };
}
