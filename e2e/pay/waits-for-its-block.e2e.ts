import { expect, test } from "@playwright/test";
import { callApi } from "../machine-api";
import { type HeldPayment, payHeldBack } from "../shop/held-payment";
import { sandboxHas } from "../shop/sandbox-chain";
import { newInvoice } from "./new-invoice";

const statusOf = async (uuid: string) => (await callApi("/v1/payment/info", { uuid }))["payment_status"];

test("a mempool payment is detected at once, waits on its page, and is paid when a block includes it", async ({
  page,
}) => {
  test.skip(!sandboxHas("ltc"), "the sandbox runs without ltc");
  const { uuid, url } = await newInvoice({ to_currency: "LTC", network: "ltc" });
  const { address, payer_amount: due }: { address?: string; payer_amount?: string } = await callApi(
    "/v1/payment/info",
    {
      uuid,
    },
  );
  await page.goto(url);
  const headline = page.getByRole("heading", { level: 1 });
  await expect(headline).toHaveText(/^Send exactly/);

  let payment: HeldPayment | undefined;
  try {
    payment = await payHeldBack(address ?? "", due ?? "");
    await expect(headline).toHaveText("Payment detected");
    const listed = page.getByRole("listitem").filter({ hasText: payment.transactionId.slice(0, 8) });
    await expect(listed).toContainText("Detected, waiting for a block");
    await expect.poll(() => statusOf(uuid)).toBe("process");
    // An unconfirmed payment is never shown as paid, however long it waits.
    await page.reload();
    await expect(headline).toHaveText("Payment detected");
  } finally {
    await payment?.release();
  }
  await expect(headline).toHaveText("Paid. Thank you!");
  expect(await statusOf(uuid)).toBe("paid");
});
