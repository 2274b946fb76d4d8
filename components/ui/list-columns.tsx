import type { ReactNode } from "react";
import { Moment } from "@/components/ui/moment";
import { RowLink } from "@/components/ui/row-link";
import type { Column } from "@/components/ui/table-column";

/** The shop's order id as the title of a row, linked to `hrefOf`. */
export function orderColumn<Row extends { readonly id: string; readonly orderId: string }>(
  hrefOf: (id: string) => string,
  /** A tag beside it, for lists with several kinds of objects. */
  tagOf?: (row: Row) => ReactNode,
): Column<Row> {
  return {
    id: "order",
    header: "Order",
    phone: "title",
    cell: (row) => (
      <span className="flex min-w-0 max-w-full items-center gap-2">
        <span className="block max-xl:line-clamp-2 max-xl:wrap-anywhere md:w-max md:max-w-[11rem] xl:max-w-[20rem] xl:truncate">
          <RowLink href={hrefOf(row.id)}>{row.orderId}</RowLink>
        </span>
        {tagOf?.(row)}
      </span>
    ),
  };
}

/** Makes a column sortable by creation time. */
export function sortedByTime<Row extends { readonly createdAt: string }>(column: Column<Row>): Column<Row> {
  return { ...column, sortBy: { kind: "moment", read: (row) => row.createdAt } };
}

/** Age of the object. */
export function createdColumn<Row extends { readonly createdAt: string }>(header = "Created"): Column<Row> {
  return {
    id: "created",
    header,
    align: "end",
    cell: (row) => (
      <span className="text-small text-ink-soft">
        <Moment at={row.createdAt} style="relative" />
      </span>
    ),
  };
}
