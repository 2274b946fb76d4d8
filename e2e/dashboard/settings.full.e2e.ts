import { expect, type Locator, type Page, test } from "@playwright/test";
import sharp from "sharp";
import { expectAccessible } from "../accessibility";
import { hydrated } from "../hydrated";
import { type CommandFailure, failEveryCommand } from "./failing-answers";
import { onPage } from "./on-page";
import { openOwnShop } from "./own-shop";
import { changeEveryCard, fillSettings, spoilBranding, spoilSettings } from "./settings-forms";

/** The settings in a separate shop, whose name and limits affect no other test. */

const card = (page: Page, title: string): Locator =>
  page.locator("section").filter({ has: page.getByRole("heading", { level: 2, name: title, exact: true }) });
const save = (page: Page, title: string) => card(page, title).getByRole("button", { name: "Save" });
const NO_ANSWER = "The server does not respond. Check your connection and try again.";

test("errors are shown at their fields, the first one gets the focus, and the input stays", async ({ browser }) => {
  const page = await openOwnShop(browser);
  await page.goto("/settings");
  await spoilSettings(page);
  await expectAccessible(page);
  await save(page, "Shop").click();
  const name = page.getByLabel("Shop name");
  await expect(name).toBeFocused();
  await expect(name).toHaveAccessibleDescription("Enter a name.");
  await expect(page.getByLabel("Support contact")).toHaveValue("y".repeat(201));
  await page.keyboard.type("Lantern");
  await expect(name).not.toHaveAttribute("aria-invalid");
  await expect(page.getByLabel("Support contact")).toHaveAttribute("aria-invalid", "true");
  await expect(name).toBeFocused();
  await expect(card(page, "Shop").getByRole("alert")).toHaveCount(0);
  await page.goto("/settings/branding");
  await spoilBranding(page);
  await expectAccessible(page);
  await page.context().close();
});

const FAILURES = [
  ["error", "Something went wrong on our side. Try again in a moment."],
  ["proxy", NO_ANSWER],
  ["offline", NO_ANSWER],
] as const satisfies ReadonlyArray<readonly [failure: CommandFailure, sentence: string]>;

test("a failing gateway is reported and announced in each card, loses no input, and allows a retry", async ({
  browser,
}) => {
  const page = await openOwnShop(browser);
  await page.goto("/settings/branding");
  await failEveryCommand(page, "error");
  await page.getByLabel("Button and link colour").fill("#aa2233");
  await save(page, "Payment page").click();
  await expect(card(page, "Payment page").getByRole("alert")).toHaveText(FAILURES[0][1]);
  await page.unroute("**/api/**");
  await save(page, "Payment page").click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await page.goto("/settings");
  await changeEveryCard(page);
  for (const [failure, sentence] of FAILURES) {
    await failEveryCommand(page, failure);
    for (const title of ["Shop", "Late payments and refunds", "Outgoing limits"]) {
      await save(page, title).click();
      await expect(card(page, title).getByRole("alert")).toHaveText(sentence);
    }
    await page.unroute("**/api/**");
  }
  await expect(page.getByLabel("Support contact")).toHaveValue("help@shop.example");
  await save(page, "Shop").click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await expect(card(page, "Shop").getByRole("alert")).toHaveCount(0);
  await page.reload();
  await expect(page.getByLabel("Support contact")).toHaveValue("help@shop.example");
  await page.context().close();
});

test("two tabs that save at once, the same card or another, preserve each other's changes", async ({ browser }) => {
  const page = await openOwnShop(browser);
  const other = await page.context().newPage();
  await page.goto("/settings");
  await other.goto("/settings");
  await page.getByLabel("Support contact").fill("help@shop.example");
  await other.getByLabel("Shop name").fill("Lantern & Sons");
  await Promise.all([save(page, "Shop").click(), save(other, "Shop").click()]);
  await expect(page.getByText("Saved.")).toBeVisible();
  await expect(other.getByText("Saved.")).toBeVisible();
  await other.getByLabel("Late payments").selectOption("accept");
  await save(other, "Late payments and refunds").click();
  await expect(async () => {
    await page.reload();
    await expect(page.getByLabel("Shop name")).toHaveValue("Lantern & Sons", { timeout: 500 });
    await expect(page.getByLabel("Support contact")).toHaveValue("help@shop.example", { timeout: 500 });
    await expect(page.getByLabel("Late payments")).toHaveValue("accept", { timeout: 500 });
  }).toPass();
  await Promise.all([page.goto("/settings/branding"), other.goto("/settings/branding")]);
  await page.getByLabel("Button and link colour").fill("#aa2233");
  await other.getByLabel("Sites that can embed it").fill("HTTPS://Shop.example/\nhttps://other.example");
  await Promise.all([save(page, "Payment page").click(), save(other, "Payment page").click()]);
  await expect(async () => {
    await page.reload();
    await expect(page.getByLabel("Button and link colour")).toHaveValue("#aa2233", { timeout: 500 });
    const sites = page.getByLabel("Sites that can embed it");
    await expect(sites).toHaveValue("https://shop.example\nhttps://other.example", { timeout: 500 });
  }).toPass();
  await page.context().close();
});

test("by keyboard alone on a slow connection: repeated submissions save once, and the focus stays", async ({
  browser,
}) => {
  const page = await openOwnShop(browser);
  await page.goto("/settings");
  let asked = 0;
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/api/rpc/merchant.changeSettings", async (route) => {
    asked += 1;
    await answered;
    await route.fallback();
  });
  await hydrated(page.getByLabel("Shop name"));
  await page.getByLabel("Shop name").focus();
  await page.keyboard.press("End");
  await page.keyboard.type(" & Sons");
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("Support contact")).toBeFocused();
  await page.keyboard.press("Tab");
  const button = save(page, "Shop");
  await expect(button).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(button).toHaveAttribute("aria-busy", "true");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Space");
  answer();
  await expect(page.getByText("Saved.")).toBeVisible();
  await expect(button).toBeFocused();
  await expect(button).not.toHaveAttribute("aria-busy");
  expect(asked).toBe(1);
  await page.keyboard.press("Enter");
  await expect(page.getByText("No changes to save.")).toBeVisible();
  expect(asked).toBe(1);
  await page.goto("/overview");
  await page.goBack();
  await expect(page.getByLabel("Shop name")).toHaveValue("Paper Lantern & Sons");
  await page.context().close();
});

async function expectReadOnly(page: Page, title: string): Promise<void> {
  await expect(card(page, title)).toContainText("Only an owner can change");
  await expect(card(page, title).getByRole("button")).toHaveCount(0);
  const fields = card(page, title).locator("input, select, textarea");
  for (const field of await fields.all()) await expect(field).toBeDisabled();
}

test("a viewer reads every setting, has no controls, and is refused when trying", async ({ browser }) => {
  const page = await openOwnShop(browser, "viewer");
  await page.goto("/settings");
  for (const title of ["Shop", "Late payments and refunds", "Outgoing limits"]) await expectReadOnly(page, title);
  for (const box of await card(page, "Conversion").getByRole("checkbox").all()) await expect(box).toBeDisabled();
  await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Branding" }).click();
  await expectReadOnly(page, "Payment page");
  await expect(page.locator('input[type="file"], input[type="color"]')).toHaveCount(0);
  const headers = await onPage(page);
  const operations = ["changeSettings", "changeBrand", "removeLogo", "setLimits", "setAutoConvert"];
  for (const path of ["/api/merchant/brand/logo", ...operations.map((name) => `/api/rpc/merchant.${name}`)]) {
    const answer = await page.request.post(path, { headers, data: {} });
    expect([path, answer.status()]).toEqual([path, 403]);
  }
  await page.context().close();
});

test("maximum-length values fit on a phone and are accessible", async ({ browser }) => {
  const page = await openOwnShop(browser);
  await fillSettings(page);
  for (const path of ["/settings", "/settings/branding"]) {
    await page.goto(path);
    // Until its script has loaded, no tab of a tab list is reachable by keyboard.
    if (path !== "/settings") await expect(page.getByRole("tablist").first()).toHaveAttribute("tabindex", "0");
    await expectAccessible(page);
    for (const width of [1440, 768, 360]) {
      await page.setViewportSize({ width, height: 780 });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect([path, width, overflow <= 0]).toEqual([path, width, true]);
    }
  }
  await page.context().close();
});

const flat = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#3d4cb8" } });

/**
 * One of each kind of refusal: by type, by bytes, by size. All others:
 * lib/people/brands/encode-logo.test.ts.
 */
const FILES: ReadonlyArray<readonly [what: string, file: () => Promise<Buffer>, sentence: RegExp]> = [
  ["a text file", async () => Buffer.from("not a picture"), /Use a PNG, JPEG, WebP or GIF image/],
  ["a file of 3 MB", async () => Buffer.alloc(3 * 1024 * 1024, 0xff), /is larger than 2 MB. Use a smaller one/],
  [
    "an image that is too wide",
    () => flat(5_000, 20).png().toBuffer(),
    /is 5000 × 20 pixels. Use one of at most 4096 × 4096/,
  ],
];

test("a refused logo file gets an announced error at its field, and an animation becomes its first frame", async ({
  browser,
}) => {
  test.slow();
  const page = await openOwnShop(browser);
  await page.goto("/settings/branding");
  const field = page.getByLabel("Logo");
  for (const [what, file, sentence] of FILES) {
    await test.step(what, async () => {
      await field.setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: await file() });
      await expect(card(page, "Payment page").getByRole("alert")).toHaveText(sentence);
      await expect(field).toHaveAccessibleDescription(sentence);
      await expect(page.getByRole("img", { name: /^Logo of / })).toHaveCount(0);
    });
  }
  const pictures = await Promise.all(["#ff0000", "#0000ff"].map((background) => frame(background)));
  const moving = await sharp(pictures, { join: { animated: true } })
    .gif({ delay: [100, 100] })
    .toBuffer();
  await field.setInputFiles({ name: "logo.gif", mimeType: "image/gif", buffer: moving });
  await expect(page.getByText("Logo saved.")).toBeVisible();
  await expect(card(page, "Payment page").getByRole("alert")).toHaveCount(0);
  const source = await page.getByRole("img", { name: /^Logo of / }).getAttribute("src");
  const kept = await (await page.request.get(source ?? "")).body();
  expect((await sharp(kept).metadata()).pages ?? 1).toBe(1);
  await page.getByRole("button", { name: "Remove logo" }).click();
  await expect(page.getByText("Logo removed.")).toBeVisible();
  await expect(field).toBeFocused();
  await page.context().close();
});

const frame = (background: string) =>
  sharp({ create: { width: 40, height: 40, channels: 3, background } })
    .png()
    .toBuffer();

test("the server refuses with a status what the page would not have sent", async ({ browser }) => {
  const page = await openOwnShop(browser);
  const headers = { ...(await onPage(page)), "content-type": "application/octet-stream" };
  const answer = await page.request.post("/api/merchant/brand/logo", { data: Buffer.alloc(3 * 1024 * 1024), headers });
  expect(answer.status()).toBe(413);
  expect(await answer.text()).toContain("A file can be at most 2 MB.");
  await page.context().close();
});
