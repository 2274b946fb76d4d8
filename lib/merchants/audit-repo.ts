import type { Tx } from "@/lib/db";

/** Fields of what was changed, by name. Never a secret. */
export type AuditFields = Readonly<Record<string, string | number | boolean | null>>;

export type AuditRecord = {
  readonly actorId: string | null;
  readonly merchantId?: string;
  /** Verb and noun, for example `api-key.rotate`. */
  readonly action: string;
  readonly target?: string;
  /** Never a secret. */
  readonly detail?: AuditFields;
  /** The changed fields as they were; left out where something came to be. */
  readonly before?: AuditFields;
  /** The same fields as they are now; left out where something ended. */
  readonly after?: AuditFields;
};

/** Writes who did what, in the transaction that did it. */
export async function recordAudit(tx: Tx, record: AuditRecord): Promise<void> {
  await tx.auditEvent.create({
    data: {
      actorId: record.actorId,
      merchantId: record.merchantId ?? null,
      action: record.action,
      target: record.target ?? null,
      detail: { ...record.detail },
      ...(record.before && { before: { ...record.before } }),
      ...(record.after && { after: { ...record.after } }),
    },
    select: { id: true },
  });
}
