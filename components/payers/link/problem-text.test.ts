import { expect, test } from "vitest";
import { linkProblemText } from "@/components/payers/link/problem-text";
import { ENGLISH } from "@/lib/kernel/locales/messages";
import { linkErrors } from "@/lib/money-in/payment-links/payment-link";

test("every refusal of an order has a message of its own", () => {
  const said = Object.values(linkErrors).map((make) => linkProblemText(make(), ENGLISH));
  expect(said).not.toContain(ENGLISH.say("error.general"));
  // Too many pieces are the same mistake, whether the link allows or has fewer.
  expect(new Set(said).size).toBe(Object.keys(linkErrors).length - 1);
});
