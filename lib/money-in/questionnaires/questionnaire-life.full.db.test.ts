import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { askAboutCase, listAmlLinks, readAnswers } from "@/lib/exceptions/questionnaires/ask-again";
import { loadPayView } from "@/lib/fronts/payment-page/load-pay-view";
import { closeDatabase, database } from "@/lib/kernel/db";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import { bookDifferences, invoiceNow, newInvoice, newMerchant, pay } from "@/lib/money-in/invoices/testing/gateway-rig";
import { deleteOldAnswers, submitAnswers } from "@/lib/money-in/questionnaires/submit-answers";
import {
  amlActionsOn,
  inDays,
  newHeld,
  OPERATOR,
  openScreenedGateway,
  payListed,
  questionnairesOf,
  release,
  SUBMISSION,
  sendBack,
} from "@/lib/money-in/questionnaires/testing/held-rig";

beforeAll(openScreenedGateway);
afterAll(async () => {
  expect(await bookDifferences()).toEqual([]);
  await closeDatabase();
});

let merchantId: string;
beforeEach(async () => {
  merchantId = await newMerchant();
});

const linksOf = (id: string, of = merchantId) => listAmlLinks(of, { uuid: id, order_id: null });
const statusesOf = async (id: string) => (await linksOf(id)).map(({ status }) => status);

test("an invoice without held payments has no link, and a payment held earlier gets one on request", async () => {
  const paid = await newInvoice(merchantId);
  await pay(paid, { amount: "100" });
  await settleInvoice(paid.id);
  expect(await linksOf(paid.id)).toEqual([]);
  const { invoice } = await newHeld(merchantId);
  await database().amlQuestionnaire.deleteMany({ where: { invoiceId: invoice.id } });
  expect(await statusesOf(invoice.id)).toEqual(["init"]);
});

describe("the operator's decision", () => {
  test.each([
    ["a release", release, "paid"],
    ["a refusal", sendBack, "refund_process"],
  ] as const)("%s completes the questionnaire and is not affected by it", async (_, decide, status) => {
    const { invoice, caseId, questionnaireId } = await newHeld(merchantId);
    await submitAnswers(questionnaireId, SUBMISSION);
    expect((await invoiceNow(invoice.id)).status).toBe("locked");
    await decide(caseId);
    expect((await invoiceNow(invoice.id)).status).toBe(status);
    expect(await statusesOf(invoice.id)).toEqual(["completed"]);
    expect((await loadPayView(invoice.id))?.questionnaire).toBeNull();
  });

  test("about one of two held payments leaves the questionnaire open for the other", async () => {
    const { invoice, caseId } = await newHeld(merchantId);
    const second = await payListed(invoice, "50");
    expect(await questionnairesOf(invoice.id)).toHaveLength(1);
    await sendBack(caseId);
    expect(await statusesOf(invoice.id)).toEqual(["init"]);
    await sendBack((await database().case.findUniqueOrThrow({ where: { depositId: second } })).id);
    expect(await statusesOf(invoice.id)).toEqual(["completed"]);
    // Further held payments would trigger a new questionnaire, but decided ones are not asked about
    // again.
    await settleInvoice(invoice.id);
    expect(await questionnairesOf(invoice.id)).toHaveLength(1);
  });
});

describe("retention", () => {
  test("deletes answers and documents the configured days after the decision, with an audit record that omits them", async () => {
    const { invoice, caseId, questionnaireId } = await newHeld(merchantId);
    await submitAnswers(questionnaireId, SUBMISSION);
    await deleteOldAnswers(inDays(400));
    expect(await database().amlDocument.count({ where: { questionnaireId } })).toBe(1);
    await release(caseId);
    await deleteOldAnswers(inDays(89));
    expect((await readAnswers(questionnaireId, OPERATOR)).documents).toHaveLength(1);
    await Promise.all([deleteOldAnswers(inDays(91)), deleteOldAnswers(inDays(91))]);
    expect(await database().amlDocument.count({ where: { questionnaireId } })).toBe(0);
    await expect(readAnswers(questionnaireId, OPERATOR)).rejects.toThrow("There are no answers, or they were deleted.");
    expect((await amlActionsOn(invoice.id)).filter((action) => action === "aml.delete")).toHaveLength(1);
    expect(await statusesOf(invoice.id)).toEqual(["completed"]);
  });

  test("waits while the refund of a rejected payment is in progress", async () => {
    const { caseId, questionnaireId } = await newHeld(merchantId);
    await submitAnswers(questionnaireId, SUBMISSION);
    await sendBack(caseId);
    await deleteOldAnswers(inDays(400));
    expect((await readAnswers(questionnaireId, OPERATOR)).answers.name).toBe("Ada Lovelace");
  });
});

test("a new request ends the earlier link and keeps its answers", async () => {
  const { invoice, caseId, questionnaireId } = await newHeld(merchantId);
  await askAboutCase(caseId, OPERATOR);
  expect(await submitAnswers(questionnaireId, SUBMISSION)).toBe(false);
  const second = (await questionnairesOf(invoice.id))[0]?.id ?? "";
  expect(await submitAnswers(second, SUBMISSION)).toBe(true);
  await askAboutCase(caseId, OPERATOR);
  expect(await statusesOf(invoice.id)).toEqual(["init", "completed", "expired"]);
  expect((await readAnswers(second, OPERATOR)).answers.name).toBe("Ada Lovelace");
  await release(caseId);
  // Requested long before the decision: retention starts with the decision.
  await database().amlQuestionnaire.update({ where: { id: second }, data: { closedAt: inDays(-200) } });
  await deleteOldAnswers(new Date());
  expect((await readAnswers(second, OPERATOR)).answers.name).toBe("Ada Lovelace");
  await expect(askAboutCase(caseId, OPERATOR)).rejects.toThrow("This was already decided.");
});
