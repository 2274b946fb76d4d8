import { Prose } from "@/components/delivery/docs/prose";
import type { FieldRow } from "@/components/delivery/docs/reference-types";
import { Badge } from "@/components/ui/badge";
import { TABLE_ROLES } from "@/components/ui/table-roles";

export type FieldTableProps = {
  /** Describes the table's content for screen readers. */
  readonly label: string;
  readonly rows: readonly FieldRow[];
  /** Requests show required parameters and defaults; responses always have every member. */
  readonly isRequest: boolean;
  /** Anchors of the rows, if they have any. */
  readonly anchorOf?: (name: string) => string;
};

/** Parameters or members as a table, shown as a list of blocks on a phone from the same markup. */
export function FieldTable({ label, rows, isRequest, anchorOf }: FieldTableProps) {
  const headers = isRequest ? ["Name", "Type and limits", "Default", "Meaning"] : ["Name", "Type", "Meaning"];
  return (
    <table {...TABLE_ROLES.table} aria-label={label} className="block w-full text-left md:table">
      <thead className="sr-only md:not-sr-only md:table-header-group">
        <tr {...TABLE_ROLES.row} className="md:border-b md:border-line">
          {headers.map((header) => (
            <th
              key={header}
              {...TABLE_ROLES.columnheader}
              scope="col"
              className="py-2 pr-4 text-label font-medium whitespace-nowrap text-ink-quiet"
            >
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="block divide-y divide-line md:table-row-group">
        {rows.map((row) => (
          <FieldLine key={row.name} id={anchorOf?.(row.name)} row={row} isRequest={isRequest} />
        ))}
      </tbody>
    </table>
  );
}

const CELL = "block py-0.5 align-top md:table-cell md:py-2.5 md:pr-4";

type FieldLineProps = { readonly id: string | undefined; readonly row: FieldRow; readonly isRequest: boolean };

function FieldLine({ id, row, isRequest }: FieldLineProps) {
  return (
    <tr {...TABLE_ROLES.row} id={id} className="block scroll-mt-20 py-3 target:bg-accent-soft md:table-row md:py-0">
      <td {...TABLE_ROLES.cell} className={`${CELL} md:w-56`}>
        <code className="font-mono text-small font-medium break-all">{row.name}</code>
        {isRequest && row.isRequired && (
          <span className="ml-2 inline-block align-middle md:ml-0 md:mt-1 md:block">
            <Badge tone="moving">required</Badge>
          </span>
        )}
      </td>
      <td {...TABLE_ROLES.cell} className={`${CELL} text-small text-ink-soft md:w-48`}>
        {row.type}
        {row.limits.map((limit) => (
          <span key={limit} className="block break-words text-label text-ink-quiet">
            {limit}
          </span>
        ))}
      </td>
      {isRequest && (
        <td
          {...TABLE_ROLES.cell}
          className={`${CELL} text-small md:w-24 ${row.fallback === null ? "max-md:hidden" : ""}`}
        >
          {row.fallback !== null && (
            <>
              <span className="text-ink-quiet md:hidden">Default </span>
              <code className="font-mono">{row.fallback}</code>
            </>
          )}
        </td>
      )}
      <td {...TABLE_ROLES.cell} className={`${CELL} text-small`}>
        <Prose text={row.meaning} />
        {row.alsoAccepted !== null && row.alsoAccepted !== "a JSON number" && (
          <span className="block text-label text-ink-quiet">Also {row.alsoAccepted}</span>
        )}
      </td>
    </tr>
  );
}
