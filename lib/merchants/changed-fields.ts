import type { AuditFields, AuditValue } from "@/lib/merchants/audit-repo";

export type ChangedFields = { readonly before: AuditFields; readonly after: AuditFields };

/**
 * Of two states of one thing the fields that differ, for the audit log. What `after` does not name stayed as it was, and so did what it
 * leaves undefined. Both are empty when nothing changed. Pure.
 */
export function changedFields(
  before: AuditFields,
  after: Readonly<Record<string, AuditValue | undefined>>,
): ChangedFields {
  const changed = Object.entries(after).flatMap(([name, value]) =>
    value === undefined || isSame(before[name] ?? null, value) ? [] : [[name, value] as const],
  );
  return {
    before: Object.fromEntries(changed.map(([name]) => [name, before[name] ?? null])),
    after: Object.fromEntries(changed),
  };
}

function isSame(one: AuditValue, other: AuditValue): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
