import { expect, test } from "vitest";
import { describeCodes, payPage, TELLING_SERVICES } from "@/components/payers/pay/testing/describe-codes";
import { PAYMENT_URIS } from "@/lib/money-in/invoices/testing/payment-uris";

describeCodes(PAYMENT_URIS.filter(({ service }) => TELLING_SERVICES.has(service)));

test("the address tab is selected if the most used wallet reads nothing else", async () => {
  for (const vector of PAYMENT_URIS.filter(({ uri }) => uri !== null)) {
    const open = /<input[^>]*id="(tab-[a-z]+)"[^>]*checked=""/.exec(await payPage(vector))?.[1];
    expect(open).toBe(vector.service.endsWith("@tron") ? "tab-address" : "tab-uri");
  }
});
