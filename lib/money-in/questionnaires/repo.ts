import { database, type Tx } from "@/lib/kernel/db";
import type { AmlTimes } from "@/lib/money-in/questionnaires/schema";

export type Questionnaire = AmlTimes & {
  readonly id: string;
  readonly invoiceId: string;
  readonly createdAt: Date;
  /** Encrypted; null before submission and after deletion. */
  readonly answers: Uint8Array | null;
};

const TIMES = {
  id: true,
  invoiceId: true,
  createdAt: true,
  expiresAt: true,
  submittedAt: true,
  closedAt: true,
} as const;

/**
 * Inserts a questionnaire if screening holds an undecided deposit of the invoice that no
 * questionnaire covers; null otherwise. One statement, under the invoice's lock: a questionnaire
 * covers everything that was held before it was closed.
 */
export async function insertWhereHeld(tx: Tx, invoiceId: string, expiresAt: Date): Promise<{ id: string } | null> {
  const [row] = await tx.$queryRaw<{ id: string }[]>`
    INSERT INTO aml_questionnaires (invoice_id, expires_at)
    SELECT ${invoiceId}::uuid, ${expiresAt}::timestamptz WHERE EXISTS (
      SELECT FROM cases c WHERE c.invoice_id = ${invoiceId}::uuid AND c.kind = 'locked' AND c.status = 'open'
        AND NOT EXISTS (
          SELECT FROM aml_questionnaires q
          WHERE q.invoice_id = c.invoice_id AND COALESCE(q.closed_at, 'infinity') >= c.opened_at))
    RETURNING id`;
  return row ?? null;
}

/** Inserts a questionnaire that replaces the open one. */
export async function replaceQuestionnaire(tx: Tx, invoiceId: string, expiresAt: Date): Promise<{ id: string }> {
  // Also ends unanswered links.
  await tx.$executeRaw`
    UPDATE aml_questionnaires SET closed_at = now(),
      expires_at = CASE WHEN submitted_at IS NULL THEN LEAST(expires_at, now()) ELSE expires_at END
    WHERE invoice_id = ${invoiceId}::uuid AND closed_at IS NULL`;
  return await tx.amlQuestionnaire.create({ data: { invoiceId, expiresAt }, select: { id: true } });
}

/** Closes the questionnaires of an invoice of which screening holds nothing undecided any more. */
export async function closeWhereDecided(tx: Tx, invoiceId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE aml_questionnaires SET closed_at = now()
    WHERE invoice_id = ${invoiceId}::uuid AND closed_at IS NULL AND NOT EXISTS (
      SELECT FROM cases WHERE invoice_id = ${invoiceId}::uuid AND kind = 'locked' AND status = 'open')`;
}

/**
 * Stores the answers once and in time. Returns false when another submission was first, it was
 * closed, or its deadline has passed.
 */
export async function saveAnswers(
  tx: Tx,
  id: string,
  { answers, now }: { readonly answers: Uint8Array<ArrayBuffer>; readonly now: Date },
): Promise<boolean> {
  const { count } = await tx.amlQuestionnaire.updateMany({
    where: { id, submittedAt: null, closedAt: null, expiresAt: { gt: now } },
    data: { submittedAt: now, answers },
  });
  return count === 1;
}

export async function insertDocument(
  tx: Tx,
  data: { readonly id: string; readonly questionnaireId: string; readonly content: Uint8Array<ArrayBuffer> },
): Promise<void> {
  await tx.amlDocument.create({ data, select: { id: true } });
}

/** Extends the deadline. Returns false where it was answered or closed meanwhile. */
export async function saveExpiry(tx: Tx, id: string, expiresAt: Date): Promise<boolean> {
  const { count } = await tx.amlQuestionnaire.updateMany({
    where: { id, submittedAt: null, closedAt: null },
    data: { expiresAt },
  });
  return count === 1;
}

export function findQuestionnaire(tx: Tx, id: string): Promise<Questionnaire | null> {
  return tx.amlQuestionnaire.findUnique({ where: { id }, select: { ...TIMES, answers: true } });
}

/**
 * Returns a document's encrypted content; null for another questionnaire's document as for an
 * unknown one.
 */
export async function findDocumentContent(tx: Tx, questionnaireId: string, id: string): Promise<Uint8Array | null> {
  const row = await tx.amlDocument.findFirst({ where: { id, questionnaireId }, select: { content: true } });
  return row?.content ?? null;
}

/** Without the answers, newest first. */
export function listQuestionnaires(invoiceId: string) {
  return database().amlQuestionnaire.findMany({
    where: { invoiceId },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: TIMES,
  });
}

/** Returns which of these still have their answers. */
export async function listAnswered(ids: readonly string[]): Promise<ReadonlySet<string>> {
  const where = { id: { in: [...ids] }, answers: { not: null } };
  const rows = await database().amlQuestionnaire.findMany({ where, select: { id: true } });
  return new Set(rows.map(({ id }) => id));
}

/** Finds the newest undecided case that screening holds; null where there is none. */
export async function findHeldCase(tx: Tx, invoiceId: string): Promise<string | null> {
  const row = await tx.case.findFirst({
    where: { invoiceId, kind: "locked", status: "open" },
    orderBy: { openedAt: "desc" },
    select: { id: true },
  });
  return row?.id ?? null;
}

/**
 * Lists answered questionnaires of invoices whose last questionnaire was closed before
 * `closedBefore` and of which nothing is held or being refunded.
 */
export async function listToForget(closedBefore: Date, limit: number): Promise<{ id: string; invoiceId: string }[]> {
  return await database().$queryRaw<{ id: string; invoiceId: string }[]>`
    SELECT q.id, q.invoice_id AS "invoiceId" FROM aml_questionnaires q
    WHERE q.answers IS NOT NULL AND q.closed_at < ${closedBefore} AND NOT EXISTS (
      SELECT FROM aml_questionnaires last
      WHERE last.invoice_id = q.invoice_id AND COALESCE(last.closed_at, 'infinity') >= ${closedBefore})
    AND NOT EXISTS (
      SELECT FROM cases c WHERE c.invoice_id = q.invoice_id AND c.kind = 'locked' AND c.status IN ('open', 'refunding'))
    ORDER BY q.closed_at LIMIT ${limit}`;
}

/**
 * Deletes answers and documents. Returns the number of documents; null when another worker has
 * already deleted them.
 */
export async function deleteContents(tx: Tx, id: string): Promise<number | null> {
  const forgotten = await tx.amlQuestionnaire.updateMany({
    where: { id, answers: { not: null } },
    data: { answers: null },
  });
  if (forgotten.count === 0) return null;
  return (await tx.amlDocument.deleteMany({ where: { questionnaireId: id } })).count;
}
