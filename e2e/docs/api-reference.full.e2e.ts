import { expect, test } from "@playwright/test";
import { axeOn, WCAG } from "../accessibility";
import { hydrated } from "../hydrated";

const PHONE = { width: 360, height: 780 };
const DESK = { width: 1440, height: 900 };

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
  await page.goto("/docs/api", { waitUntil: "networkidle" });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("API reference");
  await hydrated(page.getByRole("tab").last());

  // Contrast is measured element by element, and there are thousands of a few kinds: one of each
  // kind is enough.
  const ofWhole = await axeOn(page)
    .options({ runOnly: WCAG, rules: { "color-contrast": { enabled: false } }, resultTypes: ["violations"] })
    .analyze();
  expect(ofWhole.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const { violations } = await axeOn(page)
      .include("header")
      .include("nav")
      .include("#signing")
      .include("#webhooks")
      .include("#post-v1-payment-info")
      .withRules(["color-contrast"])
      .analyze();
    expect(violations.map(({ id, nodes }) => `${colorScheme} ${id}: ${nodes[0]?.html}`)).toEqual([]);
  }
  for (const viewport of [DESK, PHONE]) {
    await page.setViewportSize(viewport);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect([viewport.width, overflow <= 0]).toEqual([viewport.width, true]);
  }
  expect([...hosts]).toEqual([new URL(page.url()).host]);
  expect(complaints).toEqual([]);
});

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
  const links = await contents.getByRole("link").evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  for (const id of ids) {
    expect(links).toContain(`#${id}`);
    await expect(page.locator(`#${id}`)).toHaveCount(1);
  }
  await contents.getByRole("link", { name: "Create an invoice" }).click();
  await expect(page).toHaveURL(/#post-v1-payment$/);
  await expect(page.getByRole("heading", { name: "Create an invoice" })).toBeInViewport();
});

test("on a phone the table of contents unfolds, and without script everything is readable", async ({ browser }) => {
  const context = await browser.newContext({ viewport: PHONE, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto("/docs/api");
  await page.getByText("Contents", { exact: true }).first().click();
  await expect(page.getByRole("link", { name: "Signing" }).first()).toBeVisible();
  await expect(page.getByText("hash_equals").first()).toBeAttached();
  await context.close();
});

test("tabs show the other languages", async ({ page }) => {
  await page.goto("/docs/api");
  const ruby = page.getByRole("tab", { name: "Ruby" }).first();
  await hydrated(ruby);
  await ruby.click();
  await expect(page.getByText("Digest::MD5.hexdigest([body]")).toBeVisible();
});
