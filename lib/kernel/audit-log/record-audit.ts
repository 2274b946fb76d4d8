import type { AuditAction } from "@/lib/kernel/audit-log/actions";
import type { Tx } from "@/lib/kernel/db";
import { invariant } from "@/lib/kernel/errors";
import { callerAddress } from "@/lib/kernel/work-context";

/** Fields of the changed object, by name. Never a secret. */
export type AuditFields = Readonly<Record<string, AuditValue>>;
export type AuditValue = string | number | boolean | null | readonly string[];

export type AuditRecord = {
  readonly actorId: string | null;
  readonly merchantId?: string;
  /**
   * Verb and noun, for example `api-key.rotate`; its label is in lib/kernel/audit-log/actions.ts.
   */
  readonly action: AuditAction;
  readonly target?: string;
  /** Further details. Never a secret. */
  readonly detail?: AuditFields;
  /** Previous values of the changed fields; omitted for a creation. */
  readonly before?: AuditFields;
  /** New values of the same fields; omitted for a deletion. */
  readonly after?: AuditFields;
};

/**
 * Names of fields that nobody may read here. A key is identified by its id or last four characters;
 * a password is never recorded.
 */
const SECRET_NAME = /secret|password|passphrase|token|seed|mnemonic|private|hash$|cipher|sealed/i;

/** Records who did what, and from where, in the transaction of the action. */
export async function recordAudit(tx: Tx, record: AuditRecord): Promise<void> {
  const { actorId, merchantId = null, action, target = null, detail = {}, before, after } = record;
  for (const name of Object.keys({ ...detail, ...before, ...after }))
    invariant(!SECRET_NAME.test(name), `${action} may not write ${name} into the audit log`);
  await tx.auditEvent.create({
    data: {
      actorId,
      merchantId,
      action,
      target,
      ip: callerAddress(),
      detail: toJson(detail),
      ...(before && { before: toJson(before) }),
      ...(after && { after: toJson(after) }),
    },
    select: { id: true },
  });
}

function toJson(fields: AuditFields): Record<string, string | number | boolean | null | string[]> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, isList(value) ? [...value] : value]));
}

function isList(value: AuditValue): value is readonly string[] {
  return Array.isArray(value);
}

type ChangedFields = { readonly before: AuditFields; readonly after: AuditFields };

/**
 * Returns the fields that differ between two states of an object, for the audit log. Fields that
 * `after` omits or leaves undefined are unchanged. Both results are empty when nothing changed.
 * Pure.
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
