import { expect, test } from "vitest";
import { problemText } from "@/components/payers/pay/refund-request/problem-text";
import { requestErrors } from "@/lib/exceptions/refund-requests/refund-request";
import { ENGLISH } from "@/lib/kernel/locales/messages";

test("every refusal of a refund request has a message for the payer", () => {
  const names = { merchant: "Paper Lantern", reference: "order 7" };
  const said = Object.values(requestErrors).map((make) => problemText(make(), ENGLISH, names));
  expect(said).not.toContain(ENGLISH.say("refund.problem.general"));
  expect(new Set(said).size).toBe(Object.keys(requestErrors).length);
});
