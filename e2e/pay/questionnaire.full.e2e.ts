import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "../accessibility";
import { test } from "../dashboard/session";
import { callApi } from "../machine-api";
import { freshAddress } from "../shop/sandbox-chain";
import { act, callChain } from "./gateway-actions";
import { newInvoice } from "./new-invoice";
import { addressOf, headline, PATIENT } from "./payer-page";

/** From a payment held by screening, via the payer's answers, to the operator's decision. */

const PDF = {
  name: "../Kontoauszug <1>.pdf",
  mimeType: "text/html",
  buffer: Buffer.from("%PDF-1.7\nA statement of account"),
};

/** Opens the page of an invoice paid from a listed address. Returns its uuid. */
async function openHeld(page: Page, operator: Page): Promise<string> {
  const sender = freshAddress();
  await act(operator, `/api/operator/screening?name=e2e-${sender.slice(2, 10)}&format=csv`, `address\n${sender}\n`);
  const { uuid, url } = await newInvoice({ to_currency: "ETH", network: "eth" });
  await page.goto(url);
  await callChain("eth", "anvil_setBalance", sender, "0x8ac7230489e80000");
  await callChain("eth", "anvil_impersonateAccount", sender);
  const value = "0xde0b6b3a7640000";
  // The minimum tip, as all others pay on an idle chain: a higher one in the newest blocks would
  // raise the cost of a refund above its quote.
  const fee = { maxPriorityFeePerGas: "0x1", maxFeePerGas: "0x174876e800" };
  await callChain("eth", "eth_sendTransaction", { from: sender, to: await addressOf(page), value, ...fee });
  await expect(headline(page)).toHaveText("Your payment is being checked", PATIENT);
  return uuid;
}

async function fillIn(page: Page): Promise<void> {
  await page.getByLabel("A private person").check();
  await page.getByLabel("Full name").fill("Ada Lovelace");
  await page.getByLabel("Country of residence").selectOption("GB");
  await page.getByLabel("Where does the money come from?").selectOption("savings");
  await page.getByLabel("Describe where the money comes from").fill("Saved from wages");
  await page.getByLabel("What was the payment for?").fill("A violin");
}

/** Fills in and submits the questionnaire; the payment page shows it without a reload. */
async function answer(page: Page): Promise<void> {
  const opened = page.waitForEvent("popup");
  await page.getByRole("link", { name: "Answer the questions" }).click();
  const form = await opened;
  await fillIn(form);
  await form.getByLabel("Documents (optional)").setInputFiles(PDF);
  await form.getByRole("button", { name: "Send answers" }).click();
  await expect(form.getByRole("heading", { level: 1 })).toHaveText("We have received your answers");
  await expect(form.getByText("Ada")).toHaveCount(0);
  await form.close();
  await expect(page.getByRole("heading", { name: "We have received your answers" })).toBeVisible(PATIENT);
}

/** Opens the page of an invoice's only held payment. */
async function openCase(operator: Page, uuid: string): Promise<void> {
  await operator.goto(`/operator/cases?evidence=answered&q=${uuid}`);
  await operator.getByRole("table", { name: "Cases" }).getByRole("link", { name: "Held by screening" }).click();
}

const statusesOf = async (uuid: string) => {
  const links: unknown = await callApi("/v1/payment/aml-links", { uuid });
  return (links as { status: string }[]).map(({ status }) => status);
};

test("a held payment is released after its payer's answers, which the operator reads with their document", async ({
  page,
  asOperator: operator,
}) => {
  const uuid = await openHeld(page, operator);
  expect(await statusesOf(uuid)).toEqual(["init"]);
  await answer(page);
  expect(await statusesOf(uuid)).toEqual(["pending"]);
  await openCase(operator, uuid);
  await operator.getByRole("button", { name: "Show answers" }).click();
  await expect(operator.getByText("Saved from wages")).toBeVisible();
  await expectAccessible(operator);
  const downloading = operator.waitForEvent("download");
  await operator.getByRole("button", { name: /^Kontoauszug 1\.pdf/ }).click();
  expect((await downloading).suggestedFilename()).toBe("Kontoauszug 1.pdf");
  await operator.getByRole("button", { name: "Release…" }).click();
  await operator
    .getByRole("dialog")
    .getByRole("button", { name: /^Release/ })
    .click();
  await expect(headline(page)).toContainText("Paid", PATIENT);
  expect(await statusesOf(uuid)).toEqual(["completed"]);
});

test("a held payment is refunded after its payer's answers", async ({ page, asOperator: operator }) => {
  const uuid = await openHeld(page, operator);
  await answer(page);
  await openCase(operator, uuid);
  await operator.getByRole("button", { name: "Refund…" }).click();
  const dialog = operator.getByRole("dialog");
  await dialog.getByLabel(/address/i).fill(freshAddress());
  await dialog.getByRole("button", { name: "Refund payment" }).click();
  await expect(headline(page)).toHaveText("Refunded", PATIENT);
  expect(await statusesOf(uuid)).toEqual(["completed"]);
});

test("the questions are accessible, keep the input if something is missing, and need no script", async ({
  page,
  browser,
  asOperator: operator,
}) => {
  const uuid = await openHeld(page, operator);
  const [{ link }] = (await callApi("/v1/payment/aml-links", { uuid })) as unknown as [{ link: string }];
  const context = await browser.newContext({ javaScriptEnabled: false, locale: "de-DE" });
  const form = await context.newPage();
  await form.goto(link);
  await expect(form.getByRole("heading", { level: 1 })).toHaveText("Fragen zu Ihrer Zahlung");
  await form.goto(`${link}?lang=en`);
  await fillIn(form);
  const wrong = { name: "page.pdf", mimeType: "application/pdf", buffer: Buffer.from("<!doctype html>") };
  await form.getByLabel("Documents (optional)").setInputFiles(wrong);
  await form.getByRole("button", { name: "Send answers" }).click();
  await expect(form.getByText("page.pdf was not accepted.")).toBeVisible();
  await expect(form.getByLabel("Full name")).toHaveValue("Ada Lovelace");
  await context.close();
  await page.goto(link);
  await expectAccessible(page, ["light", "dark"]);
});
