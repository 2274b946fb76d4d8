import { expect } from "@playwright/test";
import { test } from "./session";

test("a merchant creates an invoice, finds it again and watches it being paid", async ({ asMerchant: page }) => {
  const orderId = `desk-${Date.now()}`;
  await page.goto("/overview");
  await page.getByRole("link", { name: "New invoice" }).click();
  await page.getByLabel("Amount").fill("12.34");
  await page.getByLabel("Currency").selectOption("USD");
  await page.getByLabel("Paid with").selectOption("USDT");
  await page.getByLabel("Network").selectOption("bsc");
  await page.getByLabel("Order ID").fill(orderId);
  await page.getByRole("button", { name: "Create invoice" }).click();

  await expect(page.getByRole("heading", { level: 1 })).toContainText(orderId);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Waiting");
  const [payerPage] = await Promise.all([
    page.context().waitForEvent("page"),
    page.getByRole("link", { name: "Open payment page" }).click(),
  ]);
  await payerPage.getByRole("button", { name: "Pay exactly" }).click();
  await expect(payerPage.getByRole("heading", { level: 1 })).toHaveText("Paid. Thank you!");

  // The merchant's page was not reloaded.
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Paid");
  await expect(page.getByText("Credited to you", { exact: true })).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "Payment confirmed" })).toBeVisible();

  await page.getByRole("link", { name: "Invoices" }).first().click();
  await page.getByRole("searchbox", { name: "Search invoices" }).fill(orderId);
  await expect(page).toHaveURL(new RegExp(`q=${orderId}`));
  await expect(page.getByRole("table", { name: "Invoices" }).getByRole("row")).toHaveCount(2);
  await page.reload();
  await page.getByRole("link", { name: orderId }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(orderId);
});

test("invalid input gets an error at its field, and nothing is created", async ({ asMerchant: page }) => {
  await page.goto("/invoices/new");
  await page.getByLabel("Amount").fill("1,5");
  await page.getByLabel("Order ID").fill("has blanks");
  await page.getByRole("button", { name: "Create invoice" }).click();

  await expect(page.getByText("Enter an amount above zero, with a decimal point.")).toBeVisible();
  await expect(page.getByText("Use letters, digits, dashes and underscores.")).toBeVisible();
  await expect(page).toHaveURL(/\/invoices\/new$/);
});

test("a payment in another coin becomes a case, and the merchant credits it", async ({ asMerchant: page }) => {
  const orderId = `case-${Date.now()}`;
  await page.goto("/invoices/new");
  await page.getByLabel("Amount").fill("5");
  await page.getByLabel("Paid with").selectOption("USDT");
  await page.getByLabel("Network").selectOption("bsc");
  await page.getByLabel("Order ID").fill(orderId);
  await page.getByRole("button", { name: "Create invoice" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(orderId);
  const invoiceUrl = page.url();
  await page.goto(invoiceUrl.replace("/invoices/", "/pay/"));
  await page.getByRole("button", { name: "Pay wrong token" }).click();
  await expect(page.getByText("A payment needs a decision")).toBeVisible();

  await page.goto("/cases");
  const opened = page.getByRole("listitem").filter({ hasText: orderId });
  await expect(opened).toContainText("Wrong coin");
  await opened.getByRole("button", { name: "Credit…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Credit payment" }).click();
  await expect(page.getByText(/^Payment credited/)).toBeVisible();
  await expect(opened).toHaveCount(0);
  await page.getByRole("button", { name: "Decided" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: orderId })).toContainText("Credited");
});

test("keys are identified by their last characters, and a new one is shown once", async ({ asMerchant: page }) => {
  // Mocked: the sandbox's real keys are shared.
  await page.route("**/api/rpc/keys.rotatePayment", (route) =>
    route.fulfill({ json: { secret: "the-new-secret-of-the-shop" } }),
  );
  await page.goto("/developers");
  const payment = page.getByRole("region", { name: "Payment key" });
  await expect(payment).toContainText(/•{8}\S{4}/);
  await payment.getByRole("button", { name: "Rotate…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Rotate key" }).click();

  const secret = page.getByRole("dialog").getByText("the-new-secret-of-the-shop");
  await expect(secret).toBeVisible();
  await page.getByRole("button", { name: "I have copied it" }).click();
  await expect(secret).toHaveCount(0);
});

test("a shop's name and late policy are saved", async ({ asMerchant: page }) => {
  await page.goto("/settings");
  const contact = `help-${Date.now()}@example.com`;
  await page.getByLabel("Support contact").fill(contact);
  await page.getByLabel("Late payments").selectOption("hold");
  await page.getByRole("button", { name: "Save" }).first().click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Support contact")).toHaveValue(contact);
});
