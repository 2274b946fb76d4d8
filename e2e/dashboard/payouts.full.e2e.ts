import { expect, type Page } from "@playwright/test";
import { hydrated } from "../hydrated";
import { freshAddress } from "../shop/sandbox-chain";
import { fillPayout } from "./fill-payout";
import { openAsMember } from "./own-shop";
import { paidInvoice } from "./paid-invoice";
import { resetLimits } from "./reset-limits";
import { test } from "./session";

const heading = (page: Page) => page.getByRole("heading", { level: 1 });

test("quotes of an earlier or invalid input are never shown, and a bad address gets an error at its field", async ({
  asMerchant: page,
}) => {
  const wrong = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96046";
  await fillPayout(page, "2", wrong);
  await expect(page.getByText("This address has a typo: its checksum does not match.").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Send payout…" })).toBeDisabled();

  await page.getByLabel("Address", { exact: true }).fill(freshAddress());
  const figures = page.getByRole("definition");
  await expect(figures.first()).toContainText("2.00");
  const amount = page.getByLabel("Amount");
  // Responses come late, even to aborted requests, the one for 3 after the one for 4.
  let answerThree: () => void = () => undefined;
  await page.route("**/api/rpc/payouts.preview", async (route) => {
    if (route.request().postDataJSON().amount !== "3") return await route.continue();
    await new Promise<void>((resolve) => {
      answerThree = resolve;
    });
    await route.continue().catch(() => undefined);
  });
  const asked = page.waitForRequest((request) => request.postDataJSON()?.amount === "3");
  await amount.fill("3");
  await asked;
  await expect(page.getByRole("status", { name: "Calculating" })).toBeVisible();
  await expect(figures).toHaveCount(0);
  await amount.fill("4");
  await expect(figures.first()).toContainText("4.00");
  answerThree();
  await expect(figures.first()).toContainText("4.00");

  await amount.fill("");
  await expect(page.getByText("Enter an amount and a network")).toBeVisible();
  await expect(figures).toHaveCount(0);
  await page.route("**/api/rpc/payouts.preview", (route) => route.abort("internetdisconnected"));
  await amount.fill("5");
  await expect(page.getByText("The payout can't be calculated right now")).toBeVisible();
  await expect(page.getByText("The server does not respond.")).toBeVisible();
  await expect(figures).toHaveCount(0);
  await page.unroute("**/api/rpc/payouts.preview");
  await amount.fill("6");
  await expect(figures.first()).toContainText("6.00");
});

test("above the merchant's limit a payout waits for approval; its initiator can only cancel it, a manager approves it", async ({
  asMerchant: page,
  browser,
}) => {
  test.slow();
  await paidInvoice(page, "1500");
  await page.goto("/settings");
  const above = page.getByLabel("Approval required above, in USD");
  await above.fill("1000");
  const limits = page.locator("form").filter({ has: above });
  await limits.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();

  await fillPayout(page, "1200", freshAddress());
  await expect(page.getByText("Approval required").first()).toBeVisible();
  await page.getByRole("button", { name: "Send payout…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Send payout" }).click();
  await expect(heading(page)).toContainText("Pending");
  await expect(page.getByText("You created this; another person must approve it.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Approve…" })).toHaveCount(0);
  const address = page.url();

  await page.goto("/payouts?tab=reviews");
  await expect(page.getByRole("list", { name: "Awaiting approval" })).toContainText("1,200.00");
  await page.goto(address);
  await page.getByRole("button", { name: "Cancel…" }).click();
  await expect(page.getByRole("dialog")).toContainText("returns to your balance");
  await page.getByRole("dialog").getByRole("button", { name: "Cancel payout" }).click();
  await expect(heading(page)).toContainText("Cancelled");

  await fillPayout(page, "1200", freshAddress());
  await page.getByRole("button", { name: "Send payout…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Send payout" }).click();
  await expect(heading(page)).toContainText("Pending");
  const manager = await openAsMember(browser, "manager");
  await manager.goto(page.url());
  await hydrated(manager.getByRole("button", { name: "Approve…" }));
  await manager.getByRole("button", { name: "Approve…" }).click();
  await manager.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
  await expect(manager.getByText("Approved. See the timeline")).toBeVisible();
  await expect(heading(page)).not.toContainText("Pending");
  await manager.context().close();
});

// Removing the limit on the page would stop all payouts for a day.
test.afterAll(resetLimits);
