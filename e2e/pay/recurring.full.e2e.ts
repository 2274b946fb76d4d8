import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { test } from "../dashboard/session";
import { callApi, sandbox } from "../machine-api";
import { inDatabase, runOut } from "./gateway-actions";

/**
 * A plan over three periods: accepted by mail, paid, paid after a new price, missed; then cancelled
 * by its payer. Time is advanced by changing its rows.
 */

const PATIENT = { timeout: 60_000 };
const MAILS = join(dirname(process.env["E2E_SANDBOX_FILE"] ?? ".data/sandbox.json"), "mails");
const IN_USDT = { amount: "9", currency: "USD", to_currency: "USDT", period: "weekly" };

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const periods = (page: Page) => page.getByRole("region", { name: "Your payments" }).getByRole("listitem");

/** Returns the newest link of this form in mails of a kind to a recipient. */
async function mailedLink(kind: string, recipient: string, form: RegExp): Promise<string> {
  let link = "";
  await expect
    .poll(() => {
      const files = existsSync(MAILS) ? readdirSync(MAILS).toSorted() : [];
      const texts = files
        .filter((name) => name.includes(`-${kind}-`) && name.endsWith(".eml"))
        .map((name) => readFileSync(join(MAILS, name), "utf8"));
      const text = texts.findLast((candidate) => candidate.includes(recipient)) ?? "";
      // Quoted-printable: "=" at the end of a line continues it, and "=3D" is the sign itself.
      link = form.exec(text.replace(/=\r?\n/g, "").replaceAll("=3D", "="))?.[0] ?? "";
      return link;
    }, PATIENT)
    .not.toBe("");
  return link;
}

const PLAN_LINK = /https?:\/\/\S+\/recurring\/\S+token=\S+/;
const PAYMENT_LINK = /https?:\/\/\S+\/pay\/\S+/;

/** Starts the next period now. */
async function beginNextPeriod(uuid: string): Promise<void> {
  await inDatabase("UPDATE recurrences SET next_period_at = now(), wake_at = now() WHERE id = $1", [uuid]);
}

/** Ends the grace period of the newest period. */
async function endGrace(uuid: string): Promise<void> {
  await inDatabase("UPDATE recurrence_periods SET grace_ends_at = now() WHERE recurrence_id = $1 AND state = 'due'", [
    uuid,
  ]);
  await inDatabase("UPDATE recurrences SET wake_at = now() WHERE id = $1", [uuid]);
}

/** Reloads the payer's own page until it shows the states. */
async function untilShown(page: Page, link: string, states: readonly string[]): Promise<void> {
  await expect(async () => {
    await page.goto(link);
    await expect(periods(page).locator(".badge")).toHaveText([...states], { timeout: 500 });
  }).toPass(PATIENT);
}

async function payFrom(page: Page, link: string): Promise<void> {
  await page.goto(link);
  const choice = page.getByRole("button", { name: /BNB Smart Chain/ });
  if (await choice.count()) await choice.first().click();
  await page.request.post(`${page.url().split("?")[0]}/sandbox`, { form: { kind: "exact" } });
  await expect(async () => {
    await page.goto(link);
    await expect(heading(page)).toHaveText("Paid. Thank you!", { timeout: 500 });
  }).toPass(PATIENT);
}

test("without scripts: a payer accepts by mail, pays each period by its link, gets a new price, misses one and cancels the plan", async ({
  asMerchant: merchant,
  browser,
}) => {
  test.slow();
  const email = `payer-${randomUUID().slice(0, 8)}@example.net`;
  const name = `Tea club ${randomUUID().slice(0, 6)}`;
  const { uuid = "", url = "" }: { uuid?: string; url?: string } = await callApi("/v1/recurrence/create", {
    ...IN_USDT,
    name,
  });
  expect(url).toBe(`${sandbox.baseUrl}/recurring/${uuid}`);

  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(url);
  await expect(heading(page)).toHaveText("9.00 USD every week");
  await expect(page.getByText("Nothing is ever taken from your wallet.")).toBeVisible();
  await page.getByLabel("Your e-mail address").fill(email);
  await page.getByRole("button", { name: "Send me the link" }).click();
  await expect(page.getByRole("status").first()).toContainText("an e-mail with a link is on its way");

  const link = await mailedLink("recurrence-accept", email, PLAN_LINK);
  await page.goto(link);
  await page.getByRole("button", { name: "Accept plan" }).click();
  await untilShown(page, link, ["Due"]);
  await payFrom(page, await mailedLink("recurrence-due", email, PAYMENT_LINK));
  await untilShown(page, link, ["Paid"]);

  await beginNextPeriod(uuid);
  await untilShown(page, link, ["Due", "Paid"]);
  const second = (await page.getByRole("link", { name: "Pay now" }).getAttribute("href")) ?? "";
  await page.goto(`${sandbox.baseUrl}${second}`);
  await runOut({ uuid: /[0-9a-f-]{36}/.exec(second)?.[0] ?? "" });
  await expect(async () => {
    await page.goto(`${sandbox.baseUrl}${second}`);
    await expect(heading(page)).toHaveText("This price has expired", { timeout: 500 });
  }).toPass(PATIENT);
  await page.getByRole("button", { name: "Get a new price" }).click();
  await payFrom(page, `${sandbox.baseUrl}${second}`);
  await untilShown(page, link, ["Paid", "Paid"]);

  await beginNextPeriod(uuid);
  await untilShown(page, link, ["Due", "Paid", "Paid"]);
  const third = (await page.getByRole("link", { name: "Pay now" }).getAttribute("href")) ?? "";
  await runOut({ uuid: /[0-9a-f-]{36}/.exec(third)?.[0] ?? "" });
  await endGrace(uuid);
  await untilShown(page, link, ["Missed", "Paid", "Paid"]);
  await page.getByText("End this plan").click();
  await page.getByRole("button", { name: "End plan" }).click();
  await expect(page.getByRole("heading", { name: "This plan has ended" })).toBeVisible();
  await context.close();

  await merchant.goto("/recurring-payments");
  await merchant.getByLabel("Search recurring payments").fill(name);
  await expect(merchant.getByRole("row", { name: new RegExp(name) })).toContainText("Ended by the payer");
  await merchant.goto(`/recurring-payments/${uuid}`);
  await expect(heading(merchant)).toContainText("Ended by the payer");
  const listed = merchant.getByRole("list", { name: "Periods" }).getByRole("listitem");
  await expect(listed).toHaveCount(3);
  await expect(listed.first()).toContainText("Missed");
  await expect(merchant.getByText(email)).toBeVisible();
});

test("a merchant creates a plan on a form and cancels it", async ({ asMerchant: page }) => {
  const name = `Paper box ${randomUUID().slice(0, 6)}`;
  await page.goto("/recurring-payments/new");
  await page.getByRole("button", { name: "Create recurring payment" }).click();
  await expect(page.getByText("Use at least 3 characters.")).toBeVisible();
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Amount", { exact: true }).fill("15");
  await page.getByLabel("Days").fill("30");
  await page.getByLabel("Discount amount").fill("15");
  await page.getByRole("button", { name: "Create recurring payment" }).click();
  await expect(page.getByText("Must be less than the amount.")).toBeVisible();
  await page.getByLabel("Discount amount").fill("5");
  await page.getByRole("button", { name: "Create recurring payment" }).click();
  await expect(heading(page)).toContainText(name);
  await expect(heading(page)).toContainText("Not accepted yet");
  await page.getByRole("button", { name: "End…" }).click();
  await page.getByRole("button", { name: "End plan" }).click();
  await expect(heading(page)).toContainText("Ended by you");
});
