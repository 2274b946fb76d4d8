import { expect, test } from "vitest";
import { AppError } from "@/lib/kernel/errors";
import { decimal } from "@/lib/kernel/money/decimal";
import { GATEWAY_REASONS, PAYER_REASONS, Refusal } from "@/lib/kernel/refusals";
import { errorText } from "@/lib/people/guards/refusal-text";

const one = decimal("1");
/** The terms of all sentences. */
const TERMS = {
  limit: one,
  currency: "USDT",
  network: "bsc",
  from: "USDT",
  to: "ETH",
  status: "paid",
  isPaid: true,
  limitUsd: one,
  worthUsd: one,
  leftUsd: one,
  ceilingUsd: one,
};

test("every reason is shown as a sentence, whichever interface it was written for", () => {
  for (const reason of [...GATEWAY_REASONS, ...PAYER_REASONS]) {
    const text = errorText(new Refusal(reason, TERMS as never));
    expect([reason, text]).toEqual([reason, expect.stringMatching(/^[A-Z].*[a-z0-9].*\.$/)]);
    expect(text).not.toContain("_");
  }
});

test("each reason that a merchant deciding on a payer's request can meet has its own sentence", () => {
  const said = PAYER_REASONS.filter((reason) => reason.startsWith("refund_request_")).map((reason) =>
    errorText(new Refusal(reason, {})),
  );
  expect(new Set(said).size).toBe(9);
});

test("an error without a reason keeps its message", () => {
  expect(errorText(new AppError("refused", "This is the only owner."))).toBe("This is the only owner.");
});
