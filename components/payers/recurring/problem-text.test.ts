import { expect, test } from "vitest";
import { planProblemText } from "@/components/payers/recurring/problem-text";
import { ENGLISH } from "@/lib/kernel/locales/messages";
import { recurrenceErrors } from "@/lib/money-in/recurrences/recurrence";

test("every refusal of a payer's request about a plan has its own message", () => {
  const said = Object.values(recurrenceErrors).map((make) => planProblemText(make(), ENGLISH, "Paper Lantern"));
  expect(said).not.toContain(ENGLISH.say("error.general"));
  expect(new Set(said).size).toBe(Object.keys(recurrenceErrors).length);
});
