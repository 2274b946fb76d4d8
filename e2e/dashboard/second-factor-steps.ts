import { type Browser, type BrowserContext, expect, type Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { addShop } from "./own-shop";
import { type Credentials, sandbox, signIn } from "./session";

/** What people do about their second factor, step by step. */

/** A page of a new shop's owner, and what they sign in with. */
export async function openPerson(browser: Browser): Promise<{ page: Page; credentials: Credentials }> {
  const credentials = await addShop("owner");
  const context = await browser.newContext({ baseURL: sandbox.baseUrl, locale: "en-GB", timezoneId: "UTC" });
  const page = await context.newPage();
  await signIn(page, credentials);
  return { page, credentials };
}

/**
 * What the app shows `later` seconds from now: the gateway takes the next step's code as well, and
 * each step's once.
 */
export function codeOf(secret: string, later = 0): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + later * 1000 });
}

/**
 * Sets an app up in the account; answers its secret and the recovery codes, which are seen
 * `whileShown`.
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

/** The first step of signing in, in a page of its own. */
export async function enterPassword(
  context: BrowserContext,
  { email, password }: Credentials,
  path = "/sign-in",
): Promise<Page> {
  const page = await context.newPage();
  await page.goto(path);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  return page;
}

/**
 * Gives the page's browser an authenticator that verifies its person without asking; one that is
 * built in, and as many keys as wanted.
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
