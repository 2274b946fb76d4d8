import { expect, test } from "@playwright/test";
import { callApi } from "../machine-api";
import { sandboxHas, sendCoins } from "../shop/sandbox-chain";
import { newInvoice } from "./new-invoice";
import { testPaymentsOn } from "./pay-on-network";
import { redraw } from "./redraw";

testPaymentsOn([
  { coin: "USDT", network: "eth" },
  { coin: "LTC", network: "ltc" },
  { coin: "USDT", network: "tron" },
  { coin: "USDT", network: "sol" },
  { coin: "USDT", network: "ton" },
  { coin: "XMR", network: "xmr" },
]);

test("where a chain has no tokens, none is offered as the wrong one", async ({ page }) => {
  test.skip(!sandboxHas("btc"), "the sandbox runs without btc");
  const { url } = await newInvoice({ to_currency: "BTC", network: "btc" });
  await page.goto(url);
  await expect(page.getByRole("button", { name: "Pay too little" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Pay wrong token" })).toBeHidden();
});

test("a payment that its chain is too coarse for is refused in a sentence, and nothing is sent", async ({ page }) => {
  test.skip(!sandboxHas("btc"), "the sandbox runs without btc");
  const { uuid, url } = await newInvoice({ amount: "0.000015", currency: "BTC", to_currency: "BTC", network: "btc" });
  // Without it the page asks for its news, which the test can give it.
  await page.route(/\/events(\?|$)/, (route) => route.abort());
  await page.goto(url);
  const headline = page.getByRole("heading", { level: 1 });
  // The least payment, which always counts; half of the rest is 250 units, and Bitcoin's dust
  // begins below 294.
  const { address }: { address?: string } = await callApi("/v1/payment/info", { uuid });
  await sendCoins("btc", address ?? "", "1000");
  await expect(headline).toHaveText(/^Send the rest/);
  await page.getByRole("button", { name: "Pay too little" }).click();
  const refusal = page.getByRole("alert");
  await expect(refusal).toContainText("This payment is too small for the sandbox chain");
  await expect(headline).toHaveText(/^Send the rest/);
  // It stays to be read when the page is redrawn and says the same.
  const asked = redraw(page, url);
  await page.route(/\/state(\?|$)/, (route) => route.fulfill({ json: { key: "other", text: "", isFinal: false } }));
  await asked;
  await expect(refusal).toContainText("This payment is too small for the sandbox chain");
});
