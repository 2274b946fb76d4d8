import { expect, type Page } from "@playwright/test";
import sharp from "sharp";
import { onPage } from "./on-page";

/** The settings page filled in up to its limits, and beyond them. */

const LONG_NAME = "Grossvertriebsgesellschaft-fuer-Papierlaternen-und-Zubehoer-Sankt-Margarethen-GmbH".slice(0, 80);
const LONG_CONTACT = `customer-care-of-the-paper-lantern-${"x".repeat(130)}@support.shop.example`.slice(0, 200);

export const site = (index: number) => `https://a-rather-long-name-of-a-shop-${index}.checkout.example.co.uk:8443`;

async function keep(page: Page, path: string, data: object): Promise<void> {
  const response = await page.request.post(path, { data, headers: await onPage(page) });
  expect([path, response.status()]).toEqual([path, 200]);
}

const logo = () =>
  sharp({ create: { width: 640, height: 60, channels: 3, background: "#aa2233" } })
    .png()
    .toBuffer();

/** Saves maximum-length values, in the cards that create no new limit. */
export async function fillSettings(page: Page): Promise<void> {
  await keep(page, "/api/rpc/merchant.changeSettings", { name: LONG_NAME, supportContact: LONG_CONTACT });
  const care = { latePolicy: "accept", lateDriftPercent: 7, payerMayRefresh: true, refundRequestPolicy: "automatic" };
  await keep(page, "/api/rpc/merchant.changeSettings", care);
  const embedOrigins = Array.from({ length: 20 }, (_, index) => site(index));
  await keep(page, "/api/rpc/merchant.changeBrand", { accent: "#ffdd00", embedOrigins });
  const headers = { ...(await onPage(page)), "content-type": "application/octet-stream" };
  const answer = await page.request.post("/api/merchant/brand/logo", { data: await logo(), headers });
  expect(answer.status()).toBe(200);
}

/** Changes something in each card of the shop. */
export async function changeEveryCard(page: Page): Promise<void> {
  await page.getByLabel("Support contact").fill("help@shop.example");
  await page.getByLabel("Payers can request a new price").click();
  await page.getByLabel("24-hour limit, in USD").fill("500");
}

/**
 * Enters values that the gateway refuses into every card of the shop, and submits each: the errors
 * are shown at their fields.
 */
export async function spoilSettings(page: Page): Promise<void> {
  await page.getByLabel("Shop name").fill(" ");
  await page.getByLabel("Support contact").fill("y".repeat(201));
  await page.getByLabel("24-hour limit, in USD").fill("a lot");
  await page.getByLabel("Approval required above, in USD").fill("1.999");
  await expectRefused(page, [
    "Enter a name.",
    "Use at most 200 characters.",
    "Enter an amount in US dollars, with at most two decimals.",
  ]);
}

/** Does the same for the payment page's branding. */
export async function spoilBranding(page: Page): Promise<void> {
  await page.getByLabel("Button and link colour").fill("brick red");
  await page.getByLabel("Sites that can embed it").fill(Array.from({ length: 40 }, (_, at) => site(at)).join("\n"));
  await page.getByLabel("Logo").setInputFiles({
    name: "logo.svg",
    mimeType: "image/svg+xml",
    buffer: Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"),
  });
  await expectRefused(page, [
    "Enter the colour as # and six hex digits",
    "Enter at most 20 sites.",
    "SVG and other formats are not supported",
  ]);
}

async function expectRefused(page: Page, sentences: readonly string[]): Promise<void> {
  for (const button of await page.getByRole("button", { name: "Save" }).all()) await button.click();
  for (const sentence of sentences) await expect(page.getByText(sentence).first()).toBeVisible();
}
