import { expect, type Page, test } from "@playwright/test";
import { axeOn, WCAG } from "../accessibility";
import { hydrated } from "../hydrated";

const PHONE = { width: 360, height: 780 };
const DESK = { width: 1440, height: 900 };
/** Their titles, and parts with one of each kind of element. */
const PAGES = [
  ["/docs/api", "API reference", ["#signing", "#webhooks"]],
  ["/docs/api/invoices", "Invoices", ["#post-v1-payment-info"]],
] as const;

test("the API reference is accessible, fits its width, requests no other host, and logs no errors", async ({
  page,
}) => {
  test.slow();
  const complaints: string[] = [];
  const hosts = new Set<string>();
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => hosts.add(new URL(request.url()).host));
  await page.setViewportSize(DESK);
  for (const [path, title, parts] of PAGES) {
    await page.goto(path, { waitUntil: "networkidle" });
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await hydrated(page.getByRole("searchbox"));
    await expectSound(page, parts);
  }
  expect([...hosts]).toEqual([new URL(page.url()).host]);
  expect(complaints).toEqual([]);
});

/** Accessible in both themes, and not wider than the window. */
async function expectSound(page: Page, parts: readonly string[]): Promise<void> {
  // Contrast is measured element by element, and there are thousands of a few kinds: one of each
  // kind is enough.
  const ofWhole = await axeOn(page)
    .options({ runOnly: WCAG, rules: { "color-contrast": { enabled: false } }, resultTypes: ["violations"] })
    .analyze();
  expect(ofWhole.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const checked = ["header", "nav", ...parts].reduce((axe, part) => axe.include(part), axeOn(page));
    const { violations } = await checked.withRules(["color-contrast"]).analyze();
    expect(violations.map(({ id, nodes }) => `${colorScheme} ${id}: ${nodes[0]?.html}`)).toEqual([]);
  }
  for (const viewport of [DESK, PHONE]) {
    await page.setViewportSize(viewport);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect([viewport.width, overflow <= 0]).toEqual([viewport.width, true]);
  }
  await page.setViewportSize(DESK);
}

test("the table of contents links to each operation of the document, by the URL of its section", async ({
  page,
  request,
}) => {
  const document = await (await request.get("/openapi.json")).json();
  const ids = Object.values<Record<string, { operationId: string }>>(document.paths).flatMap((item) =>
    Object.values(item).map(({ operationId }) => operationId),
  );
  await page.setViewportSize(DESK);
  await page.goto("/docs/api");
  const contents = page.getByRole("navigation", { name: "Contents" });
  const links = await contents
    .getByRole("link")
    .evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  const ofOperations = links.filter((link) => link.startsWith("/docs/api/") && link.includes("#"));
  expect(ofOperations.map((link) => link.split("#")[1]).toSorted()).toEqual(ids.toSorted());
  for (const path of new Set(ofOperations.map((link) => link.split("#")[0] ?? ""))) {
    const text = await (await request.get(path)).text();
    for (const link of ofOperations.filter((one) => one.startsWith(`${path}#`)))
      expect(text).toContain(`id="${link.split("#")[1]}"`);
  }
  await contents.getByRole("link", { name: "Create an invoice" }).click();
  await expect(page).toHaveURL(/\/docs\/api\/invoices#post-v1-payment$/);
  await expect(page.getByRole("heading", { name: "Create an invoice" })).toBeInViewport();
});

test("the contents mark the section that is read, and links of the former single page still work", async ({ page }) => {
  await page.setViewportSize(DESK);
  await page.goto("/docs/api#post-v1-payment-info");
  await expect(page).toHaveURL(/\/docs\/api\/invoices#post-v1-payment-info$/);
  const marked = page.getByRole("navigation", { name: "Contents" }).locator('[aria-current="location"]');
  await expect(marked).toHaveAttribute("href", "#post-v1-payment-info");
  await page.evaluate(() => document.getElementById("post-v1-payment")?.scrollIntoView());
  await expect(marked).toHaveAttribute("href", "#post-v1-payment");
});

test("the search finds parameters and errors, and leads to them", async ({ page }) => {
  await page.goto("/docs/api");
  const field = page.getByRole("searchbox");
  await hydrated(field);
  await field.fill("not enough funds");
  await expect(page.getByRole("link", { name: /Not enough funds.*Error/ }).first()).toBeVisible();
  await field.fill("order_id create an invoice");
  await page.getByRole("link", { name: /order_id.*Parameter, Create an invoice/ }).click();
  await expect(page).toHaveURL(/\/docs\/api\/invoices#post-v1-payment\.order_id$/);
  await expect(page.locator('[id="post-v1-payment.order_id"]')).toBeInViewport();
});

test("on a phone the table of contents unfolds, and without script everything is readable", async ({ browser }) => {
  const context = await browser.newContext({ viewport: PHONE, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto("/docs/api");
  await page.getByText("Contents", { exact: true }).first().click();
  await expect(page.getByRole("link", { name: "Signing" }).first()).toBeVisible();
  await expect(page.getByText("hash_equals").first()).toBeAttached();
  await expect(page.getByRole("searchbox")).toHaveCount(0);
  await page.getByRole("link", { name: "Create a payout" }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Payouts");
  await context.close();
});

test("tabs show the other languages", async ({ page }) => {
  await page.goto("/docs/api");
  const ruby = page.getByRole("tab", { name: "Ruby" }).first();
  await hydrated(ruby);
  await ruby.click();
  await expect(page.getByText("Digest::MD5.hexdigest([body]")).toBeVisible();
});
