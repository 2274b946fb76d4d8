import { randomUUID } from "node:crypto";
import { type Browser, expect, type Page } from "@playwright/test";
import { expectAccessible } from "../accessibility";
import { mailedLink } from "./mailed-link";
import { openOwnShop } from "./own-shop";
import { sandbox, signIn, test } from "./session";

const [PASSWORD, NEW_PASSWORD] = ["quiet lantern under water", "seven copper kettles sing"];

async function openBrowser(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ baseURL: sandbox.baseUrl, locale: "en-GB", timezoneId: "UTC" });
  return context.newPage();
}

test("an owner invites a member, who joins by the mailed link and resets a lost password by mail", async ({
  browser,
}) => {
  test.slow();
  const email = `grace-${randomUUID().slice(0, 8)}@example.com`;
  const owner = await openOwnShop(browser);
  await owner.goto("/settings/members");
  await owner.getByRole("button", { name: "Invite member…" }).click();
  const dialog = owner.getByRole("dialog");
  await dialog.getByLabel("E-mail").fill(email);
  await dialog.getByRole("button", { name: "Invite", exact: true }).click();
  await expect(owner.getByRole("listitem").filter({ hasText: email })).toContainText("Open");

  const link = await mailedLink("invitation", email);
  const person = await openBrowser(browser);
  await test.step("the invitation names inviter, shop and role, refuses a weak password, and creates the account", async () => {
    await person.goto(link);
    await expect(person.getByRole("heading", { level: 1 })).toHaveText("Join Paper Lantern");
    await expect(person.getByText("Vera Lindqvist invites you as a viewer.")).toBeVisible();
    await expectAccessible(person);
    await person.getByLabel("Your name").fill("Grace Hopper");
    await person.getByLabel("Password").fill("paper-lantern-2026");
    await person.getByRole("button", { name: "Accept and sign in" }).click();
    await expect(person.getByText("Too similar to your name")).toBeVisible();
    await person.getByLabel("Password").fill(PASSWORD);
    await person.getByRole("button", { name: "Accept and sign in" }).click();
    await person.waitForURL(/\/overview$/);
    await person.goto("/settings/account");
    await expect(person.getByText("Confirmed", { exact: true })).toBeVisible();
  });
  await owner.reload();
  await expect(owner.getByText(email).first()).toBeVisible();
  await expect(owner.getByText("No pending invitations")).toBeVisible();
  await owner.goto(link);
  await expect(owner.getByText("This invitation was already used.")).toBeVisible();

  const elsewhere = await openBrowser(browser);
  await test.step("the lost password", async () => {
    await elsewhere.goto("/sign-in");
    await elsewhere.getByRole("link", { name: "Forgot your password?" }).click();
    // The previous page has a field of the same name.
    await expect(elsewhere.getByRole("heading", { level: 1 })).toHaveText("Forgot your password?");
    await elsewhere.getByLabel("E-mail").fill(email);
    await elsewhere.getByRole("button", { name: "Send link" }).click();
    await expect(elsewhere.getByText("Check your inbox")).toBeVisible();
    await elsewhere.goto(await mailedLink("reset-password", email));
    await expectAccessible(elsewhere);
    await elsewhere.getByLabel("New password").fill(NEW_PASSWORD);
    await elsewhere.getByRole("button", { name: "Set password" }).click();
    await expect(elsewhere.getByText("Your new password is set")).toBeVisible();
    await person.goto("/overview");
    await expect(person).toHaveURL(/\/sign-in/);
    await elsewhere.getByRole("link", { name: "Sign in" }).click();
    await expect(elsewhere.getByRole("heading", { level: 1 })).toHaveText("Sign in");
    await elsewhere.getByLabel("E-mail").fill(email);
    await elsewhere.getByLabel("Password").fill(PASSWORD);
    await elsewhere.getByRole("button", { name: "Sign in" }).click();
    await expect(elsewhere.getByText("Wrong e-mail address or password.")).toBeVisible();
    await signIn(elsewhere, { email, password: NEW_PASSWORD });
  });
  for (const page of [owner, person, elsewhere]) await page.context().close();
});
