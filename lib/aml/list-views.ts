import { questionnaireUrl } from "@/lib/aml/questionnaire-link";
import { listAnswered, listQuestionnaires } from "@/lib/aml/repo";
import type { AmlLink, AmlQuestionnaireView } from "@/lib/aml/schema";
import { amlStatusOf } from "@/lib/aml/status";

/** What the payer of an invoice was asked, for pages, the newest first. Nothing of what was answered. */
export async function listQuestionnaireViews(invoiceId: string, now = new Date()): Promise<AmlQuestionnaireView[]> {
  const rows = await listQuestionnaires(invoiceId);
  if (rows.length === 0) return [];
  const answered = await listAnswered(rows.map(({ id }) => id));
  return rows.map((row) => ({
    id: row.id,
    status: amlStatusOf(row, now),
    link: questionnaireUrl(row.id),
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    submittedAt: row.submittedAt?.toISOString() ?? null,
    hasAnswers: answered.has(row.id),
    isOpen: row.submittedAt === null && row.closedAt === null,
  }));
}

/** The same for the merchant whose invoice it is. */
export async function listLinkViews(invoiceId: string): Promise<AmlLink[]> {
  return (await listQuestionnaireViews(invoiceId)).map(({ link, status, expiresAt }) => ({ link, status, expiresAt }));
}
