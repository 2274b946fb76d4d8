import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { test } from "../dashboard/session";
import { freshAddress, tokenBalance } from "../shop/sandbox-chain";
import { newInvoice } from "./new-invoice";

const IN_USDT = { to_currency: "USDT", network: "bsc" };
/** One payment only, so that an underpayment closes it. */
const ONCE = { is_payment_multiple: false };
const PATIENT = { timeout: 60_000 };
const MAILS = join(dirname(process.env["E2E_SANDBOX_FILE"] ?? ".data/sandbox.json"), "mails");

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const requestPart = (page: Page) => page.locator("#refund");

/**
 * Gives the merchant a balance above one payment: a refund is paid from it, and the payment's
 * commission is not returned.
 */
async function fillBalance(page: Page, coin: typeof IN_USDT): Promise<void> {
  const { url } = await newInvoice({ ...coin, amount: "60" });
  await page.request.post(`${url}/sandbox`, { form: { kind: "exact" } });
  await page.goto(url);
  await expect(heading(page)).toHaveText("Paid. Thank you!", PATIENT);
}

/** Returns the link of the only mail to this address that confirms a refund. */
async function linkTo(recipient: string): Promise<string> {
  let link = "";
  await expect
    .poll(() => {
      const mails = readdirSync(MAILS).filter((name) => name.includes("-refund-link-") && name.endsWith(".eml"));
      const texts = mails.map((name) => readFileSync(join(MAILS, name), "utf8"));
      const text = texts.find((candidate) => candidate.includes(recipient)) ?? "";
      // Quoted-printable: "=" at the end of a line continues it, and "=3D" is the sign itself.
      const plain = text.replace(/=\r?\n/g, "").replaceAll("=3D", "=");
      link = /https?:\/\/\S+\/refund\/confirm\?\S+/.exec(plain)?.[0] ?? "";
      return link;
    }, PATIENT)
    .not.toBe("");
  return link;
}

test("without scripts: an underpayment, an address, the mailed link, the merchant's approval, and the money arrives", async ({
  asMerchant: merchant,
  browser,
}) => {
  test.slow();
  await fillBalance(merchant, IN_USDT);
  const email = `payer-${crypto.randomUUID().slice(0, 8)}@example.net`;
  const { url, uuid } = await newInvoice({ ...IN_USDT, ...ONCE, payer_email: email });
  await merchant.request.post(`${url}/sandbox`, { form: { kind: "little" } });

  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await expect(async () => {
    await page.goto(url);
    await expect(page.getByRole("link", { name: "Ask for a refund" })).toBeVisible({ timeout: 500 });
  }).toPass(PATIENT);
  await page.getByRole("link", { name: "Ask for a refund" }).click();
  const address = freshAddress();
  const field = page.getByLabel("Your address on BNB Smart Chain");
  await field.fill("0x1234");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(requestPart(page).getByRole("alert")).toContainText("too short or too long");
  await expect(field).toHaveValue("0x1234");
  await field.fill(address);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(requestPart(page)).toContainText("We have sent a link to the e-mail address");
  await expect(requestPart(page)).toContainText("not confirmed yet");
  expect(await page.content()).not.toContain(email);

  await page.goto(await linkTo(email));
  await expect(page.locator("code.address")).toHaveText(new RegExp(address, "i"));
  await page.getByRole("button", { name: "Yes, this is my address" }).click();
  await expect(requestPart(page)).toContainText("decides now, and the answer will appear here");
  await context.close();

  await merchant.goto(`/invoices/${uuid}`);
  const asked = merchant.getByRole("list", { name: "Refund requests" });
  await expect(asked).toContainText("confirmed by the link");
  await asked.getByRole("button", { name: "Refund…" }).click();
  const dialog = merchant.getByRole("dialog");
  await expect(dialog.getByRole("button", { name: "Refund payment" })).toBeEnabled(PATIENT);
  await dialog.getByLabel("Message to payer").fill("Sorry about that.");
  await dialog.getByRole("button", { name: "Refund payment" }).click();
  await expect(asked).toContainText("Approved");
  await expect.poll(() => tokenBalance("bsc", "USDT", address), PATIENT).toBeGreaterThan(0n);

  await merchant.goto(url);
  await expect(requestPart(merchant)).toContainText("refunded, less the network fee", PATIENT);
  await expect(requestPart(merchant)).toContainText("Sorry about that.");
});
