import { expect, type Page } from "@playwright/test";
import { failEveryCommand } from "../dashboard/failing-answers";
import { openOwnShop } from "../dashboard/own-shop";
import { paidInvoice } from "../dashboard/paid-invoice";
import { showRequests } from "../dashboard/sample-refund-requests";
import { sandbox, test } from "../dashboard/session";
import { changeEveryCard, fillSettings, spoilBranding, spoilSettings } from "../dashboard/settings-forms";
import { shoot } from "./shoot";

/**
 * Screenshots of the settings for payers and of refund requests: empty, long, refused and failing.
 */

const MINUTES = 300_000;

async function openSettings(page: Page): Promise<void> {
  await page.goto("/settings");
  await page.waitForLoadState("networkidle");
}

async function openBranding(page: Page): Promise<void> {
  await page.goto("/settings/branding");
  await expect(page.frameLocator("iframe").getByRole("heading", { level: 1 })).toBeVisible();
  await page.waitForLoadState("networkidle");
}

test("the settings of a new shop, then with maximum-length values, then refused, then failing", async ({ browser }) => {
  test.setTimeout(MINUTES);
  const page = await openOwnShop(browser);
  await openSettings(page);
  await shoot(page, "dashboard", "settings-new");
  await openBranding(page);
  await shoot(page, "dashboard", "branding-new");
  await fillSettings(page);
  await openBranding(page);
  await shoot(page, "dashboard", "branding-long");
  await spoilBranding(page);
  await shoot(page, "dashboard", "branding-refused");
  await openSettings(page);
  await shoot(page, "dashboard", "settings-long");
  await spoilSettings(page);
  await shoot(page, "dashboard", "settings-refused");
  await openSettings(page);
  await failEveryCommand(page, "offline");
  await changeEveryCard(page);
  for (const button of await page.getByRole("button", { name: "Save" }).all()) await button.click();
  await expect(page.getByText("The server does not respond.").first()).toBeVisible();
  await shoot(page, "dashboard", "settings-failed");
  await page.context().close();
});

test("the settings for a viewer", async ({ browser }) => {
  test.setTimeout(MINUTES);
  const page = await openOwnShop(browser, "viewer");
  await openSettings(page);
  await shoot(page, "dashboard", "settings-viewer");
  await openBranding(page);
  await shoot(page, "dashboard", "branding-viewer");
  await page.context().close();
});

test("refund requests, on an invoice and in the list of cases", async ({ asMerchant: page }) => {
  test.setTimeout(MINUTES);
  await showRequests(page);
  const { uuid } = await paidInvoice(page, "30");
  await page.waitForLoadState("networkidle");
  await shoot(page, "dashboard", "invoice-refund-requests");
  await page.goto("/cases");
  const list = page.getByRole("list", { name: "Cases" });
  await expect(list.getByRole("listitem")).toHaveCount(2);
  await shoot(page, "dashboard", "cases-refund-requests");
  await list.getByRole("button", { name: "Refund…" }).first().click();
  await expect(page.getByRole("dialog").getByRole("definition").first()).toBeVisible();
  await shoot(page, "dashboard", "refund-request-approve");
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await list.getByRole("button", { name: "Refuse…" }).first().click();
  await page.getByLabel("Message to payer").fill("x".repeat(600));
  await page.getByRole("dialog").getByRole("button", { name: "Refuse refund" }).click();
  await expect(page.getByRole("dialog")).toContainText(/at most 500|no such/);
  await shoot(page, "dashboard", "refund-request-refuse");
  await page.unroute("**/api/rpc/refundRequests.ofInvoice*");
  await page.route("**/api/rpc/refundRequests.ofInvoice*", (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(`${sandbox.baseUrl}/invoices/${uuid}`);
  await expect(page.getByText("could not be loaded")).toBeVisible({ timeout: 30_000 });
  await shoot(page, "dashboard", "invoice-requests-failed");
});
