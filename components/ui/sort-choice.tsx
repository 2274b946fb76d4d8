"use client";

import { useId } from "react";
import { Select } from "@/components/ui/select";
import { ORDER_LABELS, type SortKey } from "@/components/ui/sort-key";
import type { Column, TableSorting } from "@/components/ui/table-column";

type Sorted = TableSorting["sorted"];

export type SortChoiceProps = {
  readonly columns: readonly (Pick<Column<never>, "id" | "header"> & {
    readonly sortBy?: Pick<SortKey<never>, "kind">;
  })[];
  readonly sorted: Sorted | null;
  readonly onSort: (sorted: Sorted | null) => void;
  /** Whether the original order is an option. */
  readonly isRemovable: boolean;
};

/** Sort select for phones, where rows are cards without headers. */
export function SortChoice({ columns, sorted, onSort, isRemovable }: SortChoiceProps) {
  const id = useId();
  const choices = columns.flatMap(({ id: column, header, sortBy }) =>
    sortBy === undefined
      ? []
      : ([true, false] as const).map((desc) => ({
          column,
          desc,
          text: `${header}: ${ORDER_LABELS[sortBy.kind][desc ? "falling" : "rising"]}`,
        })),
  );
  if (choices.length === 0) return null;
  const place = choices.findIndex(({ column, desc }) => column === sorted?.id && desc === sorted.desc);
  return (
    <div className="flex items-center gap-3 border-b border-line px-4 py-2 md:hidden">
      <label htmlFor={id} className="text-label text-ink-quiet">
        Sort by
      </label>
      <Select
        id={id}
        className="flex-1"
        value={String(place)}
        onChange={(event) => {
          const chosen = choices[Number.parseInt(event.target.value, 10)];
          onSort(chosen ? { id: chosen.column, desc: chosen.desc } : null);
        }}
      >
        {(isRemovable || place === -1) && <option value="-1">Default order</option>}
        {choices.map(({ column, desc, text }, index) => (
          <option key={`${column} ${desc}`} value={index}>
            {text}
          </option>
        ))}
      </Select>
    </div>
  );
}
