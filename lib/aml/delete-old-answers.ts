import { deleteContents, listToForget } from "@/lib/aml/repo";
import { withTransaction } from "@/lib/db";
import { env } from "@/lib/env";
import { recordAudit } from "@/lib/merchants/audit-repo";

const DAY_MS = 24 * 60 * 60 * 1000;
const AT_ONCE = 50;

/**
 * Deletes answers and documents `AML_RETENTION_DAYS` after the operator's decision, as long as nothing of their invoice is held or on its way
 * back. When they were answered and decided stays, and so does the audit log. Safe to run twice and beside itself.
 */
export async function deleteOldAnswers(now = new Date()): Promise<void> {
  const closedBefore = new Date(now.getTime() - env().AML_RETENTION_DAYS * DAY_MS);
  for (const { id, invoiceId } of await listToForget(closedBefore, AT_ONCE)) {
    await withTransaction(async (tx) => {
      const documents = await deleteContents(tx, id);
      if (documents === null) return;
      const detail = { questionnaire: id, documents };
      await recordAudit(tx, { actorId: null, action: "aml.delete", target: invoiceId, detail });
    });
  }
}
