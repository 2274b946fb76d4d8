import { expect, test } from "@playwright/test";
import { sandboxHas } from "../shop/sandbox-chain";
import { newInvoice } from "./new-invoice";

export type PaidCoin = { readonly coin: string; readonly network: string };

/**
 * Defines a test for each coin: an invoice in it is paid on its open page. They can run in
 * parallel.
 */
export function testPaymentsOn(coins: readonly PaidCoin[]): void {
  test.describe.configure({ mode: "parallel" });
  for (const { coin, network } of coins) {
    test(`an invoice in ${coin} on ${network} is paid from its page, which turns paid without a reload`, async ({
      page,
    }) => {
      test.skip(!sandboxHas(network), `the sandbox runs without ${network}`);
      const { url } = await newInvoice({ to_currency: coin, network });
      await page.goto(url);
      const headline = page.getByRole("heading", { level: 1 });
      await expect(headline).toHaveText(new RegExp(`^Send exactly [0-9.]+\\s${coin} on .+ to this address$`));

      await page.getByRole("button", { name: "Pay exactly" }).click();
      await expect(headline).toHaveText("Paid. Thank you!");
    });
  }
}
