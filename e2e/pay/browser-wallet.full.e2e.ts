import { expect, test } from "@playwright/test";
import { expectAccessible } from "../accessibility";
import { askedOf, installWallets } from "./fake-wallet";
import { newInvoice } from "./new-invoice";
import { headline } from "./payer-page";
import { BNB_CHAIN, payButton, said, transfersAsked } from "./wallet-button";

const IN_ETH = { to_currency: "ETH", network: "eth" };
const IN_USDT = { to_currency: "USDT", network: "bsc" };
const ETHEREUM = "0x1";

test("a network's native coin: the wallet switches its chain, sends the exact amount, and the page turns paid", async ({
  page,
}) => {
  await installWallets(page, { name: "Fox", chainId: BNB_CHAIN, knows: [ETHEREUM] });
  await page.goto((await newInvoice(IN_ETH)).url);
  await payButton(page).click();
  await expect(headline(page)).toHaveText("Paid. Thank you!");
  expect(await askedOf(page)).toEqual([
    "Fox: eth_requestAccounts",
    "Fox: eth_chainId",
    "Fox: wallet_switchEthereumChain",
    "Fox: eth_chainId",
    "Fox: eth_sendTransaction",
  ]);
});

test("a legacy wallet, which announces nothing, is found as well", async ({ page }) => {
  await installWallets(page, { name: "Fox", chainId: BNB_CHAIN, isOld: true });
  await page.goto((await newInvoice(IN_USDT)).url);
  await payButton(page).click();
  await expect(headline(page)).toHaveText("Paid. Thank you!");
});

test("a refusal in the wallet shows no error, and the button can be pressed again, by keyboard too", async ({
  page,
}) => {
  await installWallets(page, { name: "Fox", chainId: BNB_CHAIN, refusesOnce: ["eth_sendTransaction"] });
  await page.goto((await newInvoice(IN_USDT)).url);
  await payButton(page).focus();
  await page.keyboard.press("Enter");
  await expect(said(page)).toHaveText("Not confirmed in the wallet, so nothing was sent.");
  await expect(payButton(page)).toBeFocused();
  await expect(page.locator("#spoken")).toHaveText("Not confirmed in the wallet, so nothing was sent.");
  await expect(headline(page)).toContainText("Send exactly 25 USDT");
  await page.keyboard.press("Enter");
  await expect(headline(page)).toHaveText("Paid. Thank you!");
});

test("a wallet that stays on another chain sends nothing, and the payer is told which network to choose", async ({
  page,
}) => {
  await installWallets(page, { name: "Fox", chainId: ETHEREUM });
  await page.goto((await newInvoice(IN_USDT)).url);
  await payButton(page).click();
  await expect(said(page)).toHaveText(
    "Your wallet is on another network. Switch to BNB Smart Chain there, then press the button again.",
  );
  await expect(payButton(page)).toBeEnabled();
  expect(await transfersAsked(page)).toBe(0);
});

test("among several wallets the payer chooses by name, and only that one gets requests", async ({ page }) => {
  await installWallets(page, { name: "Fox", chainId: BNB_CHAIN }, { name: "Rabbit <b>", chainId: BNB_CHAIN });
  await page.goto((await newInvoice(IN_USDT)).url);
  await payButton(page).click();
  await expect(said(page)).toHaveText("Which wallet?");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Rabbit <b>" }).focus();
  await page.keyboard.press("Enter");
  await expect(headline(page)).toHaveText("Paid. Thank you!");
  expect((await askedOf(page)).filter((call) => call.startsWith("Fox"))).toEqual([]);
});

test("the button appears with a wallet, reports if it has gone, and is hidden without scripts", async ({
  page,
  browser,
}) => {
  const { url } = await newInvoice(IN_USDT);
  await page.goto(url);
  await expect(headline(page)).toContainText("Send exactly");
  await expect(payButton(page)).toBeHidden();
  await page.evaluate(() => window.dispatchEvent(new Event("eip6963:announceProvider")));
  await payButton(page).click();
  await expect(said(page)).toHaveText(
    "No browser wallet was found. Scan the code, or copy the amount and the address.",
  );

  const context = await browser.newContext({ javaScriptEnabled: false });
  const still = await context.newPage();
  await still.goto(url);
  await expect(headline(still)).toContainText("Send exactly");
  await expect(payButton(still)).toBeHidden();
  await context.close();
});

test("its script is loaded only when pressed, allowed by the CSP, and cached forever", async ({ page }) => {
  const complaints: string[] = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  const scripts: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/pay/assets/")) scripts.push(request.url());
  });
  await installWallets(page, { name: "Fox", chainId: BNB_CHAIN, refusesOnce: ["eth_requestAccounts"] });
  await page.goto((await newInvoice(IN_USDT)).url);
  await expect(payButton(page)).toBeVisible();
  expect(scripts).toEqual([]);
  const loading = page.waitForResponse(/\/pay\/assets\/wallet\.[0-9a-f]{16}\.js$/);
  await payButton(page).click();
  expect(await (await loading).headerValue("cache-control")).toBe("public, max-age=31536000, immutable");
  await expect(said(page)).toHaveText("Not confirmed in the wallet, so nothing was sent.");
  await payButton(page).click();
  await expect(headline(page)).toHaveText("Paid. Thank you!");
  expect(scripts).toHaveLength(1);
  expect(complaints).toEqual([]);
});

test("a page whose script no longer exists says so", async ({ page }) => {
  await installWallets(page, { name: "Fox", chainId: BNB_CHAIN });
  await page.route("**/pay/assets/**", (route) => route.fulfill({ status: 404 }));
  await page.goto((await newInvoice(IN_USDT)).url);
  await payButton(page).click();
  await expect(said(page)).toContainText("The wallet button did not load.");
});
