import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "../accessibility";
import { newInvoice } from "../pay/new-invoice";
import { failEveryCommand } from "./failing-answers";
import { openOwnShop } from "./own-shop";
import { MADE_UP_REQUESTS, showRequests } from "./sample-refund-requests";
import { test } from "./session";

/**
 * Refund requests as a merchant sees them, in all their states at once.
 * e2e/pay/refund-request.e2e.ts submits and decides real ones.
 */

/** On their invoice, and in the list of all cases. */
const requests = (page: Page) => page.getByRole("list", { name: /^(Refund requests|Cases)$/ });

async function expectNothingBeyond(page: Page): Promise<void> {
  for (const width of [1440, 768, 360]) {
    await page.setViewportSize({ width, height: 780 });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect([width, overflow <= 0]).toEqual([width, true]);
  }
}

/** Creates a paid invoice: before it is paid, no refund requests are fetched. */
async function openPaid(page: Page): Promise<void> {
  const { uuid, url } = await newInvoice({ to_currency: "USDT", network: "bsc" });
  await page.request.post(`${url}/sandbox`, { form: { kind: "exact" } });
  await page.goto(`/invoices/${uuid}`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Paid");
}

test("requests in every state fit and are accessible, on their invoice and in the list of cases", async ({
  asMerchant: page,
}) => {
  await showRequests(page);
  await openPaid(page);
  await expect(requests(page).getByRole("listitem")).toHaveCount(5);
  await expectAccessible(page);
  await expectNothingBeyond(page);
  await page.goto("/cases");
  await expect(requests(page).getByRole("listitem")).toHaveCount(2);
  await expectAccessible(page);
  await expectNothingBeyond(page);
});

test("a decision with every possible notice is accessible, and disabled while the balance is too low", async ({
  asMerchant: page,
}) => {
  await showRequests(page);
  await page.goto("/cases");
  const asked = requests(page).getByRole("listitem").filter({ hasText: "Refund request" });
  await asked.first().getByRole("button", { name: "Refund…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("Insufficient balance");
  await expect(dialog).toContainText("Look-alike address");
  await expect(dialog).toContainText("Approval required");
  await expect(dialog.getByRole("button", { name: "Refund payment" })).toBeDisabled();
  await expectAccessible(page);
});

test("a reply that is too long, or that the gateway refuses, gets one error and stays in the field", async ({
  asMerchant: page,
}) => {
  await showRequests(page);
  await page.goto("/cases");
  await requests(page).getByRole("button", { name: "Refuse…" }).first().click();
  const dialog = page.getByRole("dialog");
  const note = dialog.getByLabel("Message to payer");
  await note.fill("x".repeat(501));
  await dialog.getByRole("button", { name: "Refuse refund" }).click();
  await expect(dialog.getByText("Use at most 500 characters.")).toHaveCount(1);
  await expect(note).toBeFocused();
  await expect(note).toHaveAccessibleDescription("Use at most 500 characters.");
  await expectAccessible(page);
  await failEveryCommand(page, "offline");
  await note.fill("The goods are on their way.");
  await dialog.getByRole("button", { name: "Refuse refund" }).click();
  await expect(dialog.getByRole("alert")).toContainText("The server does not respond.");
  await expect(note).toHaveValue("The goods are on their way.");
});

test("a decided request leaves the list, and the focus moves to the next one, at last to the page's heading", async ({
  asMerchant: page,
}) => {
  const waiting = MADE_UP_REQUESTS.filter(({ status }) => status === "confirmed");
  await showRequests(page, waiting);
  await page.route("**/api/rpc/refundRequests.decide", async (route) => {
    waiting.shift();
    await route.fulfill({ json: {} });
  });
  await page.goto("/cases");
  for (const left of [1, 0]) {
    await requests(page).getByRole("button", { name: "Refuse…" }).first().click();
    await page.getByRole("dialog").getByLabel("Message to payer").fill("The goods are on their way.");
    await page.getByRole("dialog").getByRole("button", { name: "Refuse refund" }).click();
    await expect(requests(page).getByRole("listitem")).toHaveCount(left);
    const next = left > 0 ? requests(page).locator("a, button").first() : page.getByRole("heading", { level: 1 });
    await expect(next).toBeFocused();
  }
});

test("an error is shown if requests cannot be loaded, and a retry loads them", async ({ asMerchant: page }) => {
  test.slow();
  const address = "**/api/rpc/refundRequests.ofInvoice*";
  await page.route(address, (route) => route.fulfill({ status: 500, json: {} }));
  await openPaid(page);
  const failure = page.getByRole("alert").filter({ hasText: "Refund requests could not be loaded" });
  await expect(failure).toBeVisible({ timeout: 40_000 });
  await expectAccessible(page);
  await page.unroute(address);
  await showRequests(page);
  await failure.getByRole("button", { name: "Try again" }).click();
  await expect(requests(page).getByRole("listitem")).toHaveCount(5);
});

test("a viewer reads the requests and is offered no decision", async ({ browser }) => {
  const page = await openOwnShop(browser, "viewer");
  await showRequests(page);
  await page.goto("/cases");
  await expect(requests(page).getByRole("listitem")).toHaveCount(2);
  await expect(requests(page).getByRole("button", { name: /Refund…|Refuse…/ })).toHaveCount(0);
  await page.context().close();
});
