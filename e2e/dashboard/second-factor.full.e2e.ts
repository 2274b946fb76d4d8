import { expect } from "@playwright/test";
import { expectAccessible } from "../accessibility";
import { hydrated } from "../hydrated";
import { addAuthenticator, codeOf, enterPassword, openPerson, setUpApp } from "./second-factor-steps";
import { sandbox, signIn, test } from "./session";

const SECOND = "Code from your authenticator app";
const PHONE = "Mozilla/5.0 (iPhone) Firefox/199.0";

test("a passkey is created under the gateway's name and signs in alone; at the numeric address the page links to the right one", async ({
  browser,
}) => {
  const { page, credentials } = await openPerson(browser);
  const named = sandbox.baseUrl.replace("127.0.0.1", "localhost");
  if (named !== sandbox.baseUrl) {
    await page.goto("/settings/account");
    await expect(page.getByText("Passkeys need a domain name in the address.")).toContainText(named);
  }
  const context = await browser.newContext({ baseURL: named });
  const here = await context.newPage();
  await addAuthenticator(here);
  await signIn(here, credentials);
  await here.goto("/settings/account");
  await here.getByRole("button", { name: "Add a passkey…" }).click();
  await here.getByLabel("Name", { exact: true }).last().fill("Office laptop");
  await here.getByRole("button", { name: "Continue" }).click();
  await here.getByRole("button", { name: "I have saved them" }).click();
  await expect(here.getByText("Office laptop")).toBeVisible();

  const leave = async () => {
    await here.getByRole("button", { name: /^Account of/ }).click();
    await here.getByRole("menuitem", { name: "Sign out" }).click();
    await expect(here).toHaveURL(/\/sign-in$/);
  };
  await leave();
  await here.getByRole("button", { name: "Use a passkey" }).click();
  await expect(here).toHaveURL(/\/overview$/);
  await leave();
  await here.getByLabel("E-mail").fill(credentials.email);
  await here.getByLabel("Password").fill(credentials.password);
  await here.getByRole("button", { name: "Sign in" }).click();
  await expect(here.getByLabel("Recovery code")).toBeVisible();
  await here.getByRole("button", { name: "Use a passkey" }).click();
  await expect(here).toHaveURL(/\/overview$/);
  await Promise.all([page.context().close(), context.close()]);
});

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
