import { expect } from "@playwright/test";
import sharp from "sharp";
import { newInvoice } from "../pay/new-invoice";
import { test } from "./session";

const picture = () =>
  sharp({ create: { width: 400, height: 120, channels: 3, background: "#aa2233" } })
    .png()
    .toBuffer();

test("an owner uploads a logo for the payment page, sees why an SVG is refused, and removes it again", async ({
  asMerchant: page,
}) => {
  await page.goto("/settings/branding");
  const file = page.getByLabel("Logo");
  await file.setInputFiles({
    name: "logo.png",
    mimeType: "image/png",
    buffer: Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"),
  });
  await expect(page.getByText(/SVG and other formats are not supported/)).toBeVisible();
  await file.setInputFiles({ name: "logo.txt", mimeType: "text/plain", buffer: await picture() });
  const logo = page.getByRole("img", { name: /^Logo of / });
  await expect(logo).toHaveAttribute("src", /^\/brand\/[0-9a-f]{64}$/);
  const source = (await logo.getAttribute("src")) ?? "";

  const { url } = await newInvoice();
  await page.goto(url);
  const shown = page.locator(".order img.logo");
  await expect(shown).toHaveAttribute("src", source);
  expect(await shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

  await page.goto("/settings/branding");
  await page.getByRole("button", { name: "Remove logo" }).click();
  await expect(page.getByText("Logo removed.")).toBeVisible();
  await page.goto(url);
  await expect(page.locator(".order img.logo")).toHaveCount(0);
});

test("a colour is previewed before it is saved, in its readable shade", async ({ asMerchant: page }) => {
  await page.goto("/settings/branding");
  await page.getByLabel("Button and link colour").fill("#ffdd00");
  await expect(page.getByText(/Light theme: #806f00, darkened for readable text/)).toBeVisible();
  await expect(page.getByText(/Dark theme: #ffdd00, unchanged/)).toBeVisible();
  const preview = page.frameLocator('iframe[title="Payment page preview"]');
  await expect(preview.getByRole("heading", { level: 1 })).toContainText("Send exactly");
  await expect(async () => {
    const initial = preview.locator(".initial");
    const colour = await initial.evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(colour).toBe("rgb(128, 111, 0)");
  }).toPass();
  await expect(page.getByRole("tab", { name: "Modal" })).toBeVisible();
});
