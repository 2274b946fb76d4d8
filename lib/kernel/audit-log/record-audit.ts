import type { AuditAction } from "@/lib/kernel/audit-log/actions";
import type { Tx } from "@/lib/kernel/db";
import { invariant } from "@/lib/kernel/errors";
import { callerAddress } from "@/lib/kernel/http/client-address";

/** Fields of what was changed, by name. Never a secret. */
export type AuditFields = Readonly<Record<string, AuditValue>>;
export type AuditValue = string | number | boolean | null | readonly string[];

export type AuditRecord = {
  readonly actorId: string | null;
  readonly merchantId?: string;
  /**
   * Verb and noun, for example `api-key.rotate`; its words are in lib/kernel/audit-log/actions.ts.
   */
  readonly action: AuditAction;
  readonly target?: string;
  /** What else is to be known of it. Never a secret. */
  readonly detail?: AuditFields;
  /** The changed fields as they were; left out where something came to be. */
  readonly before?: AuditFields;
  /** The same fields as they are now; left out where something ended. */
  readonly after?: AuditFields;
};

/**
 * Names of what nobody may read here. A key is told by its id or its last four characters, a
 * password not at all.
 */
const SECRET_NAME = /secret|password|passphrase|token|seed|mnemonic|private|hash$|cipher|sealed/i;

/** Writes who did what, and from where, in the transaction that did it. */
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
 * Of two states of one thing the fields that differ, for the audit log. What `after` does not name
 * stayed as it was, and so did what it leaves undefined. Both are empty when nothing changed. Pure.
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
