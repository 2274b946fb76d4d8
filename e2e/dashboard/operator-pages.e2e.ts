import { expect } from "@playwright/test";
import { expectAccessible } from "../accessibility";
import { test } from "./session";

const PAGES = [
  "/operator",
  "/operator/sends",
  "/operator/wallets",
  "/operator/treasury",
  "/operator/screening",
  "/operator/cases",
  "/operator/exchanges",
];
const PHONE = { width: 360, height: 780 };
const TABLET = { width: 768, height: 1024 };
const DESK = { width: 1440, height: 900 };

for (const address of PAGES) {
  test(`${address}: no accessibility violation, nothing beyond its width, no complaint in the console`, async ({
    asOperator: page,
  }) => {
    const complaints: string[] = [];
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(error.message));
    await page.setViewportSize(DESK);
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();

    await expectAccessible(page);
    for (const viewport of [DESK, TABLET, PHONE]) {
      await page.setViewportSize(viewport);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect([viewport.width, overflow <= 0]).toEqual([viewport.width, true]);
    }
    expect(complaints).toEqual([]);
  });
}

test("the operator's pages are the operator's alone", async ({ asMerchant: page }) => {
  for (const address of PAGES) {
    // Asked without a browser: the page that they are sent to is of no interest here, and takes longest.
    const answer = await page.request.get(address, { maxRedirects: 0 });
    expect([address, answer.status(), answer.headers()["location"]]).toEqual([address, 307, "/overview"]);
  }
  const answer = await page.request.get("/api/operator/sends");
  expect(answer.status()).toBe(403);
});
