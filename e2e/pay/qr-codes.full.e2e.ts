import { expect, test } from "@playwright/test";
import { callApi } from "../machine-api";
import { newWallet } from "../wallet/new-wallet";
import { newInvoice } from "./new-invoice";
import { readPicture } from "./read-picture";

const PHONE = { width: 360, height: 740 };
const MODULE_PIXELS_MIN = 3;

const CODES = [
  { fields: { to_currency: "ETH", network: "eth" }, uri: /^ethereum:(0x[0-9a-fA-F]{40})@1\?value=\d+$/ },
  {
    fields: { to_currency: "USDT", network: "bsc" },
    uri: /^ethereum:0x[0-9a-fA-F]{40}@56\/transfer\?address=(0x[0-9a-fA-F]{40})&uint256=25000000000000000000$/,
  },
];

for (const { fields, uri } of CODES) {
  test(`on a phone, in the dark theme, both QR codes of ${fields.to_currency} can be read from the rendered page`, async ({
    page,
  }) => {
    await page.setViewportSize(PHONE);
    await page.emulateMedia({ colorScheme: "dark" });
    const { uuid, url } = await newInvoice(fields);
    await page.goto(url);
    const address = (await page.locator("code.address").textContent()) ?? "";
    const code = page.locator(".qr-uri svg");
    const text = await readPicture(page, await code.screenshot());
    expect(uri.exec(text)?.[1]).toBe(address);
    expect(await page.getByRole("link", { name: "Open in wallet app" }).getAttribute("href")).toBe(text);
    const size = Number((await code.getAttribute("viewBox"))?.split(" ")[2]);
    expect(((await code.boundingBox())?.width ?? 0) / size).toBeGreaterThanOrEqual(MODULE_PIXELS_MIN);

    await page.getByText("Address only").click();
    expect(await readPicture(page, await page.locator(".qr-address svg").screenshot())).toBe(address);
    const { image }: { image?: string } = await callApi("/v1/payment/qr", { merchant_payment_uuid: uuid });
    expect(await readPicture(page, pngOf(image))).toBe(address);
  });
}

test("the QR code of a wallet is its address, on its page and in the API's image", async ({ page }) => {
  await page.setViewportSize(PHONE);
  const { uuid, url, address } = await newWallet();
  await page.goto(url);
  expect(await readPicture(page, await page.locator(".qr-address svg").screenshot())).toBe(address);
  const { image }: { image?: string } = await callApi("/v1/wallet/qr", { wallet_address_uuid: uuid });
  expect(await readPicture(page, pngOf(image))).toBe(address);
});

test("the link that opens a wallet app is for hand-held devices, however wide, and not for desktop computers", async ({
  browser,
}) => {
  const { url } = await newInvoice({ to_currency: "ETH", network: "eth" });
  const link = { name: "Open in wallet app" };
  const seen: boolean[] = [];
  for (const isMobile of [true, false]) {
    const context = await browser.newContext({ viewport: { width: 1024, height: 768 }, isMobile, hasTouch: isMobile });
    const page = await context.newPage();
    await page.goto(url);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Send exactly");
    seen.push(await page.getByRole("link", link).isVisible());
    await context.close();
  }
  expect(seen).toEqual([true, false]);
});

function pngOf(image = ""): Buffer {
  return Buffer.from(image.split(",")[1] ?? "", "base64");
}
