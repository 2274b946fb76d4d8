import type { ReactNode } from "react";
import type { SortKey } from "@/components/ui/sort-key";

export type Column<Row> = {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  readonly align?: "end";
  /**
   * Position on a phone, where a row is a card: its title, the corner beside the title, a labelled
   * line (the default), or omitted.
   */
  readonly phone?: "title" | "corner" | "line" | "hidden";
  /**
   * Omitted from the table if the window is too narrow for all columns; a phone's card still shows
   * it.
   */
  readonly isForWide?: boolean;
  /** Makes the rows sortable. Only if all rows are loaded, or the server sorts them. */
  readonly sortBy?: SortKey<Row>;
};

/** Sort order of a list that is mostly on the server. */
export type TableSorting = {
  /** The id of a column, and whether it is descending. */
  readonly sorted: { readonly id: string; readonly desc: boolean };
  readonly onSort: (sorted: TableSorting["sorted"]) => void;
};
