import { afterAll, beforeAll, expect, test } from "vitest";
import { loadPayView } from "@/lib/fronts/payment-page/load-pay-view";
import { payState } from "@/lib/fronts/payment-page/pay-state";
import { closeDatabase } from "@/lib/kernel/db";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import { newInvoice, newMerchant, openGateway, pay } from "@/lib/money-in/invoices/testing/gateway-rig";

const ROUNDS = 15;
const READERS = 12;

beforeAll(() => openGateway(ROUNDS));
afterAll(closeDatabase);

test("while a part is being booked, its payer sees exactly the remaining amount", async () => {
  const merchantId = await newMerchant();
  for (let round = 0; round < ROUNDS; round += 1) {
    const invoice = await newInvoice(merchantId, { amount: "25", is_payment_multiple: true });
    await pay(invoice, { amount: "12.5" });
    let isSettling = true;
    const settling = settleInvoice(invoice.id).finally(() => {
      isSettling = false;
    });
    const read = async () => {
      while (isSettling) {
        const view = (await loadPayView(invoice.id)) ?? expect.fail("no page");
        expect(payState(view, new Date()).due?.toFixed()).toBe("12.5");
      }
    };
    await Promise.all([settling, ...Array.from({ length: READERS }, read)]);
  }
});
