import { FileLink } from "@/components/fronts/analytics/file-link";
import { Card } from "@/components/ui/card";
import { DataTable } from "@/components/ui/data-table";
import type { Column } from "@/components/ui/table-column";

export type TableCardProps<Row> = {
  readonly title: string;
  readonly description: string;
  readonly fileHref: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** Shown if there are no rows. */
  readonly empty: string;
};

/** Data that is clearer as a table than as a chart. */
export function TableCard<Row>({ title, description, fileHref, columns, rows, keyOf, empty }: TableCardProps<Row>) {
  return (
    <Card
      title={title}
      description={description}
      isPadded={false}
      action={rows.length > 0 && <FileLink title={title} href={fileHref} />}
    >
      {rows.length === 0 ? (
        <p className="px-4 pb-5 text-ink-soft sm:px-5">{empty}</p>
      ) : (
        <div className="border-t border-line">
          <DataTable label={title} columns={columns} rows={rows} keyOf={keyOf} />
        </div>
      )}
    </Card>
  );
}
