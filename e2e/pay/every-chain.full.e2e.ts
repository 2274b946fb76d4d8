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

test("on a chain without tokens, no wrong token is offered", async ({ page }) => {
  test.skip(!sandboxHas("btc"), "the sandbox runs without btc");
  const { url } = await newInvoice({ to_currency: "BTC", network: "btc" });
  await page.goto(url);
  await expect(page.getByRole("button", { name: "Pay too little" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Pay wrong token" })).toBeHidden();
});

test("a payment below its chain's smallest amount is refused with a message, and nothing is sent", async ({ page }) => {
  test.skip(!sandboxHas("btc"), "the sandbox runs without btc");
  const { uuid, url } = await newInvoice({ amount: "0.000015", currency: "BTC", to_currency: "BTC", network: "btc" });
  // Without the stream the page polls, which the test can control.
  await page.route(/\/events(\?|$)/, (route) => route.abort());
  await page.goto(url);
  const headline = page.getByRole("heading", { level: 1 });
  // The minimum payment, which always counts; half of the remainder is 250 units, and Bitcoin's
  // dust limit is 294.
  const { address }: { address?: string } = await callApi("/v1/payment/info", { uuid });
  await sendCoins("btc", address ?? "", "1000");
  await expect(headline).toHaveText(/^Send the rest/);
  await page.getByRole("button", { name: "Pay too little" }).click();
  const refusal = page.getByRole("alert");
  await expect(refusal).toContainText("This payment is too small for the sandbox chain");
  await expect(headline).toHaveText(/^Send the rest/);
  // The message stays readable when the page is redrawn with the same headline.
  const asked = redraw(page, url);
  await page.route(/\/state(\?|$)/, (route) => route.fulfill({ json: { key: "other", text: "", isFinal: false } }));
  await asked;
  await expect(refusal).toContainText("This payment is too small for the sandbox chain");
});
