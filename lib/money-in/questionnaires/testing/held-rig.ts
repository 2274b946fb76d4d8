import { creditCase } from "@/lib/exceptions/case-decisions/credit-case";
import { refundCase } from "@/lib/exceptions/refunds/refund-case";
import { database } from "@/lib/kernel/db";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import { newInvoice, openGateway, pay } from "@/lib/money-in/invoices/testing/gateway-rig";
import type { Submission } from "@/lib/money-in/questionnaires/submit-answers";
import { fundHot } from "@/lib/money-out/payouts/testing/payout-rig";
import { importScreeningList } from "@/lib/people/screening/import-list";

/** Listed by {@link openScreening}. */
export const LISTED = "0x8576aCC5C05D6Ce88f4e49bf65BdF0C62F91353C";

/** An operator's id without a user row. */
export const OPERATOR = "9f5c1b2e-58a4-4a6d-9d57-0d5c8a3f7e21";
const ELSEWHERE = "0x52908400098527886E0F7030069857D2E4169EE7";
const DAY_MS = 86_400_000;

export const inDays = (days: number): Date => new Date(Date.now() + days * DAY_MS);

/** Opens a gateway that screens deposits and can pay refunds. */
export async function openScreenedGateway(): Promise<void> {
  await openGateway();
  await fundHot("bsc", "USDT", "100000");
  await openScreening();
}

export async function openScreening(): Promise<void> {
  await importScreeningList({ name: "sanctions", format: "csv", text: `${LISTED},evm,Stolen`, actorId: null });
}

/** Pays an invoice on bsc from the listed address. Returns the deposit's id. */
export async function payListed(invoice: Invoice, amount = "100"): Promise<string> {
  const id = await pay(invoice, { amount });
  await database().deposit.update({ where: { id }, data: { fromAddress: LISTED.toLowerCase() } });
  await settleInvoice(invoice.id);
  return id;
}

/**
 * Creates an invoice of 100 USDT whose only payment screening holds, with its case and its
 * questionnaire.
 */
export async function newHeld(merchantId: string, fields: Readonly<Record<string, unknown>> = {}) {
  const invoice = await newInvoice(merchantId, fields);
  const depositId = await payListed(invoice);
  const { id: caseId } = await database().case.findUniqueOrThrow({ where: { depositId } });
  return { invoice, caseId, questionnaireId: (await questionnairesOf(invoice.id))[0]?.id ?? "" };
}

/** Newest first. */
export function questionnairesOf(invoiceId: string) {
  return database().amlQuestionnaire.findMany({ where: { invoiceId }, orderBy: { createdAt: "desc" } });
}

/** Lists the audited questionnaire actions of an invoice, oldest first. */
export async function amlActionsOn(invoiceId: string): Promise<string[]> {
  const where = { target: invoiceId, action: { startsWith: "aml." } };
  const rows = await database().auditEvent.findMany({ where, orderBy: { id: "asc" } });
  return rows.map(({ action }) => action);
}

export const release = (caseId: string) => creditCase({ caseId, merchantId: null, actorId: null });
export const sendBack = (caseId: string) => refundCase({ caseId, merchantId: null, address: ELSEWHERE, actorId: null });

const PDF = Buffer.from("%PDF-1.7\nA statement of account of Ada Lovelace");

/** A sample submission. */
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
