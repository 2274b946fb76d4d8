import { type Browser, type BrowserContext, expect, type Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { addShop } from "./own-shop";
import { type Credentials, sandbox, signIn } from "./session";

/** Steps that users take with their second factor. */

/** A page of a new shop's owner, and the credentials. */
export async function openPerson(browser: Browser): Promise<{ page: Page; credentials: Credentials }> {
  const credentials = await addShop("owner");
  const context = await browser.newContext({ baseURL: sandbox.baseUrl, locale: "en-GB", timezoneId: "UTC" });
  const page = await context.newPage();
  await signIn(page, credentials);
  return { page, credentials };
}

/**
 * Returns the app's code `later` seconds from now: the gateway also accepts the next step's code,
 * and each step's only once.
 */
export function codeOf(secret: string, later = 0): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + later * 1000 });
}

/**
 * Sets up an app in the account; returns its secret and the recovery codes, which are visible
 * during `whileShown`.
 */
export async function setUpApp(
  page: Page,
  whileShown: () => Promise<void> = () => Promise.resolve(),
): Promise<{ secret: string; codes: string[] }> {
  await page.goto("/settings/account");
  await page.getByRole("region", { name: "Authenticator app" }).getByRole("button", { name: "Set up…" }).click();
  await page.getByRole("dialog").getByLabel("Password").fill(sandbox.dashboard.password);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("img", { name: "QR code for the authenticator app" })).toBeVisible();
  const secret = ((await page.getByRole("dialog").locator("code").textContent()) ?? "").replaceAll(" ", "");
  await page.getByLabel("Code from the app").fill(codeOf(secret));
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByRole("heading", { name: "Your recovery codes" })).toBeVisible();
  const codes = await page.getByRole("dialog").getByRole("listitem").allTextContents();
  await whileShown();
  await page.getByRole("button", { name: "I have saved them" }).click();
  return { secret, codes };
}

/** Takes the first step of signing in, on a new page. */
export async function enterPassword(
  context: BrowserContext,
  { email, password }: Credentials,
  path = "/sign-in",
): Promise<Page> {
  const page = await context.newPage();
  await page.goto(path);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  return page;
}

/**
 * Adds an authenticator to the page's browser that verifies its user without a prompt; one that is
 * built in, or any number of security keys.
 */
export async function addAuthenticator(page: Page, transport: "internal" | "usb" = "internal"): Promise<void> {
  const device = await page.context().newCDPSession(page);
  await device.send("WebAuthn.enable");
  await device.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}
