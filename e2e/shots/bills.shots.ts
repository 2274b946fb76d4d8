import { expect, type Page } from "@playwright/test";
import { openOwnShop } from "../dashboard/own-shop";
import { test } from "../dashboard/session";
import { cancelBill, newBill, newDraft } from "../pay/new-bill";
import { shoot } from "./shoot";

/** Screenshots of the pages of bills: empty and full, and what customers see. */

const FOLDER = "bills";
const VIEWS = { widths: [390, 1440], schemes: ["light", "dark"] } as const;
const PATIENT = { timeout: 60_000 };

async function look(page: Page, address: string, name: string): Promise<void> {
  await page.goto(address);
  await page.waitForLoadState("networkidle");
  await shoot(page, FOLDER, name, VIEWS);
}

test("bills of a new shop", async ({ browser }) => {
  test.setTimeout(300_000);
  const page = await openOwnShop(browser);
  await look(page, "/bills", "list-empty");
  await look(page, "/bills/new", "new-empty");
  await look(page, `/bills/${await newDraft(page)}`, "detail-draft");
  await page.context().close();
});

test("bills that were sent, and what their customers see", async ({ browser }) => {
  test.setTimeout(600_000);
  const page = await openOwnShop(browser);
  await newDraft(page, { customerName: "Grace Hopper" });
  const plain = await newBill(page, { taxes: [], note: "", customerAddress: "" });
  const coin = await newBill(page, {
    customerName: "The Society for the Encouragement of Arts and Manufactures",
    currency: "USDT",
    lines: [
      { text: "Reading lamp, brass, with a green shade and two metres of cloth cable", quantity: "3", price: "12.5" },
      { text: "Repair", quantity: "1.75", price: "40" },
    ],
    taxes: [
      { name: "VAT", percent: "19" },
      { name: "City tax", percent: "2.5" },
    ],
  });
  const cancelled = await newBill(page, { customerName: "Charles Babbage" });
  await cancelBill(page, cancelled.id);
  await look(page, plain.url, "page-plain");
  await look(page, coin.url, "page");
  await look(page, coin.url.replace("lang=en", "lang=ar"), "page-ar");
  await look(page, cancelled.url, "page-cancelled");

  await page.goto(coin.url);
  await page.getByRole("button", { name: /^Pay / }).click();
  await page
    .getByRole("button", { name: /BNB Smart Chain/ })
    .first()
    .click();
  const payment = page.url().split("?")[0];
  await page.request.post(`${payment}/sandbox`, { form: { kind: "little" } });
  await expect(async () => {
    await page.goto(coin.url);
    await expect(page.getByRole("row", { name: /^Paid/ })).toBeVisible({ timeout: 500 });
  }).toPass(PATIENT);
  await shoot(page, FOLDER, "page-part", VIEWS);
  await look(page, "/bills", "list");
  await look(page, `/bills/${coin.id}`, "detail-part");
  await page.getByRole("button", { name: "Cancel…" }).click();
  await shoot(page, FOLDER, "cancel", VIEWS);
  await page.request.post(`${payment}/sandbox`, { form: { kind: "exact" } });
  await expect(async () => {
    await page.goto(coin.url);
    await expect(page.getByText("Paid. Thank you!")).toBeVisible({ timeout: 500 });
  }).toPass(PATIENT);
  await shoot(page, FOLDER, "page-paid", VIEWS);
  await look(page, `/bills/${coin.id}`, "detail-paid");
  await page.goto("/bills/new");
  await page.getByLabel("Name", { exact: true }).fill("Ada Lovelace");
  await page.getByRole("button", { name: "Add tax" }).click();
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page.getByText("Enter an e-mail address.")).toBeVisible();
  await shoot(page, FOLDER, "new-refused", VIEWS);
  await page.context().close();
});
