import { readFileSync } from "node:fs";
import { type BrowserContext, test as base, type Page } from "@playwright/test";

export type Credentials = { readonly email: string; readonly password: string };

type Sandbox = { readonly baseUrl: string; readonly dashboard: Credentials; readonly operator: Credentials };

export const sandbox: Sandbox = JSON.parse(
  readFileSync(process.env["E2E_SANDBOX_FILE"] ?? ".data/sandbox.json", "utf8"),
);

export async function signIn(page: Page, { email, password }: Credentials): Promise<void> {
  await page.goto("/sign-in");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(/\/(overview|operator)$/);
}

type State = Awaited<ReturnType<BrowserContext["storageState"]>>;

/** Tests that start signed in. Each worker signs in once: sign-ins are counted, and a test that needs one of its own makes it. */
export const test = base.extend<
  { asMerchant: Page; asOperator: Page },
  { states: Record<"merchant" | "operator", State> }
>({
  states: [
    async ({ browser }, use) => {
      const stateOf = async (credentials: Credentials) => {
        const context = await browser.newContext({ baseURL: sandbox.baseUrl });
        await signIn(await context.newPage(), credentials);
        const state = await context.storageState();
        await context.close();
        return state;
      };
      await use({ merchant: await stateOf(sandbox.dashboard), operator: await stateOf(sandbox.operator) });
    },
    { scope: "worker" },
  ],
  asMerchant: async ({ browser, states }, use) => {
    const context = await browser.newContext({ baseURL: sandbox.baseUrl, storageState: states.merchant });
    await use(await context.newPage());
    await context.close();
  },
  asOperator: async ({ browser, states }, use) => {
    const context = await browser.newContext({ baseURL: sandbox.baseUrl, storageState: states.operator });
    await use(await context.newPage());
    await context.close();
  },
});
