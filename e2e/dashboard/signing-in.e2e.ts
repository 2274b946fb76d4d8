import { expect } from "@playwright/test";
import { sandbox, signIn, test } from "./session";

test("a signed-out visitor is redirected to the sign-in page, and wrong guesses reveal nothing else", async ({
  page,
}) => {
  await page.goto("/overview");
  await expect(page).toHaveURL(/\/sign-in$/);

  for (const email of [sandbox.dashboard.email, "nobody@example.com"]) {
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Password").fill("not the password");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByText("Wrong e-mail address or password.")).toBeVisible();
  }
});

test("set-up is closed once an operator exists", async ({ page }) => {
  await page.goto("/setup");
  await expect(page).toHaveURL(/\/sign-in$/);

  const data = {
    code: "AAAA-AAAA-AAAA-AAAA",
    name: "X",
    email: "x@example.com",
    password: "x".repeat(12),
    merchantName: "X",
  };
  const response = await page.request.post("/api/setup", { data, headers: { origin: sandbox.baseUrl } });
  expect(response.status()).toBe(422);
});

test("ending a session in the settings takes effect in its browser at once, and signing out ends one's own", async ({
  browser,
}) => {
  const [here, there] = await Promise.all([
    browser.newPage({ baseURL: sandbox.baseUrl }),
    browser.newPage({ baseURL: sandbox.baseUrl, userAgent: "Mozilla/5.0 (iPhone) Firefox/199.0" }),
  ]);
  await signIn(there, sandbox.dashboard);
  await signIn(here, sandbox.dashboard);
  const cookies = await there.context().cookies();

  await here.goto("/settings/account");
  const theirs = here.getByRole("listitem").filter({ hasText: "Firefox on iPhone" }).first();
  await theirs.getByRole("button", { name: "Sign out" }).click();
  await expect(here.getByText("Browser signed out.")).toBeVisible();
  await there.goto("/invoices");
  await expect(there).toHaveURL(/\/sign-in\?return=%2Finvoices$/);

  const own = await here.context().cookies();
  await here.getByRole("button", { name: /^Account of/ }).click();
  await here.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(here).toHaveURL(/\/sign-in$/);
  // The session is ended on the server: restoring the cookie signs nobody in.
  for (const [page, kept] of [
    [here, own],
    [there, cookies],
  ] as const) {
    await page.context().addCookies(kept);
    await page.goto("/overview");
    await expect(page).toHaveURL(/\/sign-in$/);
  }
  await Promise.all([here.context().close(), there.context().close()]);
});

test("another site's page cannot use the session", async ({ asMerchant }) => {
  await asMerchant.goto("/overview");
  const data = { name: "Taken over" };
  for (const origin of ["https://evil.example", "null"]) {
    const response = await asMerchant.request.post("/api/rpc/account.saveProfile", { data, headers: { origin } });
    expect(response.status()).toBe(403);
  }
  const signOut = await asMerchant.request.post("/api/auth/signout", { headers: { origin: "https://evil.example" } });
  expect(signOut.status()).toBe(403);
});

test("only the operator can open the operator's page", async ({ asMerchant, asOperator }) => {
  await asMerchant.goto("/operator");
  await expect(asMerchant).toHaveURL(/\/overview$/);
  expect((await asMerchant.request.get("/api/rpc/operator.overview")).status()).toBe(403);

  await asOperator.goto("/operator");
  const ethereum = asOperator.getByRole("table", { name: "Networks" }).getByRole("row", { name: /^Ethereum/ });
  await expect(ethereum).toContainText("Ready");
  await expect(asOperator.getByText("Running").first()).toBeVisible();
});
