import { expect } from "@playwright/test";
import pg from "pg";
import { expectAccessible } from "../accessibility";
import { hydrated } from "../hydrated";
import { codeOf, enterPassword, openPerson, setUpApp } from "./second-factor-steps";
import { sandbox, test } from "./session";

const SECOND = "Code from your authenticator app";
const PHONE = "Mozilla/5.0 (iPhone) Firefox/199.0";

async function onDatabase(statement: string, email: string): Promise<void> {
  const client = new pg.Client({ connectionString: sandbox.database });
  await client.connect();
  await client.query(statement, [email]).finally(() => client.end());
}

test("an app is set up, required at sign-in, replaced by a recovery code, and an ended session asks for it over its page", async ({
  browser,
}) => {
  const { page, credentials } = await openPerson(browser);
  const { secret, codes } = await setUpApp(page);
  await expect(page.getByText("10 of 10 left.")).toBeVisible();
  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/sign-in$/);

  const back = await enterPassword(page.context(), credentials, "/sign-in?return=/settings/account");
  await back.getByLabel(SECOND).fill("000000");
  await back.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(back.getByText("This code is wrong")).toBeVisible();
  await back.goto("/overview");
  await expect(back.getByLabel(SECOND)).toBeVisible();
  await expectAccessible(back);
  await back.goto("/sign-in?return=/settings/account");
  await back.getByLabel(SECOND).fill(codeOf(secret, 30));
  await back.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(back).toHaveURL(/\/settings\/account$/);

  const phone = await browser.newContext({ baseURL: sandbox.baseUrl, userAgent: PHONE });
  const there = await enterPassword(phone, credentials);
  await there.getByRole("button", { name: "Use a recovery code" }).click();
  await there.getByLabel("Recovery code").fill((codes[0] ?? "").toUpperCase().replaceAll("-", " "));
  await there.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(there).toHaveURL(/\/overview$/);
  await there.goto("/settings");
  await there.getByLabel("Support contact").fill("typed before it ended");

  await back.reload();
  await expect(back.getByText("9 of 10 left.")).toBeVisible();
  const theirs = back.getByRole("listitem").filter({ hasText: "Firefox on iPhone" });
  await expect(theirs).toContainText("two-factor authentication");
  await hydrated(theirs.getByRole("button", { name: "Sign out" }));
  await theirs.getByRole("button", { name: "Sign out" }).click();
  await expect(theirs).toHaveCount(0);

  await there.getByRole("button", { name: "Save" }).first().click();
  await expect(there.getByRole("heading", { name: "Sign in again" })).toBeVisible();
  await expectAccessible(there);
  await there.getByRole("dialog").getByLabel("Password").fill(credentials.password);
  await there.getByRole("button", { name: "Sign in", exact: true }).click();
  await there.getByRole("button", { name: "Use a recovery code" }).click();
  await there.getByLabel("Recovery code").fill(codes[1] ?? "");
  await there.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(there.getByText("Saved.", { exact: true })).toBeVisible();
  await there.reload();
  await expect(there.getByLabel("Support contact")).toHaveValue("typed before it ended");
  await Promise.all([page.context().close(), phone.close()]);
});

test("limits for outgoing money are changed only after re-authentication, without leaving the page", async ({
  browser,
}) => {
  const { page, credentials } = await openPerson(browser);
  await onDatabase(
    "UPDATE sessions SET confirmed_at = now() - interval '1 hour' WHERE user_id = (SELECT id FROM users WHERE email = $1)",
    credentials.email,
  );
  await page.goto("/settings");
  const card = page.locator("section").filter({ has: page.getByRole("heading", { name: "Outgoing limits" }) });
  await card.getByLabel("24-hour limit, in USD").fill("750");
  await card.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { name: "Confirm it is you" })).toBeVisible();
  await page.getByRole("button", { name: "Close" }).click();
  await expect(card.getByText("Confirm your identity to continue.")).toBeVisible();
  await card.getByRole("button", { name: "Save" }).click();
  await page.getByRole("dialog").getByLabel("Password").fill("not the password");
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("Wrong password.")).toBeVisible();
  await page.getByRole("dialog").getByLabel("Password").fill(credentials.password);
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await page.reload();
  await expect(card.getByLabel("24-hour limit, in USD")).toHaveValue(/^750/);
  await page.context().close();
});
