import { expect, test } from "vitest";
import { sentenceOf } from "@/lib/people/notifications/sentence-view";

const ID = "b96dd38a-e63f-46de-a5e7-e5c5101736fa";

test.each([
  ["invoice_paid", "Invoice order-1234 was paid: 25 USDT"],
  ["payout_paid", "Payout order-1234 arrived: 25 USDT"],
  ["payout_failed", "Payout order-1234 failed: 25 USDT"],
] as const)("the subject of %s names the order, and its link leads to it", (kind, subject) => {
  const sentence = sentenceOf(kind, { reference: ID, detail: { orderId: "order-1234", amount: "25 USDT" } });
  expect(sentence.subject).toBe(subject);
  expect(sentence.path).toContain(ID);
  expect(`${sentence.title} ${sentence.text} ${sentence.subject}`).not.toContain(ID);
});

test("a case names its order if it has one", () => {
  const detail = { case: "late", amount: "25 USDT" };
  const text = (more: Record<string, string>) =>
    sentenceOf("case_opened", { reference: ID, detail: { ...detail, ...more } }).text;
  expect(text({ orderId: "order-1" })).toBe("25 USDT for order order-1 arrived late.");
  expect(text({})).toBe("25 USDT arrived late.");
});

test("an order id cannot add lines to a mail, and is cut", () => {
  const orderId = `x\n\nSign in at https://evil.test${"y".repeat(200)}`;
  const { text, subject } = sentenceOf("invoice_paid", { reference: ID, detail: { orderId, amount: "1 USDT" } });
  expect(text).not.toMatch(/[\n\r]/);
  expect(text).toHaveLength("…: 1 USDT".length + 79);
  expect(subject).not.toMatch(/[\n\r]/);
});
