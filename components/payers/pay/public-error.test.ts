import { describe, expect, test } from "vitest";
import { publicErrorText } from "@/components/payers/pay/public-error";
import { AppError } from "@/lib/kernel/errors";
import { ENGLISH, loadMessages } from "@/lib/kernel/locales/messages";
import { decimal } from "@/lib/kernel/money/decimal";
import { PAYER_REASONS, type PayerReason, refusal } from "@/lib/kernel/refusals";
import { coinErrors } from "@/lib/money-in/invoices/allowed-services";

/** Returns every reason with this prefix, from the table of all reasons. */
const reasonsOf = (prefix: string) => PAYER_REASONS.filter((reason) => reason.startsWith(prefix));
const CHOICE: readonly PayerReason[] = ["invoice_closed", "payment_moving", "shop_closed", "coin_changed_too_often"];

describe("the message of a refusal to a payer", () => {
  test("is specific for every refusal of paying from a balance, and says that nothing was taken", () => {
    const told = reasonsOf("balance_").map((reason) => publicErrorText(refusal(reason), ENGLISH));
    expect(new Set(told).size).toBe(11);
    for (const text of told) expect(text).toMatch(/\. Nothing was taken from your balance\.$/);
    expect(told.join()).not.toContain(ENGLISH.say("error.title"));
  });

  test("is specific for every refusal of a choice", () => {
    const told = CHOICE.map((reason) => publicErrorText(refusal(reason), ENGLISH));
    expect(new Set(told).size).toBe(CHOICE.length);
    expect(told).not.toContain(ENGLISH.say("error.general"));
    expect(publicErrorText(coinErrors.serviceNotFound(), ENGLISH)).toBe(ENGLISH.say("error.coin"));
  });

  test("is specific for every refusal of a renewal", () => {
    const reasons = [...reasonsOf("renewal_"), "renewed_too_often" as const];
    const told = reasons.map((reason) => publicErrorText(refusal(reason), ENGLISH));
    expect(new Set(told).size).toBe(4);
    expect(told).not.toContain(ENGLISH.say("error.general"));
  });

  test("names the limit", () => {
    const told = [coinErrors.belowMinimum(decimal("0.5"), "ETH"), coinErrors.aboveMaximum(decimal("20000"), "ETH")];
    expect(told.map((error) => publicErrorText(error, ENGLISH))).toEqual([
      "This coin accepts payments of 0.5\u00a0ETH or more. Choose another one.",
      "This coin accepts payments of up to 20,000\u00a0ETH. Choose another one.",
    ]);
  });

  test("never shows a text written for programs", () => {
    expect(publicErrorText(coinErrors.terminalNotFound(), ENGLISH)).toBe(ENGLISH.say("error.unavailable"));
    expect(publicErrorText(refusal("payments_blocked"), ENGLISH)).toBe(ENGLISH.say("error.general"));
    expect(publicErrorText(new AppError("refused", "Something new."), ENGLISH)).not.toContain("Something new");
  });

  test("is in the language of the page", async () => {
    const messages = await loadMessages("de");
    expect(publicErrorText(refusal("balance_no_coin"), messages)).toBe(
      "Wählen Sie zuerst eine Kryptowährung. Von Ihrem Guthaben wurde nichts abgebucht.",
    );
  });
});
