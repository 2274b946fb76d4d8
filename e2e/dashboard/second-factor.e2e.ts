import { expect } from "@playwright/test";
import pg from "pg";
import { openPerson } from "./second-factor-steps";
import { sandbox, test } from "./session";

async function onDatabase(statement: string, email: string): Promise<void> {
  const client = new pg.Client({ connectionString: sandbox.database });
  await client.connect();
  await client.query(statement, [email]).finally(() => client.end());
}

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
