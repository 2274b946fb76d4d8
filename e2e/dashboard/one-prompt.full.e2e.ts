import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "../accessibility";
import { freshAddress } from "../shop/sandbox-chain";
import { ageRecords } from "./age-records";
import { fillPayout } from "./fill-payout";
import { openAsMember } from "./own-shop";
import { paidInvoice } from "./paid-invoice";
import { sandbox, test } from "./session";

/** Counts the page's re-authentication prompts: the dialog first fetches the user's methods. */
function countPrompts(page: Page): () => number {
  let prompts = 0;
  page.on("request", (request) => {
    if (request.method() === "GET" && request.url().endsWith("/api/rpc/account.confirm.ways")) prompts += 1;
  });
  return () => prompts;
}

test("a quarter of an hour of work that moves money in five ways asks for re-authentication once, and loses no input", async ({
  browser,
}) => {
  test.slow();
  const page = await openAsMember(browser, "owner");
  const prompts = countPrompts(page);
  const { uuid } = await paidInvoice(page, "50");
  await ageRecords(page);

  const address = freshAddress();
  await fillPayout(page, "1.5", address);
  await page.getByRole("button", { name: "Send payout…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Send payout" }).click();
  const asked = page.getByRole("dialog", { name: "Confirm it is you" });
  await expect(asked).toBeVisible();
  await expectAccessible(page);
  await asked.getByLabel("Password").fill(sandbox.dashboard.password);
  await asked.getByRole("button", { name: "Confirm" }).click();
  await expect(page).toHaveURL(/\/payouts\/[0-9a-f-]{36}$/);
  await expect(page.getByRole("main")).toContainText(address, { ignoreCase: true });

  await fillPayout(page, "2", freshAddress());
  await page.getByRole("button", { name: "Send payout…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Send payout" }).click();
  await expect(page).toHaveURL(/\/payouts\/[0-9a-f-]{36}$/);

  await page.goto("/payouts/batches/new");
  await page.getByLabel("Or paste rows").fill(`amount,currency,network,address\n1,USDT,bsc,${freshAddress()}`);
  await page.getByRole("button", { name: "Check rows" }).click();
  await page.getByRole("button", { name: "Send 1 payout…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: /^Send/ }).click();
  await expect(page).toHaveURL(/\/payouts\/batches\/[0-9a-f-]{36}$/);

  await page.goto(`/invoices/${uuid}`);
  await page.getByRole("button", { name: "Refund…" }).click();
  await page.getByRole("dialog").getByLabel("Address").fill(freshAddress());
  await page.getByRole("dialog").getByLabel("Refund", { exact: true }).selectOption("other");
  await page.getByRole("dialog").getByLabel("Amount in USDT").fill("6");
  await page.getByRole("dialog").getByRole("button", { name: "Refund payment" }).click();
  await expect(page.getByRole("list", { name: "Refunds" })).toBeVisible();

  await page.goto("/transfers");
  await page.getByLabel("Coin").selectOption("USDT");
  await page.getByLabel("Amount").fill("3");
  await page.getByRole("button", { name: "Transfer to personal wallet" }).click();
  await expect(page.getByText("3.00 USDT transferred to the personal wallet.")).toBeVisible();
  expect(prompts()).toBe(1);
  await page.context().close();
});
