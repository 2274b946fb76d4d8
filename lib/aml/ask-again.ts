import { answerableUntil, askAnew } from "@/lib/aml/ask-payer";
import { findQuestionnaire, saveExpiry } from "@/lib/aml/repo";
import { findCase } from "@/lib/cases/repo";
import { database, withTransaction } from "@/lib/db";
import { AppError } from "@/lib/errors";
import { lockInvoice } from "@/lib/invoices/repo";
import { recordAudit } from "@/lib/merchants/audit-repo";

/**
 * The operator asks the payer about a held payment, whether or not somebody was asked before. The link before this one is not good any more;
 * answers that came by it stay.
 * @throws AppError `not_found`; `refused` where nothing is held, or it came for no invoice
 */
export async function askAboutCase(caseId: string, actorId: string, now = new Date()): Promise<void> {
  const found = await findCase(database(), caseId);
  if (found === null || found.kind !== "locked") throw new AppError("not_found", "There is no such case.");
  const { invoiceId } = found;
  if (invoiceId === null) throw new AppError("refused", "It came for no invoice, so that there is no payer to ask.");
  await withTransaction(async (tx) => {
    const invoice = await lockInvoice(tx, invoiceId);
    // Under the invoice's lock nobody decides about it.
    const current = await findCase(tx, caseId);
    if (invoice === null || current?.kind !== "locked" || current.status !== "open")
      throw new AppError("refused", "It was decided already.");
    await askAnew(tx, invoice, actorId, now);
  });
}

/**
 * Gives the payer more time to answer, by the same link. No mail is sent.
 * @throws AppError `not_found`; `refused` where it was answered or closed
 */
export async function extendQuestionnaire(id: string, actorId: string, now = new Date()): Promise<void> {
  await withTransaction(async (tx) => {
    const found = await findQuestionnaire(tx, id);
    if (found === null) throw new AppError("not_found", "There is no such questionnaire.");
    const expiresAt = answerableUntil(now);
    if (!(await saveExpiry(tx, id, expiresAt)))
      throw new AppError("refused", "It was answered or closed already. Ask the payer again.");
    await recordAudit(tx, {
      actorId,
      action: "aml.extend",
      target: found.invoiceId,
      detail: { questionnaire: id },
      before: { expiresAt: found.expiresAt.toISOString() },
      after: { expiresAt: expiresAt.toISOString() },
    });
  });
}
