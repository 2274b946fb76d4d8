import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { listAmlLinks, readAnswers, readDocument } from "@/lib/exceptions/questionnaires/ask-again";
import { loadPayView } from "@/lib/fronts/payment-page/load-pay-view";
import { useKeys } from "@/lib/kernel/crypto/testing/keys";
import { closeDatabase, connectionPool, database } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import { bookDifferences, newMerchant } from "@/lib/money-in/invoices/testing/gateway-rig";
import { questionnaireIdOf, questionnaireUrl } from "@/lib/money-in/questionnaires/list-views";
import { submitAnswers } from "@/lib/money-in/questionnaires/submit-answers";
import {
  amlActionsOn,
  inDays,
  newHeld,
  OPERATOR,
  openScreenedGateway,
  release,
  SUBMISSION,
} from "@/lib/money-in/questionnaires/testing/held-rig";

vi.mock("@/lib/kernel/env", { spy: true });
afterAll(() => vi.doUnmock("@/lib/kernel/env"));
const [OLD_KEY, NEW_KEY] = ["a1".repeat(32), "b2".repeat(32)] as const;

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

test("a payment that screening holds gets one questionnaire, whose link only the invoice's own merchant can list", async () => {
  const { invoice, questionnaireId } = await newHeld(merchantId);
  await settleInvoice(invoice.id);
  const links = await linksOf(invoice.id);
  expect(links).toMatchObject([
    { status: "init", expired_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) },
  ]);
  expect(questionnaireIdOf(links[0]?.link.split("/").at(-1) ?? "")).toBe(questionnaireId);
  await expect(linksOf(invoice.id, await newMerchant())).rejects.toThrow("payment_not_found");
  expect(await amlActionsOn(invoice.id)).toEqual(["aml.ask"]);
});

test("a link made under the previous key leads to the questionnaire as long as that key is configured", () => {
  const id = randomUUID();
  const idOf = (url: string) => questionnaireIdOf(url.split("/").at(-1) ?? "");
  onTestFinished(() => void vi.mocked(env).mockReset());
  useKeys(OLD_KEY);
  const link = questionnaireUrl(id);
  useKeys(NEW_KEY, OLD_KEY);
  expect(idOf(link)).toBe(id);
  const renewed = questionnaireUrl(id);
  useKeys(NEW_KEY);
  expect([idOf(link), idOf(renewed)]).toEqual([null, id]);
});

describe("answers", () => {
  test("are accepted once; of two concurrent submissions one is stored completely", async () => {
    const { invoice, questionnaireId } = await newHeld(merchantId);
    const other = { ...SUBMISSION, answers: { ...SUBMISSION.answers, name: "Mallory" }, documents: [] };
    const taken = await Promise.all([
      submitAnswers(questionnaireId, SUBMISSION),
      submitAnswers(questionnaireId, other),
    ]);
    expect(taken.toSorted()).toEqual([false, true]);
    expect(await submitAnswers(questionnaireId, other)).toBe(false);
    const { answers, documents } = await readAnswers(questionnaireId, OPERATOR);
    expect([answers.name, documents.length]).toEqual(taken[0] ? ["Ada Lovelace", 1] : ["Mallory", 0]);
    expect(await database().amlDocument.count({ where: { questionnaireId } })).toBe(documents.length);
    expect(await statusesOf(invoice.id)).toEqual(["pending"]);
    await expect(
      database().amlQuestionnaire.update({ where: { id: questionnaireId }, data: { answers: new Uint8Array(1) } }),
    ).rejects.toThrow();
  });

  test("are rejected after the deadline and after the operator's decision", async () => {
    const [late, decided] = [await newHeld(merchantId), await newHeld(merchantId)];
    expect(await submitAnswers(late.questionnaireId, SUBMISSION, inDays(15))).toBe(false);
    await release(decided.caseId);
    expect(await submitAnswers(decided.questionnaireId, SUBMISSION)).toBe(false);
    expect(await database().amlDocument.count({ where: { questionnaireId: decided.questionnaireId } })).toBe(0);
  });

  test("are stored in no table as plain text, and revealed neither by the page nor by the API", async () => {
    const { invoice, questionnaireId } = await newHeld(merchantId);
    await submitAnswers(questionnaireId, SUBMISSION);
    const { rows: tables } = await connectionPool().query<{ name: string }>(
      // Names of migrations are words as well.
      "SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname IN ('public', 'graphile_worker') AND tablename <> '_prisma_migrations'",
    );
    const found: string[] = [];
    for (const { name } of tables) {
      const words = "'lovelace|violin|analytical|statement'";
      const row = `SELECT FROM ${name} AS t WHERE t::text ~* ${words} OR t::text ~ encode('Lovelace', 'hex')`;
      if ((await connectionPool().query(row)).rowCount !== 0) found.push(name);
    }
    expect(found).toEqual([]);
    const shown = JSON.stringify([await loadPayView(invoice.id), await linksOf(invoice.id)], (_, value) =>
      typeof value === "bigint" ? String(value) : value,
    );
    expect(shown).toContain("pending");
    expect(shown).not.toMatch(/lovelace|statement/i);
  });

  test("can be read by the operator with their documents, with an audit record for each access, and never across questionnaires", async () => {
    const [one, other] = [await newHeld(merchantId), await newHeld(merchantId)];
    for (const { questionnaireId } of [one, other]) await submitAnswers(questionnaireId, SUBMISSION);
    const { documents } = await readAnswers(one.questionnaireId, OPERATOR);
    const { id = "", name } = documents[0] ?? {};
    const read = await readDocument(one.questionnaireId, id, OPERATOR);
    expect([read.name, read.bytes.toString()]).toEqual([
      name,
      Buffer.from(SUBMISSION.documents[0]?.bytes ?? []).toString(),
    ]);
    await expect(readDocument(other.questionnaireId, id, OPERATOR)).rejects.toThrow("Document not found.");
    expect(await amlActionsOn(one.invoice.id)).toEqual([
      "aml.ask",
      "aml.submit",
      "aml.read-answers",
      "aml.read-document",
    ]);
    // Encrypted bytes that are moved to another row cannot be decrypted there.
    const { answers } = await database().amlQuestionnaire.findUniqueOrThrow({ where: { id: other.questionnaireId } });
    const third = await newHeld(merchantId);
    await database().amlQuestionnaire.update({
      where: { id: third.questionnaireId },
      data: { submittedAt: new Date(), answers },
    });
    await expect(readAnswers(third.questionnaireId, OPERATOR)).rejects.toThrow();
  });
});
