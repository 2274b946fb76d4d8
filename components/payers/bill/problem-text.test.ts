import { expect, test } from "vitest";
import { billProblemText } from "@/components/payers/bill/problem-text";
import { ENGLISH } from "@/lib/kernel/locales/messages";
import { billErrors } from "@/lib/money-in/bills/bill";

test("every refusal of a payment has a message of its own", () => {
  const refused = Object.values(billErrors).map((make) => make());
  const said = refused.map((error) => billProblemText(error, "Paper Lantern", ENGLISH));
  expect(said).not.toContain(ENGLISH.say("error.general"));
  expect(new Set(said).size).toBe(refused.length);
});
