import { database, type Tx } from "@/lib/kernel/db";
import type { AmlTimes } from "@/lib/money-in/questionnaires/schema";

export type Questionnaire = AmlTimes & {
  readonly id: string;
  readonly invoiceId: string;
  readonly createdAt: Date;
  /** Encrypted; null before they came and after they were deleted. */
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
 * Asks about an invoice, where screening holds something of it, undecided, that nobody was asked
 * about. Null where there is nothing to ask. One statement, under the invoice's lock: a
 * questionnaire is about everything that was held before it was closed.
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

/** One more, in the place of the one that was open. */
export async function replaceQuestionnaire(tx: Tx, invoiceId: string, expiresAt: Date): Promise<{ id: string }> {
  // What nobody has answered ends with it.
  await tx.$executeRaw`
    UPDATE aml_questionnaires SET closed_at = now(),
      expires_at = CASE WHEN submitted_at IS NULL THEN LEAST(expires_at, now()) ELSE expires_at END
    WHERE invoice_id = ${invoiceId}::uuid AND closed_at IS NULL`;
  return await tx.amlQuestionnaire.create({ data: { invoiceId, expiresAt }, select: { id: true } });
}

/** Closes what asks about an invoice of which screening holds nothing undecided any more. */
export async function closeWhereDecided(tx: Tx, invoiceId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE aml_questionnaires SET closed_at = now()
    WHERE invoice_id = ${invoiceId}::uuid AND closed_at IS NULL AND NOT EXISTS (
      SELECT FROM cases WHERE invoice_id = ${invoiceId}::uuid AND kind = 'locked' AND status = 'open')`;
}

/**
 * Writes the answers down, once and in time: false when another came first, it was closed, or its
 * time is over.
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

/** Gives more time to answer: false where it was answered or closed meanwhile. */
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

/** Its content, encrypted; null for one of another questionnaire as for none. */
export async function findDocumentContent(tx: Tx, questionnaireId: string, id: string): Promise<Uint8Array | null> {
  const row = await tx.amlDocument.findFirst({ where: { id, questionnaireId }, select: { content: true } });
  return row?.content ?? null;
}

/** Without the answers, the newest first. */
export function listQuestionnaires(invoiceId: string) {
  return database().amlQuestionnaire.findMany({
    where: { invoiceId },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: TIMES,
  });
}

/** Which of these still have their answers. */
export async function listAnswered(ids: readonly string[]): Promise<ReadonlySet<string>> {
  const where = { id: { in: [...ids] }, answers: { not: null } };
  const rows = await database().amlQuestionnaire.findMany({ where, select: { id: true } });
  return new Set(rows.map(({ id }) => id));
}

/** An undecided case that it asks about, the newest; null where there is none. */
export async function findHeldCase(tx: Tx, invoiceId: string): Promise<string | null> {
  const row = await tx.case.findFirst({
    where: { invoiceId, kind: "locked", status: "open" },
    orderBy: { openedAt: "desc" },
    select: { id: true },
  });
  return row?.id ?? null;
}

/**
 * Answered ones of invoices about which the last questions were closed before then, and of which
 * nothing is held or on its way back any more.
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
 * Deletes answers and documents; how many documents there were, null when another worker has done
 * it.
 */
export async function deleteContents(tx: Tx, id: string): Promise<number | null> {
  const forgotten = await tx.amlQuestionnaire.updateMany({
    where: { id, answers: { not: null } },
    data: { answers: null },
  });
  if (forgotten.count === 0) return null;
  return (await tx.amlDocument.deleteMany({ where: { questionnaireId: id } })).count;
}
