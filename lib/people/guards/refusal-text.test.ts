import { expect, test } from "vitest";
import { AppError } from "@/lib/kernel/errors";
import { decimal } from "@/lib/kernel/money/decimal";
import { GATEWAY_REASONS, PAYER_REASONS, Refusal } from "@/lib/kernel/refusals";
import { errorText } from "@/lib/people/guards/refusal-text";

const one = decimal("1");
/** Everything that any sentence asks for. */
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

test("no reason is ever shown as it is, whichever front it was made for", () => {
  for (const reason of [...GATEWAY_REASONS, ...PAYER_REASONS]) {
    const text = errorText(new Refusal(reason, TERMS as never));
    expect([reason, text]).toEqual([reason, expect.stringMatching(/^[A-Z].*[a-z0-9].*\.$/)]);
    expect(text).not.toContain("_");
  }
});

test("what a merchant meets who decides about a payer's request has a sentence of its own", () => {
  const said = PAYER_REASONS.filter((reason) => reason.startsWith("refund_request_")).map((reason) =>
    errorText(new Refusal(reason, {})),
  );
  expect(new Set(said).size).toBe(9);
});

test("an error without a reason says what it says", () => {
  expect(errorText(new AppError("refused", "This is the only owner."))).toBe("This is the only owner.");
});
