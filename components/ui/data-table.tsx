"use client";

import type { CSSProperties } from "react";
import { classNames } from "@/components/ui/class-names";
import { moneySlots } from "@/components/ui/money";
import { SortChoice } from "@/components/ui/sort-choice";
import { SortHeader } from "@/components/ui/sort-header";
import type { Column, TableSorting } from "@/components/ui/table-column";
import { TABLE_ROLES } from "@/components/ui/table-roles";
import { useRowTable } from "@/components/ui/use-row-table";

export type DataTableProps<Row> = {
  /** Describes the table's content for screen readers. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** Omitted if all rows are loaded: the table then sorts them itself. */
  readonly sorting?: TableSorting | undefined;
};

/**
 * A table on wide screens and a list of cards on phones, from one markup. A link with the class
 * `row-link` in a cell makes its whole row clickable. Columns with `sortBy` have buttons as
 * headers, and on phones, which show no headers, a select above the cards.
 */
export function DataTable<Row>({ label, columns, rows, keyOf, sorting }: DataTableProps<Row>) {
  const table = useRowTable({ columns, rows, keyOf, sorting });
  const slots = columns.map(({ align, cell }) => (align === "end" ? moneySlots(rows.map(cell)) : undefined));
  return (
    <>
      <SortChoice
        columns={columns}
        sorted={table.state.sorting[0] ?? null}
        onSort={(sorted) => table.setSorting(sorted ? [sorted] : [])}
        isRemovable={sorting === undefined}
      />
      {/* Sums longer than any that was foreseen move the table under the window's edge, never the page. */}
      <div className="md:overflow-x-auto">
        <table {...TABLE_ROLES.table} aria-label={label} className="block w-full text-left md:table">
          <thead className="sr-only md:not-sr-only md:table-header-group">
            <tr {...TABLE_ROLES.row} className="md:border-b md:border-line">
              {columns.map((column) => {
                const sortable = table.getColumn(column.id);
                return (
                  <SortHeader
                    key={column.id}
                    column={column}
                    direction={sortable?.getIsSorted() ?? false}
                    onPress={sortable?.getCanSort() ? () => sortable.toggleSorting() : null}
                  />
                );
              })}
            </tr>
          </thead>
          <tbody className="block divide-y divide-line md:table-row-group">
            {table.getRowModel().rows.map(({ id, original: { row } }) => (
              <tr
                key={id}
                {...TABLE_ROLES.row}
                className="relative flex flex-wrap items-center gap-x-3 px-4 py-3 has-[.row-link]:hover:bg-sunken/60 md:table-row md:p-0"
              >
                {columns.map((column, index) => (
                  <DataCell key={column.id} column={column} row={row} slots={slots[index]} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

const PHONE_CLASSES = {
  // Beside a wide title the corner wraps below.
  title: "order-1 min-w-28 flex-1",
  corner: "order-2 ml-auto max-w-full shrink-0",
  line: "order-3 flex w-full items-center justify-between gap-4 max-md:text-right max-md:*:min-w-0 max-md:has-data-nothing:hidden",
  hidden: "hidden",
} as const;

type DataCellProps<Row> = { column: Column<Row>; row: Row; slots: CSSProperties | undefined };

function DataCell<Row>({ column, row, slots }: DataCellProps<Row>) {
  const phone = column.phone ?? "line";
  return (
    <td
      {...TABLE_ROLES.cell}
      style={slots}
      className={classNames(
        "py-1 align-middle md:w-auto md:px-3 md:py-3 md:first:pl-5 md:last:pr-5",
        PHONE_CLASSES[phone],
        column.isForWide ? "md:hidden xl:table-cell" : "md:table-cell",
        column.align === "end" && "md:text-right",
      )}
    >
      {phone === "line" && <span className="shrink-0 text-label text-ink-quiet md:hidden">{column.header}</span>}
      {column.cell(row)}
    </td>
  );
}
