import { askAboutHeld } from "@/lib/aml/ask-payer";
import { questionnaireUrl } from "@/lib/aml/questionnaire-link";
import { listQuestionnaires } from "@/lib/aml/repo";
import type { AmlLinksView } from "@/lib/aml/schema";
import { amlStatusOf } from "@/lib/aml/status";
import { withTransaction } from "@/lib/db";
import { getInvoice, type PaymentIds } from "@/lib/invoices/get-invoice";
import { lockInvoice } from "@/lib/invoices/repo";

/**
 * The links by which the payer of a merchant's invoice is asked about what screening holds of it, the newest first; none where nothing was
 * ever held. What was held before there were questionnaires is asked about now.
 * @throws AppError `not_found`, the same for another merchant's as for none
 */
export async function listAmlLinks(merchantId: string, ids: PaymentIds, now = new Date()): Promise<AmlLinksView> {
  const { id, status } = await getInvoice(merchantId, ids);
  if (status === "locked") {
    await withTransaction(async (tx) => {
      const locked = await lockInvoice(tx, id);
      if (locked?.status === "locked") await askAboutHeld(tx, locked, now);
    });
  }
  return (await listQuestionnaires(id)).map((row) => ({
    link: questionnaireUrl(row.id),
    expired_at: withoutFraction(row.expiresAt),
    status: amlStatusOf(row, now),
  }));
}

/** ISO 8601 in UTC, to the second. */
function withoutFraction(at: Date): string {
  return at.toISOString().replace(/\.\d{3}Z$/, "Z");
}
