import { readFileSync } from "node:fs";
import { type Browser, type BrowserContext, test as base, type Page } from "@playwright/test";
import { waitForScript } from "../hydrated";

export type Credentials = { readonly email: string; readonly password: string };

type Sandbox = {
  readonly baseUrl: string;
  readonly database: string;
  readonly dashboard: Credentials;
  readonly operator: Credentials;
};

export const sandbox: Sandbox = JSON.parse(
  readFileSync(process.env["E2E_SANDBOX_FILE"] ?? ".data/sandbox.json", "utf8"),
);

/**
 * Signs in by the request that the form sends, on a page whose `goto` waits for its script from
 * then on; opens nothing. The form itself is used where signing in is under test. @throws Error if
 * the password is wrong, or is not sufficient
 */
export async function signIn(page: Page, { email, password }: Credentials): Promise<void> {
  waitForScript(page);
  const asked = await page.request.get("/api/auth/csrf");
  const { csrfToken }: { csrfToken: string } = await asked.json();
  const answer = await page.request.post("/api/auth/callback/credentials", {
    form: { email, password, csrfToken, json: "true" },
    headers: { origin: new URL(asked.url()).origin },
  });
  if (!answer.ok()) throw new Error(`${email} was not signed in: ${answer.status()} ${await answer.text()}`);
}

/**
 * Shorter than the quarter of an hour after which money operations require re-authentication, by
 * more than the duration of a test.
 */
const PROOF_MS = 8 * 60_000;
const proofs = new WeakMap<BrowserContext, { readonly at: number; readonly password: string }>();

/**
 * A worker's browser outlives a re-authentication: this repeats it, as the user would in the dialog
 * that other tests cover.
 */
async function showAgain(page: Page): Promise<void> {
  const last = proofs.get(page.context());
  if (last === undefined || Date.now() - last.at < PROOF_MS) return;
  const proof = { kind: "password", password: last.password };
  const headers = { origin: sandbox.baseUrl };
  const answer = await page.request.post("/api/rpc/account.confirm.show", { data: { proof }, headers });
  if (!answer.ok()) throw new Error(`It was not shown who is there: ${answer.status()} ${await answer.text()}`);
  proofs.set(page.context(), { ...last, at: Date.now() });
}

/**
 * A signed-in browser context per worker, so that sign-ins, which are rate-limited, and the loading
 * of scripts happen once.
 */
async function useSignedIn(
  browser: Browser,
  credentials: Credentials,
  use: (context: BrowserContext) => Promise<void>,
) {
  const context = await browser.newContext({ baseURL: sandbox.baseUrl, locale: "en-GB", timezoneId: "UTC" });
  const page = await context.newPage();
  await signIn(page, credentials);
  proofs.set(context, { at: Date.now(), password: credentials.password });
  await page.close();
  await use(context);
  await context.close();
}

async function useNewPage(context: BrowserContext, use: (page: Page) => Promise<void>) {
  const page = await context.newPage();
  await showAgain(page);
  await use(waitForScript(page));
  // Other pages that the test opened would keep their event streams, and a browser has few
  // connections per host.
  for (const page of context.pages()) await page.close();
}

/**
 * Tests that start signed in, each with a separate page. A test that ends a session signs in
 * separately first.
 */
export const test = base.extend<
  { asMerchant: Page; asOperator: Page },
  { merchantBrowser: BrowserContext; operatorBrowser: BrowserContext }
>({
  merchantBrowser: [({ browser }, use) => useSignedIn(browser, sandbox.dashboard, use), { scope: "worker" }],
  operatorBrowser: [({ browser }, use) => useSignedIn(browser, sandbox.operator, use), { scope: "worker" }],
  asMerchant: ({ merchantBrowser }, use) => useNewPage(merchantBrowser, use),
  asOperator: ({ operatorBrowser }, use) => useNewPage(operatorBrowser, use),
});
