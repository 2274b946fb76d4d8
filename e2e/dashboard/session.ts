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
 * Signs the page's browser in by the request that the form sends, in a page that waits for its
 * script from then on; opens nothing. The form itself is filled in where signing in is what is
 * tested. @throws Error when the password is not taken, or is not enough
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
 * Shorter than the quarter of an hour after which what moves money asks again, by more than a test
 * takes.
 */
const PROOF_MS = 8 * 60_000;
const proofs = new WeakMap<BrowserContext, { readonly at: number; readonly password: string }>();

/**
 * A worker's browser lasts longer than a proof: the person shows it once more, as they would in the
 * dialog that tests of it look at.
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
 * A browser in which somebody has signed in. It lasts as long as its worker, so that sign-ins,
 * which are counted, and the pages' scripts happen once.
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
  // Pages that the test opened besides would go on listening for news, and a browser has few
  // connections to one host.
  for (const page of context.pages()) await page.close();
}

/**
 * Tests that start signed in, each with a page of its own. A test that ends a session signs in by
 * itself first.
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
