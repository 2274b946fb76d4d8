import type { ReactNode } from "react";
import type { SortKey } from "@/components/ui/sort-key";

export type Column<Row> = {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  readonly align?: "end";
  /**
   * On a phone a row is a card: its title, beside the title in the corner, a labelled line (the
   * default), or left out.
   */
  readonly phone?: "title" | "corner" | "line" | "hidden";
  /**
   * Left out of the table where the window is too narrow for all columns; a phone's card still says
   * it.
   */
  readonly isForWide?: boolean;
  /** The rows can be ordered by this. Only where all rows are here, or the server sorts them. */
  readonly sortBy?: SortKey<Row>;
};

/** The order of a list of which the server has the most. */
export type TableSorting = {
  /** The id of a column, and whether its largest or newest comes first. */
  readonly sorted: { readonly id: string; readonly desc: boolean };
  readonly onSort: (sorted: TableSorting["sorted"]) => void;
};
