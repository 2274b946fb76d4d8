import type { Submission } from "@/lib/aml/submit-answers";
import { database } from "@/lib/db";
import type { Invoice } from "@/lib/invoices/invoice";
import { settleInvoice } from "@/lib/invoices/settle-invoice";
import { newInvoice, pay } from "@/lib/invoices/testing/gateway-rig";
import { importScreeningList } from "@/lib/screening/import-list";

/** Named by the list of {@link openScreening}. */
export const LISTED = "0x8576aCC5C05D6Ce88f4e49bf65BdF0C62F91353C";

export async function openScreening(): Promise<void> {
  await importScreeningList({ name: "sanctions", format: "csv", text: `${LISTED},evm,Stolen`, actorId: null });
}

/** Pays an invoice on bsc from the listed address. Answers the deposit. */
export async function payListed(invoice: Invoice, amount = "100"): Promise<string> {
  const id = await pay(invoice, { amount });
  await database().deposit.update({ where: { id }, data: { fromAddress: LISTED.toLowerCase() } });
  await settleInvoice(invoice.id);
  return id;
}

/** An invoice of 100 USDT whose only payment screening holds, with its case and what its payer is asked by. */
export async function newHeld(merchantId: string, fields: Readonly<Record<string, unknown>> = {}) {
  const invoice = await newInvoice(merchantId, fields);
  const depositId = await payListed(invoice);
  const { id: caseId } = await database().case.findUniqueOrThrow({ where: { depositId } });
  return { invoice, caseId, questionnaireId: (await questionnairesOf(invoice.id))[0]?.id ?? "" };
}

/** The newest first. */
export function questionnairesOf(invoiceId: string) {
  return database().amlQuestionnaire.findMany({ where: { invoiceId }, orderBy: { createdAt: "desc" } });
}

const PDF = Buffer.from("%PDF-1.7\nA statement of account of Ada Lovelace");

/** What a payer might send. */
export const SUBMISSION: Submission = {
  answers: {
    person: "private",
    name: "Ada Lovelace",
    company: "",
    country: "GB",
    source: "salary",
    details: "Wages of the analytical engine",
    relation: "A violin",
  },
  documents: [{ name: "statement.pdf", kind: "pdf", bytes: PDF }],
};
