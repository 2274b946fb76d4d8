import { expect } from "@playwright/test";
import pg from "pg";
import { addShop } from "../dashboard/own-shop";
import { addAuthenticator, enterPassword, setUpApp } from "../dashboard/second-factor-steps";
import { sandbox, signIn, test } from "../dashboard/session";
import { shoot } from "./shoot";

/** Screenshots of sign-in and of the account page, in each state of a second factor. */

const LONG_NAME = "The tablet in the second drawer of the reception desk, left";

test("a second factor", async ({ browser, asOperator }) => {
  test.setTimeout(300_000);
  const credentials = await addShop("owner");
  const context = await browser.newContext({
    baseURL: sandbox.baseUrl.replace("127.0.0.1", "localhost"),
    locale: "en-GB",
    timezoneId: "UTC",
  });
  const page = await context.newPage();
  await addAuthenticator(page);
  const digits = await enterPassword(await browser.newContext({ baseURL: sandbox.baseUrl }), credentials);
  await digits.waitForURL(/overview/);
  await digits.goto("/settings/account");
  await expect(digits.getByText("Passkeys need a domain name")).toBeVisible();
  await shoot(digits, "account", "passkeys-elsewhere");

  await signIn(page, credentials);
  await page.goto("/settings/account");
  await page.getByRole("button", { name: "Set up…" }).click();
  await shoot(page, "account", "set-up-password");
  await page.getByRole("dialog").getByLabel("Password").fill(sandbox.dashboard.password);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("img", { name: "QR code for the authenticator app" })).toBeVisible();
  await page.getByRole("button", { name: "Confirm" }).click();
  await shoot(page, "account", "set-up-scan");
  await page.getByRole("button", { name: "Cancel" }).click();
  const { codes } = await setUpApp(page, () => shoot(page, "account", "recovery-codes"));
  for (const name of ["Phone", LONG_NAME]) {
    await page.getByRole("button", { name: "Add a passkey…" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill(name);
    if (name === LONG_NAME) {
      await addAuthenticator(page, "usb");
      await shoot(page, "account", "add-passkey");
    }
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByRole("listitem").filter({ hasText: name })).toBeVisible();
  }
  await page.reload();
  await expect(page.getByText(LONG_NAME)).toBeVisible();
  await shoot(page, "account", "all-on");
  await page.getByRole("button", { name: "Turn off…" }).click();
  await page.getByRole("button", { name: "Turn off", exact: true }).click();
  await shoot(page, "account", "take-off");
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.goto("/settings/members");
  await page.getByRole("button", { name: "Require…" }).click();
  await shoot(page, "account", "ask-everybody");
  await page.getByRole("button", { name: "Require", exact: true }).click();
  await expect(page.getByText("Required", { exact: true })).toBeVisible();
  await shoot(page, "account", "members");

  const other = await browser.newContext({ baseURL: sandbox.baseUrl.replace("127.0.0.1", "localhost") });
  const step = await enterPassword(other, credentials);
  await expect(step.getByLabel("Code from your authenticator app")).toBeVisible();
  await step.getByLabel("Code from your authenticator app").fill("000000");
  await step.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(step.getByText("This code is wrong")).toBeVisible();
  await shoot(step, "account", "second-step");
  await step.getByRole("button", { name: "Use a recovery code" }).click();
  await step.getByLabel("Recovery code").fill(codes[0] ?? "");
  await shoot(step, "account", "recovery-step");

  const client = new pg.Client({ connectionString: sandbox.database });
  await client.connect();
  const mine = "WHERE user_id = (SELECT id FROM users WHERE email = $1)";
  await client.query(`UPDATE sessions SET confirmed_at = now() - interval '1 hour' ${mine}`, [credentials.email]);
  await page.goto("/settings");
  const card = page.locator("section").filter({ has: page.getByRole("heading", { name: "Outgoing limits" }) });
  await card.getByLabel("24-hour limit, in USD").fill("750");
  await card.getByRole("button", { name: "Save" }).click();
  await expect(page.getByLabel("Code from your authenticator app")).toBeVisible();
  await shoot(page, "account", "confirm");
  await page.getByRole("button", { name: "Close" }).click();
  await client.query(`UPDATE sessions SET revoked_at = now() ${mine}`, [credentials.email]);
  await card.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { name: "Sign in again" })).toBeVisible();
  await shoot(page, "account", "sign-in-again");
  await page.getByRole("button", { name: "Leave this page" }).click();
  await expect(page).toHaveURL(/sign-in/);
  await expect(page.getByRole("button", { name: "Use a passkey" })).toBeVisible();
  await shoot(page, "account", "sign-in-back");
  await client.end();
  await asOperator.goto("/operator");
  await shoot(asOperator, "account", "operator-notice");
});
