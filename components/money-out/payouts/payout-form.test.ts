import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { isSubmitDisabled } from "@/components/money-out/payouts/new-payout-form";
import { availableOf, maximumOf } from "@/components/money-out/payouts/payout-max";
import { PreviewCard, type PreviewCardProps } from "@/components/money-out/payouts/preview-card";
import type { NewPayoutForm, PayoutOptions, PayoutPreview } from "@/lib/money-out/payouts/dashboard-form-schema";

const network = {
  code: "bsc",
  name: "BNB Smart Chain",
  minimum: "1",
  maximum: "10000",
  decimals: 6,
  hasMemo: false,
  hasPriority: false,
  isReady: true,
};
const options = (balance: string): PayoutOptions => ({
  coins: [
    { code: "USDT", name: "Tether", balance, networks: [network] },
    { code: "ETH", name: "Ether", balance: "2", networks: [network] },
  ],
  fiats: [{ code: "EUR", name: "Euro" }],
  convertFrom: { code: "USDT", balance },
});
const form = (over: Partial<NewPayoutForm> = {}) =>
  ({ currency: "USDT", coin: "", network: "bsc", fromCurrency: "", ...over }) as NewPayoutForm;

describe("the maximum of a payout", () => {
  test("is the whole available balance with the fee deducted, in the coin's precision", () => {
    expect(maximumOf(form(), options("50.12345678"))).toEqual({ amount: "50.123456", isFeeOnTop: false });
    expect(maximumOf(form(), options("123456"))).toEqual({ amount: "10000", isFeeOnTop: false });
  });

  test("is not offered if a rate decides it, if the balance is empty, or before a network is chosen", () => {
    expect(maximumOf(form({ currency: "EUR", coin: "USDT" }), options("50"))).toBeNull();
    expect(maximumOf(form({ currency: "ETH", fromCurrency: "USDT" }), options("50"))).toBeNull();
    expect(maximumOf(form(), options("0"))).toBeNull();
    expect(maximumOf(form({ network: "" }), options("50"))).toBeNull();
  });

  test("stands beside the balance that pays, whatever the currency of the amount", () => {
    expect(availableOf(form({ currency: "ETH" }), options("50"))).toEqual({ amount: "2", currency: "ETH" });
    expect(availableOf(form({ currency: "ETH", fromCurrency: "USDT" }), options("50"))?.currency).toBe("USDT");
    expect(availableOf(form({ currency: "EUR" }), options("50"))).toBeNull();
  });
});

describe("a payout that would be refused", () => {
  const refused = {
    kind: "refused",
    message: "Something is wrong",
    fields: { amount: "The minimum is 1 USDT.", address: "This is not a BNB Smart Chain address." },
  } as const;

  test("disables the button, as does one without a quote or that exceeds the balance", () => {
    const known = (missing: string | null) =>
      ({ kind: "known", preview: { missing } as PayoutPreview, isOld: false }) as const;
    expect([refused, { kind: "unknown", message: "" } as const, known("1")].map(isSubmitDisabled)).toEqual([
      true,
      true,
      true,
    ]);
    // Empty required fields are marked when the button is pressed.
    expect([known(null), { kind: "blank" } as const, { kind: "asking" } as const].map(isSubmitDisabled)).toEqual([
      false,
      false,
      false,
    ]);
  });

  test("shows every reason at once", () => {
    const html = renderToStaticMarkup(
      createElement(PreviewCard, { state: refused, children: null } as PreviewCardProps),
    );
    for (const text of Object.values(refused.fields)) expect(html).toContain(text);
  });
});
