import { expect } from "@playwright/test";
import { addAuthenticator, openPerson } from "./second-factor-steps";
import { sandbox, signIn, test } from "./session";

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
