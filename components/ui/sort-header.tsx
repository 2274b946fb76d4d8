import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import { classNames } from "@/components/ui/class-names";
import type { Column } from "@/components/ui/table-column";
import { TABLE_ROLES } from "@/components/ui/table-roles";

export type SortHeaderProps = {
  readonly column: Pick<Column<never>, "header" | "align" | "isForWide">;
  readonly direction: "asc" | "desc" | false;
  /** Null: the column is not sortable. */
  readonly onPress: (() => void) | null;
};

/**
 * A column header, with a button if the column is sortable. On phones it is for screen readers
 * only, and sorting uses the select above.
 */
export function SortHeader({ column, direction, onPress }: SortHeaderProps) {
  const { header, align, isForWide } = column;
  return (
    <th
      {...TABLE_ROLES.columnheader}
      scope="col"
      aria-sort={direction ? (direction === "asc" ? "ascending" : "descending") : undefined}
      className={classNames(
        "whitespace-nowrap px-3 py-2.5 align-middle text-label font-medium text-ink-quiet first:pl-5 last:pr-5",
        align === "end" && "text-right",
        isForWide && "md:hidden xl:table-cell",
      )}
    >
      {onPress === null ? (
        header
      ) : (
        <>
          <span className="md:hidden">{header}</span>
          <button
            type="button"
            onClick={onPress}
            className={classNames(
              "-my-1 hidden items-center gap-1 rounded-control py-1 align-middle hover:text-ink md:inline-flex",
              align === "end" && "flex-row-reverse",
              direction && "text-ink-soft",
            )}
          >
            {header}
            <Arrow direction={direction} />
          </button>
        </>
      )}
    </th>
  );
}

function Arrow({ direction }: Pick<SortHeaderProps, "direction">) {
  const Icon = direction ? (direction === "asc" ? ArrowUp : ArrowDown) : ChevronsUpDown;
  return <Icon aria-hidden className={classNames("size-3.5", !direction && "opacity-50")} />;
}
