import { expect, type Page } from "@playwright/test";
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { test } from "../dashboard/session";
import { callApi } from "../machine-api";
import { freshAddress } from "../shop/sandbox-chain";
import { callChain } from "./gateway-actions";
import { newInvoice } from "./new-invoice";

const IN_ETH = { to_currency: "ETH", network: "eth" };
/** One payment only, so that an underpayment closes it. */
const ONCE = { is_payment_multiple: false };
const PATIENT = { timeout: 60_000 };

const requestPart = (page: Page) => page.locator("#refund");

/** Pays half of an invoice in Ether from a separate account, as a wallet does. */
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

/** Adds the wallet that paid to the payer's browser. */
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

test("with the wallet that paid: its signature suffices, the address cannot be replaced, and the merchant may refuse", async ({
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
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(requestPart(page)).toContainText(account.address);
  await page.getByText("Text to sign").click();
  await expect(requestPart(page).locator("pre")).toContainText(new RegExp(address, "i"));
  const button = page.getByRole("button", { name: "Sign with the wallet that paid" });
  await button.click();
  await expect(requestPart(page)).toContainText("Not signed, so no refund was requested.");
  await button.click();
  await expect(requestPart(page)).toContainText("decides now, and the answer will appear here", PATIENT);
  await expect(page.getByRole("link", { name: "Ask for a refund" })).toHaveCount(0);

  await merchant.goto("/cases");
  const asked = merchant.getByRole("list", { name: "Cases" }).getByRole("listitem");
  const own = asked.filter({ hasText: "signed by the wallet that paid" }).first();
  await own.getByRole("button", { name: "Refuse…" }).click();
  const dialog = merchant.getByRole("dialog");
  await dialog.getByLabel("Message to payer").fill("The goods are on their way.");
  await dialog.getByRole("button", { name: "Refuse refund" }).click();
  await expect(requestPart(page)).toContainText("The goods are on their way.", PATIENT);
  await expect(page.getByRole("link", { name: "Ask for a refund" })).toBeVisible();
});
