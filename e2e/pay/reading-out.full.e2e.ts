import { expect, type Page, test } from "@playwright/test";
import { newInvoice } from "./new-invoice";

/** Records all live-region announcements, in order. */
async function listenToPage(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.addInitScript(() => {
    const told: string[] = [];
    Object.assign(window, { told });
    document.addEventListener("DOMContentLoaded", () => {
      const spoken = document.getElementById("spoken");
      if (spoken === null) return;
      new MutationObserver(() => told.push(spoken.textContent ?? "")).observe(spoken, { childList: true });
    });
  });
  return () => page.evaluate(() => (window as unknown as { told: string[] }).told);
}

test("a whole payment, as a screen reader announces it", async ({ page }) => {
  const { url, orderId } = await newInvoice();
  await page.goto(url);
  await expect(page.getByRole("main")).toMatchAriaSnapshot(`
    - heading "Choose how to pay 25.00 USD" [level=1]
    - list:
      - listitem:
        - list "Tether USD":
          - listitem:
            - button /ERC-20|BEP-20/
  `);

  const told = await listenToPage(page);
  await page
    .locator("#coins > li", { hasText: "Tether USD" })
    .getByRole("button", { name: /BNB Smart Chain/ })
    .click();
  await expect(page.getByRole("main")).toMatchAriaSnapshot(`
    - heading /Send exactly 25.USDT on BNB Smart Chain to this address/ [level=1]
    - region /Send exactly/:
      - term: Amount
      - definition:
        - strong: "25"
      - definition:
        - button "Copy amount"
      - term: Address
      - definition:
        - code: /0x/
      - definition:
        - button "Copy address"
      - term: Network
      - definition: /BNB Smart Chain/
      - group "QR code":
        - img /QR code of the payment/
  `);
  await page.getByRole("button", { name: "Copy address" }).click();
  await page.getByRole("button", { name: "Pay too little" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Send the rest/);
  await page.getByRole("button", { name: "Pay exactly" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Paid. Thank you!");
  await expect(page.getByRole("region", { name: "Receipt" })).toMatchAriaSnapshot(`
    - heading "Receipt"
    - term: Order
    - definition: ${orderId}
  `);

  // Forms reload the page, which discards earlier announcements.
  const sentences = await told();
  expect(sentences.at(-1)).toBe("Paid. Thank you!");
  expect(new Set(sentences).size).toBe(sentences.length);
});
