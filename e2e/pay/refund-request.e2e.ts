import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { test } from "../dashboard/session";
import { callApi } from "../machine-api";
import { freshAddress, tokenBalance } from "../shop/sandbox-chain";
import { callChain } from "./gateway-hands";
import { newInvoice } from "./new-invoice";

const IN_USDT = { to_currency: "USDT", network: "bsc" };
const IN_ETH = { to_currency: "ETH", network: "eth" };
/** One payment only, so that too little closes it. */
const ONCE = { is_payment_multiple: false };
const PATIENT = { timeout: 60_000 };
const MAILS = join(dirname(process.env["E2E_SANDBOX_FILE"] ?? ".data/sandbox.json"), "mails");

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const requestPart = (page: Page) => page.locator("#refund");

/** The merchant's balance holds more than one payment: a refund is paid from it, the commission of the payment is not given back. */
async function fillBalance(page: Page, coin: typeof IN_USDT): Promise<void> {
  const { url } = await newInvoice({ ...coin, amount: "60" });
  await page.request.post(`${url}/sandbox`, { form: { kind: "exact" } });
  await page.goto(url);
  await expect(heading(page)).toHaveText("Paid. Thank you!", PATIENT);
}

/** The link of the only mail to this address that confirms a refund, as the mail carries it. */
async function linkTo(recipient: string): Promise<string> {
  let link = "";
  await expect
    .poll(() => {
      const mails = readdirSync(MAILS).filter((name) => name.includes("-refund-link-") && name.endsWith(".eml"));
      const texts = mails.map((name) => readFileSync(join(MAILS, name), "utf8"));
      const text = texts.find((candidate) => candidate.includes(recipient)) ?? "";
      // Quoted-printable: lines are broken by "=", and "=3D" is the sign itself.
      const plain = text.replace(/=\r?\n/g, "").replaceAll("=3D", "=");
      link = /https?:\/\/\S+\/refund\/confirm\?\S+/.exec(plain)?.[0] ?? "";
      return link;
    }, PATIENT)
    .not.toBe("");
  return link;
}

test("without scripts: a short payment, an address, the mail's link, the merchant's agreement, and the money arrives", async ({
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
  await page.getByRole("button", { name: "Go on" }).click();
  await expect(requestPart(page).getByRole("alert")).toContainText("too short or too long");
  await expect(field).toHaveValue("0x1234");
  await field.fill(address);
  await page.getByRole("button", { name: "Go on" }).click();
  await expect(requestPart(page)).toContainText("We have sent a link to the e-mail address");
  await expect(requestPart(page)).toContainText("not confirmed yet");
  expect(await page.content()).not.toContain(email);

  await page.goto(await linkTo(email));
  await expect(page.locator("code.address")).toHaveText(new RegExp(address, "i"));
  await page.getByRole("button", { name: "Yes, this is my address" }).click();
  await expect(requestPart(page)).toContainText("It is with");
  await context.close();

  await merchant.goto(`/invoices/${uuid}`);
  const asked = merchant.getByRole("list", { name: "Refund requests" });
  await expect(asked).toContainText("confirmed by the link");
  await asked.getByRole("button", { name: "Refund…" }).click();
  const dialog = merchant.getByRole("dialog");
  await expect(dialog.getByRole("button", { name: "Send it back" })).toBeEnabled(PATIENT);
  await dialog.getByLabel("A word for the payer").fill("Sorry about that.");
  await dialog.getByRole("button", { name: "Send it back" }).click();
  await expect(asked).toContainText("Approved");
  await expect.poll(() => tokenBalance("bsc", "USDT", address), PATIENT).toBeGreaterThan(0n);

  await merchant.goto(url);
  await expect(requestPart(merchant)).toContainText("sent back, less the network fee", PATIENT);
  await expect(requestPart(merchant)).toContainText("Sorry about that.");
});

/** Pays half of an invoice in Ether from an account of its own, as a wallet does. */
async function payHalf(uuid: string, account: PrivateKeyAccount): Promise<void> {
  const info: Readonly<Record<string, string>> = await callApi("/v1/payment/info", { uuid });
  const [whole = "0", fraction = ""] = (info["payer_amount"] ?? "").split(".");
  const address = (info["address"] ?? "") as `0x${string}`;
  const value = BigInt(whole + fraction.padEnd(18, "0").slice(0, 18)) / 2n;
  await callChain("eth", "anvil_setBalance", account.address, `0x${(10n ** 19n).toString(16)}`);
  const chainId = Number(BigInt(String(await callChain("eth", "eth_chainId"))));
  const gwei = 10n ** 9n;
  const terms = { chainId, nonce: 0, gas: 21_000n, maxFeePerGas: 100n * gwei, maxPriorityFeePerGas: gwei };
  const raw = await account.signTransaction({ type: "eip1559", to: address, value, ...terms });
  await callChain("eth", "eth_sendRawTransaction", raw);
}

/** The wallet that paid, in the payer's browser. */
async function installSigner(page: Page, account: PrivateKeyAccount): Promise<void> {
  await page.exposeFunction("signAsPayer", (raw: `0x${string}`) => account.signMessage({ message: { raw } }));
  await page.addInitScript((address: string) => {
    const inPage = window as unknown as { ethereum: unknown; signAsPayer: (text: string) => Promise<string> };
    let refusals = 1;
    const request = async ({ method, params = [] }: { method: string; params?: readonly string[] }) => {
      if (method === "eth_requestAccounts") return [address];
      if (method !== "personal_sign") throw Object.assign(new Error("no such method"), { code: -32601 });
      refusals -= 1;
      if (refusals === 0) throw Object.assign(new Error("The owner said no"), { code: 4001 });
      return await inPage.signAsPayer(params[0] ?? "");
    };
    inPage.ethereum = { request };
  }, account.address);
}

test("with the wallet that paid: its signature is enough, another address cannot be slipped in, and the merchant may refuse", async ({
  asMerchant: merchant,
  page,
}) => {
  test.slow();
  const account = privateKeyToAccount(generatePrivateKey());
  const { url, uuid } = await newInvoice({ ...IN_ETH, ...ONCE, amount: "250" });
  await payHalf(uuid, account);
  await installSigner(page, account);
  await page.goto(url);
  await page.getByRole("link", { name: "Ask for a refund" }).click(PATIENT);
  const address = freshAddress();
  await page.getByLabel("Your address on Ethereum").fill(address);
  await page.getByRole("button", { name: "Go on" }).click();
  await expect(requestPart(page)).toContainText(account.address);
  await page.getByText("What you sign").click();
  await expect(requestPart(page).locator("pre")).toContainText(new RegExp(address, "i"));
  const button = page.getByRole("button", { name: "Sign with the wallet that paid" });
  await button.click();
  await expect(requestPart(page)).toContainText("Not signed, so nothing was asked for.");
  await button.click();
  await expect(requestPart(page)).toContainText("It is with", PATIENT);
  await expect(page.getByRole("link", { name: "Ask for a refund" })).toHaveCount(0);

  await merchant.goto("/cases");
  const asked = merchant.getByRole("list", { name: "Refund requests" }).getByRole("listitem");
  const own = asked.filter({ hasText: "signed by the wallet that paid" }).first();
  await own.getByRole("button", { name: "Refuse…" }).click();
  const dialog = merchant.getByRole("dialog");
  await dialog.getByLabel("A word for the payer").fill("The goods are on their way.");
  await dialog.getByRole("button", { name: "Refuse it" }).click();
  await expect(requestPart(page)).toContainText("The goods are on their way.", PATIENT);
  await expect(page.getByRole("link", { name: "Ask for a refund" })).toBeVisible();
});
