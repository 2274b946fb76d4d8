import { listNamedAuditAfter } from "@/lib/fronts/dashboard/named-audit";
import { type NamedAuditEntry, objectText } from "@/lib/fronts/dashboard/named-audit-schema";
import type { AuditViewer } from "@/lib/kernel/audit-log/queries";
import type { AuditFilter } from "@/lib/kernel/audit-log/schema";
import { csvDownload, rowsByKey } from "@/lib/kernel/csv/csv-download";
import type { CsvColumn } from "@/lib/kernel/csv/write-csv";
import type { TextDownload } from "@/lib/kernel/http/text-download";

const ROWS_MAX = 500_000;
const ROWS_AT_ONCE = 500;

const COLUMNS: readonly CsvColumn<NamedAuditEntry>[] = [
  { header: "Time (UTC)", value: ({ at }) => at },
  { header: "Who", value: ({ who }) => who.name },
  { header: "E-mail", value: ({ who }) => who.email },
  { header: "Address", value: ({ ip }) => ip },
  { header: "What", value: ({ label }) => label },
  { header: "Action", value: ({ action }) => action },
  { header: "Object", value: ({ target }) => target },
  { header: "Before", value: ({ changes }) => side(changes.map(({ field, before }) => [field, before])) },
  { header: "After", value: ({ changes }) => side(changes.map(({ field, after }) => [field, after])) },
  { header: "Detail", value: ({ facts }) => side(facts.map(({ field, value }) => [field, value])) },
];

const OBJECT_NAME: CsvColumn<NamedAuditEntry> = {
  header: "Object name",
  value: ({ object }) => object && objectText(object),
};
const MERCHANT: CsvColumn<NamedAuditEntry> = { header: "Merchant", value: ({ merchant }) => merchant };

/** Returns the filtered log as a file, newest first. */
export function exportAudit(viewer: AuditViewer, filter: AuditFilter, now: Date): Promise<TextDownload> {
  const rows = rowsByKey<NamedAuditEntry>((last) => listNamedAuditAfter(viewer, filter, last, ROWS_AT_ONCE), ROWS_MAX);
  const columns = viewer === "operator" ? [...COLUMNS, MERCHANT, OBJECT_NAME] : [...COLUMNS, OBJECT_NAME];
  return Promise.resolve(csvDownload(`audit-log-${now.toISOString().slice(0, 10)}`, columns, rows));
}

function side(fields: readonly (readonly [string, string | null])[]): string | null {
  return fields.length === 0 ? null : fields.map(([field, value]) => `${field}: ${value ?? "nothing"}`).join("; ");
}
