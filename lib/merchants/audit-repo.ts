import type { Tx } from "@/lib/db";

export type AuditRecord = {
  readonly actorId: string | null;
  readonly merchantId?: string;
  /** Verb and noun, for example `api-key.rotate`. */
  readonly action: string;
  readonly target?: string;
  /** Never a secret. */
  readonly detail?: Readonly<Record<string, string | number | boolean | null>>;
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
    },
    select: { id: true },
  });
}
